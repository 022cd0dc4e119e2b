package database

import (
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// TestNotices sends a notice from one process to another, whose connection is then broken.
func TestNotices(t *testing.T) {
	t.Parallel()
	url := servicetest.Database(t)
	here := open(t, Config{URL: url, Log: logger(t)})
	there := open(t, Config{URL: url, Log: logger(t)})
	ready, heard, ended := make(chan struct{}), make(chan string, 10), make(chan error, 1)
	go func() {
		ended <- there.Line().Notices(t.Context(), func() { close(ready) }, func(notice string) { heard <- notice })
	}()
	<-ready
	began := time.Now()
	if err := here.Line().Notify(t.Context(), []string{"a", "b", ""}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a", "b", ""} {
		if got := <-heard; got != want {
			t.Errorf("heard %q, want %q", got, want)
		}
	}
	t.Logf("heard after %s", time.Since(began))
	if _, err := here.Postgres().Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'
		AND datname = current_database()`); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("no error of a broken connection")
	}
}
