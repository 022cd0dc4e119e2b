package e2e

import (
	"database/sql"
	"encoding/json"
	"maps"
	"net/http"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// TestOutage kills and restarts Redis and PostgreSQL under load. Every request gets a verdict,
// readiness names what is down, and in the end all answers are in the database.
func TestOutage(t *testing.T) {
	t.Parallel()
	postgres := servicetest.Private(t, servicetest.Postgres)
	redis := servicetest.Private(t, servicetest.Redis)
	l := launch(t, nil, "--database-url", postgres.URL(), "--redis-url", redis.URL())

	var answers traffic
	flow := answers.start(t, l.client, 3)
	// goOn waits for further answers.
	goOn := func(phase string) {
		t.Helper()
		enough := answers.count() + 20
		eventually(t, "answers "+phase, func() bool { return answers.count() >= enough || t.Failed() })
	}
	kill := func(s *servicetest.Server) {
		t.Helper()
		if err := s.Kill(); err != nil {
			t.Fatal(err)
		}
	}
	restart := func(s *servicetest.Server) {
		t.Helper()
		if err := s.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
	}

	l.ready(t, "up", "up")
	goOn("with everything up")
	kill(redis)
	l.ready(t, "up", "down")
	goOn("without Redis")
	kill(postgres)
	l.ready(t, "down", "down")
	goOn("without Redis and PostgreSQL")
	restart(redis)
	l.ready(t, "down", "up")
	goOn("without PostgreSQL")
	restart(postgres)
	l.ready(t, "up", "up")
	goOn("with everything up again")
	kill(postgres)
	goOn("without PostgreSQL once more")
	restart(postgres)
	l.ready(t, "up", "up")
	flow.stop()

	// The service recovers by itself: it writes its backlog, and uses store and cache again.
	l.wait(t, "thoughtful_backlog_records", 0)
	if dropped, err := l.metric("thoughtful_backlog_dropped_total"); err != nil || dropped != 0 {
		t.Errorf("%g results dropped (%v)", dropped, err)
	}
	answers.stored(t, postgres.URL())
	eventually(t, "store and cache to be used again", func() bool {
		r, err := l.call("/v1/deals/1-00000000000000000000000000000000", "")
		return err == nil && r.status == http.StatusNotFound // and not 503
	})
	if lost := answers.check(t, l.client, answers.count()); lost > 0 {
		t.Errorf("%d answers lost", lost)
	}
	eventually(t, "the cache to be used again", func() bool {
		a, err := verdictOf(l.client, question(1))
		return err == nil && a.Source == solver.FromCache
	})
	for _, place := range []string{"cache", "store"} {
		failed, err := l.metric(`thoughtful_lookups_total{outcome="failed",place="` + place + `"}`)
		skipped, err2 := l.metric(`thoughtful_lookups_total{outcome="skipped",place="` + place + `"}`)
		if err != nil || err2 != nil || failed+skipped == 0 {
			t.Errorf("no failed lookup in the %s counted (%v, %v)", place, err, err2)
		}
	}
}

// ready waits until readiness reports these states of store and cache.
func (l *live) ready(t *testing.T, store, cache string) {
	t.Helper()
	want := map[string]string{"store": store, "cache": cache, "disk": "up", "backlog": "up"}
	status := http.StatusServiceUnavailable
	if store == "up" && cache == "up" {
		status = http.StatusOK
	}
	eventually(t, "store "+store+", cache "+cache, func() bool {
		r, err := l.call("/readyz", "")
		if err != nil {
			t.Fatal(err)
		}
		var said struct {
			Ready bool
			Parts map[string]string
		}
		if err := json.Unmarshal(r.body, &said); err != nil || said.Ready != (r.status == http.StatusOK) {
			t.Fatalf("status %d: %s", r.status, r.body)
		}
		if store == "down" { // and then nothing is written
			want["backlog"] = said.Parts["backlog"]
		}
		return r.status == status && maps.Equal(said.Parts, want)
	})
	// The process itself is alive.
	if r, err := l.call("/healthz", ""); err != nil || r.status != http.StatusOK {
		t.Errorf("healthz: %d %v", r.status, err)
	}
}

// stored checks that every answer is in a PostgreSQL database.
func (f *traffic) stored(t *testing.T, url string) {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, a := range f.answers {
		var v solver.Verdict
		if err := db.QueryRow(`SELECT verdict FROM verdicts WHERE id = $1`, a.ID).Scan(&v); err != nil || v != a.Verdict {
			t.Errorf("answer %d of %d, %s, stored as %q (%v)", i+1, len(f.answers), a.Verdict, v, err)
		}
	}
}
