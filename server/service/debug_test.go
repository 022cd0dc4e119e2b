package service

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// TestProfiles serves profiles on this machine, and nowhere else.
func TestProfiles(t *testing.T) {
	var log strings.Builder
	s := &Service{log: slog.New(slog.NewTextHandler(&log, nil))}
	for _, address := range []string{":6060", "0.0.0.0:6060", "192.0.2.1:6060", "example.org:6060", "127.0.0.1", ""} {
		if _, usage := errors.AsType[*UsageError](s.serveDebug(address)); !usage {
			t.Errorf("profiles are served at %q", address)
		}
	}
	if err := s.serveDebug("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	at := regexp.MustCompile(`address=(\S+)`).FindStringSubmatch(log.String())
	if at == nil {
		t.Fatalf("no address in the log: %s", log.String())
	}
	r, err := http.Get("http://" + at[1] + "/debug/pprof/heap?debug=1")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if body, err := io.ReadAll(r.Body); err != nil || r.StatusCode != http.StatusOK || !strings.HasPrefix(string(body), "heap profile") {
		t.Errorf("%d: %.100s, %v", r.StatusCode, body, err)
	}
	if err := s.parts[0].stop(context.Background()); err != nil {
		t.Error(err)
	}
	if _, err := http.Get("http://" + at[1] + "/debug/pprof/"); err == nil {
		t.Error("profiles are served after the stop")
	}
}
