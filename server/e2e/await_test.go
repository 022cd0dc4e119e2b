package e2e

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// TestDatabaseStartsLater starts the service before PostgreSQL: it says that it waits, and answers
// once the database is there. A database that does not exist ends the start at once.
func TestDatabaseStartsLater(t *testing.T) {
	t.Parallel()
	postgres := servicetest.Private(t, servicetest.Postgres)
	missing := strings.Replace(postgres.URL(), "/postgres?", "/missing?", 1)
	if got := command(t, "", "serve", "--listen", "127.0.0.1:0", "--database-url", missing); got.status != exitInternal || !strings.Contains(got.err, "does not exist") {
		t.Errorf("a missing database: %+v", got)
	}
	if err := postgres.Kill(); err != nil {
		t.Fatal(err)
	}
	port, err := servicetest.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	address := fmt.Sprintf("127.0.0.1:%d", port)
	f := flags(t, serving(t, []string{"--listen", address, "--database-url", postgres.URL()})...)
	f.Listen = address
	log := new(journal)
	started := make(chan *service.Service, 1)
	go func() {
		defer close(started)
		s, err := service.Start(t.Context(), f, f.Engines(), slog.New(slog.NewTextHandler(log, nil)))
		if err != nil {
			t.Error(err)
			return
		}
		started <- s
	}()
	c := newClient(t, "http://"+address)
	asked := func(path, body string, status int, says string) {
		t.Helper()
		r, err := c.call(path, body)
		if err != nil || r.status != status || !strings.Contains(string(r.body), says) {
			t.Errorf("%s: %v %d %s", path, err, r.status, r.body)
		}
	}
	eventually(t, "an answer", func() bool {
		r, err := c.call("/healthz", "")
		return err == nil && r.status == http.StatusServiceUnavailable // or a balancer would send requests
	})
	const deal = `{"game":"klondike","seed":"solvitaire:2"}`
	asked("/readyz", "", http.StatusServiceUnavailable, `"store":"down"`)
	asked("/v1/solve", deal, http.StatusServiceUnavailable, "waits for its database")
	if r, err := c.call("/v1/solve", deal); err != nil || r.header.Get("Retry-After") == "" {
		t.Errorf("Retry-After: %v %v", err, r.header)
	}

	again, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := postgres.Start(again); err != nil {
		t.Fatal(err)
	}
	s, ok := <-started
	if !ok {
		t.Fatal(log)
	}
	defer func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	}()
	asked("/healthz", "", http.StatusOK, "ok")
	asked("/readyz", "", http.StatusOK, `"store":"up"`)
	asked("/v1/solve", deal, http.StatusOK, `"winnable"`)
}
