package e2e

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// TestService starts the service, sends the two requests of the README, replays the solution,
// restarts the service, and reads the verdicts again.
func TestService(t *testing.T) {
	database := func(t *testing.T) []string { return []string{"--database-url", servicetest.Database(t)} }
	cached := func(t *testing.T) []string { return []string{"--redis-url", servicetest.URL(t, servicetest.Redis)} }
	for _, test := range []struct {
		name  string
		where func(t *testing.T) []string
		again solver.Source // where verdicts come from after a restart
	}{
		{"embedded", func(t *testing.T) []string { return []string{"--data-dir", t.TempDir()} }, solver.FromStore},
		{"PostgreSQL", database, solver.FromStore},
		{"PostgreSQL and Redis", func(t *testing.T) []string { return append(database(t), cached(t)...) }, solver.FromCache},
	} {
		t.Run(test.name, func(t *testing.T) {
			where := test.where(t)
			before := goleak.IgnoreCurrent()
			l := launch(t, nil, where...)
			// Fresh, because tests share a Redis, which may have these deals.
			lost := l.solve(t, `{"game":"free-cell","seed":"microsoft:11982","fresh":true}`)
			if lost.Verdict != solver.Unwinnable || lost.Because != "" || lost.Solution != nil || lost.Source != solver.FromSearch {
				t.Errorf("FreeCell 11982: %+v", lost)
			}
			const question = `{"game":"klondike","seed":"solvitaire:2"}`
			won := l.solve(t, `{"game":"klondike","seed":"solvitaire:2","fresh":true}`)
			if won.Verdict != solver.Winnable || won.Solution == nil || won.Source != solver.FromSearch {
				t.Fatalf("Klondike 2: %+v", won)
			}
			l.wins(t, fmt.Sprintf(`{"game":"klondike","seed":"solvitaire:2","moves":%s}`, won.Solution.Moves), won.Solution.Length)
			// A Redis that takes more than 50 ms, as on a busy machine, is skipped for a second, and
			// the store answers.
			if again := l.solveFrom(t, question, solver.FromCache); !again.repeats(won) {
				t.Errorf("asked again: %+v", again)
			}
			l.reads(t, won)

			var ready struct {
				Ready bool
				Parts map[string]string
			}
			l.read(t, "/readyz", "", http.StatusOK, &ready)
			if !ready.Ready || !maps.Equal(ready.Parts, map[string]string{"cache": "up", "store": "up", "backlog": "up", "disk": "up"}) {
				t.Errorf("readiness: %+v", ready)
			}
			l.stop(t)
			if _, err := net.Dial("tcp", l.service.Address); err == nil {
				t.Error("a stopped service takes connections")
			}
			goleak.VerifyNone(t, before)

			l = launch(t, nil, where...)
			if again := l.solveFrom(t, question, test.again); !again.repeats(won) {
				t.Errorf("asked after a restart: %+v", again)
			}
			if again := l.solveFrom(t, `{"game":"free-cell","seed":"microsoft:11982"}`, test.again); again.Verdict != solver.Unwinnable {
				t.Errorf("FreeCell 11982 after a restart: %+v", again)
			}
			l.reads(t, won)
			l.stop(t)
			goleak.VerifyNone(t, before)
		})
	}
}

// wins replays moves, which must win with a solution of this length.
func (c *client) wins(t *testing.T, body string, length int) {
	t.Helper()
	var outcome struct {
		Legal, Won bool
		Moves      int
		Reason     string
	}
	c.read(t, "/v1/replay", body, http.StatusOK, &outcome)
	if !outcome.Legal || !outcome.Won || outcome.Moves != length {
		t.Errorf("replay of a solution of %d moves: %+v", length, outcome)
	}
}

// reads reads a won deal by its id and by its seed, and replays the stored solution from the
// stored position.
func (c *client) reads(t *testing.T, won answer) {
	t.Helper()
	var stored struct {
		ID              string
		Rules, Position json.RawMessage
		Verdict         solver.Verdict
		Length          int
	}
	c.read(t, "/v1/deals/"+won.ID, "", http.StatusOK, &stored)
	if stored.ID != won.ID || stored.Verdict != solver.Winnable || stored.Length > won.Solution.Length {
		t.Errorf("the stored deal: %+v", stored)
	}
	var solution struct {
		Length int
		Moves  json.RawMessage
	}
	c.read(t, "/v1/deals/"+won.ID+"/solution", "", http.StatusOK, &solution)
	c.wins(t, fmt.Sprintf(`{"rules":%s,"deal":%s,"moves":%s}`, stored.Rules, stored.Position, solution.Moves), solution.Length)
	var dealt struct {
		ID      string
		Verdict *solver.Verdict
	}
	c.read(t, "/v1/games/klondike/deals/solvitaire:2", "", http.StatusOK, &dealt)
	if dealt.ID != won.ID || dealt.Verdict == nil || *dealt.Verdict != solver.Winnable {
		t.Errorf("the deal by number: %+v", dealt)
	}
}

// TestMetrics checks names and values of the metrics that operators watch.
func TestMetrics(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir(), "--workers", "3")
	l.solve(t, `{"game":"klondike","seed":"solvitaire:2"}`)
	l.solve(t, `{"game":"klondike","seed":"solvitaire:2"}`)
	l.wait(t, "thoughtful_backlog_records", 0)
	for name, want := range map[string]float64{
		"thoughtful_workers":               3,
		"thoughtful_workers_busy":          0,
		"thoughtful_queue_length":          0,
		"thoughtful_queue_full_total":      0,
		"thoughtful_engine_panics_total":   0,
		"thoughtful_refused_results_total": 0,
		"thoughtful_backlog_dropped_total": 0,
		`thoughtful_searches_total{because="",engine="klondike",verdict="winnable"}`:     1,
		`thoughtful_search_seconds_count{verdict="winnable"}`:                            1,
		`thoughtful_answers_total{source="search",verdict="winnable"}`:                   1,
		`thoughtful_answers_total{source="cache",verdict="winnable"}`:                    1,
		`thoughtful_request_seconds_count{method="POST",route="/v1/solve",status="200"}`: 2,
		`thoughtful_lookups_total{outcome="miss",place="store"}`:                         1,
	} {
		if got, err := l.metric(name); err != nil || got != want {
			t.Errorf("%s: %g, want %g (%v)", name, got, want, err)
		}
	}
	if states, err := l.metric("thoughtful_states_total"); err != nil || states < 1 {
		t.Errorf("%g states (%v)", states, err)
	}
}

// TestInferred checks that verdicts of related games answer, unless the game's own verdict is
// stored or the request is for a fresh search. Searches of one state leave time for that.
func TestInferred(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir())
	won := l.solve(t, `{"game":"klondike","seed":"solvitaire:2"}`)
	follows := l.solve(t, `{"game":"klondike-draw-1","seed":"solvitaire:2","states":1}`)
	if follows.Verdict != solver.Winnable || follows.Source != solver.FromRelative || follows.Origin == nil || follows.Origin.Game != "klondike" || follows.Origin.ID != won.ID {
		t.Fatalf("Klondike, draw 1: %+v", follows)
	}
	l.wins(t, fmt.Sprintf(`{"game":"klondike-draw-1","seed":"solvitaire:2","moves":%s}`, follows.Solution.Moves), follows.Solution.Length)
	if again := l.solve(t, `{"game":"klondike-draw-1","seed":"solvitaire:2"}`); again.Source != solver.FromCache || again.Origin != nil {
		t.Errorf("Klondike, draw 1, again: %+v", again)
	}
	lost := l.solve(t, `{"game":"free-cell","seed":"microsoft:11982"}`)
	l.wait(t, "thoughtful_backlog_records", 0)
	if follows := l.solve(t, `{"game":"free-cell-3-cell","seed":"microsoft:11982","states":1}`); follows.Verdict != solver.Unwinnable || follows.Source != solver.FromRelative || follows.Origin == nil || follows.Origin.ID != lost.ID {
		t.Errorf("FreeCell with three cells: %+v", follows)
	}
	if fresh := l.solve(t, `{"game":"klondike-draw-1","seed":"solvitaire:2","fresh":true}`); fresh.Source != solver.FromSearch || fresh.Origin != nil {
		t.Errorf("a fresh search: %+v", fresh)
	}
	if hits, err := l.metric(`thoughtful_lookups_total{outcome="hit",place="relatives"}`); err != nil || hits != 2 {
		t.Errorf("%g inferred answers counted (%v)", hits, err)
	}
}

// TestOccupied checks that the error about an occupied port names it, and that a failed start
// stops the parts that were started before.
func TestOccupied(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir())
	got := command(t, "", "serve", "--listen", l.service.Address, "--data-dir", t.TempDir())
	if got.status != exitUsage || !strings.Contains(got.err, "LISTEN: listen tcp "+l.service.Address) {
		t.Errorf("status %d, stderr %q", got.status, got.err)
	}
	dir := t.TempDir()
	closed := "postgres://nobody@127.0.0.1:1/nothing" // a closed port
	got = command(t, "", "serve", "--listen", "127.0.0.1:0", "--data-dir", dir, "--database-url", closed)
	if got.status != exitInternal || !strings.Contains(got.err, "DATABASE_URL: ") || !strings.Contains(got.err, "connection refused") {
		t.Errorf("status %d, stderr %q", got.status, got.err)
	}
}

// TestNewerDatabase starts the program on databases that a newer program has migrated.
func TestNewerDatabase(t *testing.T) {
	t.Parallel()
	dir, url := t.TempDir(), servicetest.Database(t)
	for _, test := range []struct {
		driver, source, flag, value, variable string
	}{
		{"sqlite", filepath.Join(dir, "thoughtful.db"), "--data-dir", dir, "DATA_DIR: "},
		{"pgx", url, "--database-url", url, "DATABASE_URL: "},
	} {
		if got := command(t, "", "migrate", test.flag, test.value); got.status != exitDone {
			t.Fatalf("%s: %+v", test.driver, got)
		}
		db, err := sql.Open(test.driver, test.source)
		if err == nil {
			_, err = db.ExecContext(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)")
			err = errors.Join(err, db.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"migrate"}, {"forget"}} {
			got := command(t, "", append(args, test.flag, test.value)...)
			if got.status != exitUsage || !strings.Contains(got.err, test.variable) || !strings.Contains(got.err, "newer than this program: it has migration 9999, ") {
				t.Errorf("%s %s: status %d, stderr %q", args[0], test.driver, got.status, got.err)
			}
		}
	}
}

// TestHealthy runs the health check of a container against a service.
func TestHealthy(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir())
	_, port, err := net.SplitHostPort(l.service.Address)
	if err != nil {
		t.Fatal(err)
	}
	for _, listen := range []string{l.service.Address, ":" + port, "0.0.0.0:" + port} {
		if got := command(t, "", "healthy", "--listen", listen); got.status != exitDone || got.out != "ok\n" {
			t.Errorf("%s: %+v", listen, got)
		}
	}
	l.stop(t)
	if got := command(t, "", "healthcheck", "--listen", l.service.Address); got.status != exitInternal {
		t.Errorf("stopped service: %+v", got)
	}
}

// TestPages checks that the main pages and documents exist.
func TestPages(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir())
	for _, path := range []string{"/", "/docs", "/openapi.json", "/healthz", "/metrics", "/v1/games", "/v1/games/free-cell"} {
		r, err := l.call(path, "")
		if err != nil || r.status != http.StatusOK || len(r.body) == 0 {
			t.Errorf("%s: status %d, %d bytes, %v", path, r.status, len(r.body), err)
		}
	}
	r, err := l.call("/v1/nothing", "")
	if err != nil || r.status != http.StatusNotFound || !slices.Contains(r.header["Content-Type"], "application/problem+json") {
		t.Errorf("unknown path: %d %s %v", r.status, r.header, err)
	}
}
