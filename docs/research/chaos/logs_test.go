package chaos

import (
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestIsFault has lines of a log before, during and after an outage of PostgreSQL.
func TestIsFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := counting(t.Context())
		var text strings.Builder
		log := slog.New(slog.NewTextHandler(&text, nil))
		faults := func(when string, want ...string) {
			t.Helper()
			text.Reset()
			log.Error("Failed to send job insert notification", "error", "context canceled")
			log.Error("search failed", "error", "engine contradicts a verified win")
			log.Warn("writing verdicts to the database failed, retrying", "error", "connection refused")
			text.WriteString("fatal error: concurrent map writes\npanic: boom\nlevel=ERROR msg=EOF\n")
			var got []string
			for line := range strings.Lines(text.String()) {
				for _, part := range []string{"notification", "verified", "retrying", "fatal", "panic", "EOF"} {
					if strings.Contains(line, part) && r.isFault(line) {
						got = append(got, part)
					}
				}
			}
			if got, want := strings.Join(got, " "), strings.Join(want, " "); got != want {
				t.Errorf("%s: faults %s, want %s", when, got, want)
			}
		}
		faults("before", "notification", "verified", "fatal", "panic", "EOF")
		time.Sleep(time.Second)
		down := r.outages.begin(postgresPart)
		faults("at its start", "verified", "fatal", "panic", "EOF")
		time.Sleep(time.Second)
		faults("during it", "verified", "fatal", "panic", "EOF")
		r.outages.end(down)
		time.Sleep(settle / 2)
		faults("a moment after", "verified", "fatal", "panic", "EOF")
		time.Sleep(settle)
		faults("later", "notification", "verified", "fatal", "panic", "EOF")
	})
}
