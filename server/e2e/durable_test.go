package e2e

import (
	"syscall"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// TestAnsweredIsStored kills the service right after an answer, again and again, while other
// clients ask. What was answered is in the store.
func TestAnsweredIsStored(t *testing.T) {
	t.Parallel()
	for name, store := range map[string]func(t *testing.T) []string{
		"SQLite":     func(t *testing.T) []string { return []string{"--data-dir", t.TempDir()} },
		"PostgreSQL": func(t *testing.T) []string { return []string{"--database-url", servicetest.Database(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			kills := 20
			if testing.Short() {
				kills = 5
			}
			args := append(store(t), "--table-memory", "32MiB", "--log-level", "warn", "--durability", "answered")
			var answers traffic
			for range kills {
				p := execute(t, args...)
				enough := answers.count() + 10
				flow := answers.start(t, p.client, 3)
				eventually(t, "answers", func() bool { return answers.count() >= enough || t.Failed() })
				flow.mayFail()
				p.signal(t, syscall.SIGKILL)
				if _, by := p.end(t); by != syscall.SIGKILL {
					t.Fatalf("ended by %v; log:\n%s", by, p.log)
				}
				flow.stop()
			}
			p := execute(t, args...)
			answers.check(t, p.client, answers.count())
			t.Logf("%d answers before %d kills", answers.count(), kills)
		})
	}
}
