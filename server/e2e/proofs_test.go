package e2e

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
)

// proof asks for a proof until it is there.
func (c *client) proof(t *testing.T, id string) (r reply) {
	t.Helper()
	eventually(t, "the proof of "+id, func() bool {
		var err error
		if r, err = c.call("/v1/deals/"+id+"/proof", ""); err != nil {
			t.Fatal(err)
		}
		if r.status == http.StatusAccepted && (r.header.Get("Location") == "" || r.header.Get("Retry-After") == "") {
			t.Fatalf("accepted with %v", r.header)
		}
		return r.status != http.StatusAccepted
	})
	return r
}

// TestProof has a proof made, and reads it from another service on the same database, where there
// can be one.
func TestProof(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	shared := []string{"--database-url", servicetest.Database(t), "--redis-url", servicetest.Private(t, servicetest.Redis).URL()}
	for name, services := range map[string][]*live{
		"SQLite":     {launch(t, nil, "--data-dir", dir)},
		"PostgreSQL": {launch(t, nil, shared...), launch(t, nil, shared...)},
	} {
		t.Run(name, func(t *testing.T) {
			first, last := services[0], services[len(services)-1]
			lost := first.solve(t, `{"game":"free-cell","seed":"microsoft:11982"}`)
			r := first.proof(t, lost.ID)
			if r.status != http.StatusOK || r.header.Get("Content-Type") != "application/gzip" || !strings.Contains(r.header.Get("Cache-Control"), "immutable") ||
				r.header.Get("Content-Disposition") != `attachment; filename="`+lost.ID+`.proof"` {
				t.Fatalf("%d %v %s", r.status, r.header, r.body)
			}
			text, err := gzip.NewReader(bytes.NewReader(r.body))
			if err != nil {
				t.Fatal(err)
			}
			report, err := proof.Check(text, 1_000_000)
			if err != nil || string(report.Problem.ID()) != lost.ID || report.States < 1000 {
				t.Errorf("%+v, %v", report, err)
			}
			again, err := last.call("/v1/deals/"+lost.ID+"/proof", "")
			if err != nil || again.status != http.StatusOK || !bytes.Equal(again.body, r.body) || again.header.Get("ETag") != r.header.Get("ETag") {
				t.Errorf("from the last service: %v, %d %v", err, again.status, again.header)
			}
			won := last.solve(t, `{"game":"free-cell","seed":"microsoft:1"}`)
			var problem struct{ Type, Detail string }
			last.read(t, "/v1/deals/"+won.ID+"/proof", "", http.StatusNotFound, &problem)
			if problem.Type != "/problems/not-found" || !strings.HasSuffix(problem.Detail, "the verdict is winnable") {
				t.Errorf("%+v", problem)
			}
			made := 0.0
			for _, s := range services { // any of them may have run the job
				n, _ := s.metric(`thoughtful_proof_seconds_count{outcome="made"}`) // there is none where it is 0
				made += n
			}
			if made != 1 {
				t.Errorf("%g proofs made", made)
			}
		})
	}
}

// TestNoProof reaches a limit: the job fails, and so do requests as long as it is kept.
func TestNoProof(t *testing.T) {
	t.Parallel()
	l := launch(t, nil, "--data-dir", t.TempDir(), "--proof-states", "100")
	lost := l.solve(t, `{"game":"free-cell","seed":"microsoft:11982"}`)
	var j struct {
		ID, State string
		Proof     struct{ Deal, Href string }
	}
	l.read(t, "/v1/deals/"+lost.ID+"/proof", "", http.StatusAccepted, &j)
	if j.Proof.Deal != lost.ID || j.Proof.Href != "/v1/deals/"+lost.ID+"/proof" {
		t.Errorf("%+v", j)
	}
	for range 2 {
		r := l.proof(t, lost.ID)
		var problem struct{ Type, Detail string }
		if err := json.Unmarshal(r.body, &problem); err != nil || r.status != http.StatusNotFound || problem.Type != "/problems/no-proof" ||
			problem.Detail != "no proof found within 100 states; the command thoughtful prove can search further" {
			t.Errorf("%d %s", r.status, r.body)
		}
	}
	if n, err := l.metric("thoughtful_false_losses"); err != nil || n != 0 {
		t.Errorf("%g false losses, %v", n, err)
	}
}

// TestVerifyLosses stores losses, one of which is none, and has the service check them. The false one
// is no longer answered, by an engine that is right or by one that finds the loss again.
func TestVerifyLosses(t *testing.T) {
	t.Parallel()
	const key = "the key of this test alone"
	won, lost := numbered(t, "klondike", "solvitaire:2"), numbered(t, "klondike", "solvitaire:19")
	false1 := solver.NewRecord(won, solver.Result{Verdict: solver.Unwinnable, Engine: "faulty", States: 5}, 0)
	true1 := solver.NewRecord(lost, solver.Result{Verdict: solver.Unwinnable, Engine: "klondike", States: 5}, 0)
	for name, where := range map[string]func(t *testing.T) *base{
		"SQLite": func(t *testing.T) *base {
			dir := t.TempDir()
			return &base{"sqlite", filepath.Join(dir, "thoughtful.db"), database.Config{Dir: dir, SealKey: key}, []string{"--data-dir", dir, "--seal-key", key}}
		},
		"PostgreSQL": func(t *testing.T) *base {
			url := servicetest.Database(t)
			return &base{"pgx", url, database.Config{URL: url, SealKey: key}, []string{"--database-url", url, "--seal-key", key}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := where(t)
			b.open(t, func(s *store.Store) {
				if err := s.Put(t.Context(), false1, true1); err != nil {
					t.Fatal(err)
				}
			})
			const question = `{"game":"klondike","seed":"solvitaire:2"}`
			before := launch(t, nil, b.flags...)
			if a := before.solve(t, question); a.Verdict != solver.Unwinnable {
				t.Fatalf("before the check %+v", a)
			}
			before.stop(t)
			l := launch(t, nil, append(b.flags, "--verify-losses", "all")...)
			l.wait(t, "thoughtful_false_losses", 1)
			l.wait(t, `thoughtful_loss_check_seconds_count{outcome="failed"}`, 1)
			l.wait(t, `thoughtful_loss_check_seconds_count{outcome="proven"}`, 1)
			if log := l.log.String(); !strings.Contains(log, `level=ERROR msg="stored loss failed its check`) || !strings.Contains(log, string(won.ID())) {
				t.Errorf("logged %s", log)
			}
			var problem struct{ Type string }
			l.read(t, "/v1/deals/"+string(won.ID()), "", http.StatusNotFound, &problem)
			if a := l.solve(t, question); a.Verdict != solver.Winnable || a.Source != solver.FromSearch {
				t.Errorf("after the check %+v", a)
			}
			if a := l.solve(t, `{"game":"klondike","seed":"solvitaire:19"}`); a.Verdict != solver.Unwinnable || a.Source == solver.FromSearch {
				t.Errorf("the true loss %+v", a)
			}
			l.stop(t)

			b.open(t, func(s *store.Store) {
				if err := s.Delete(t.Context(), won.ID()); err != nil {
					t.Fatal(err)
				}
			})
			faulty := launch(t, always(solver.Result{Verdict: solver.Unwinnable, Engine: "faulty", States: 5}), append(b.flags, "--verify-losses", "all")...)
			for range 2 {
				faulty.read(t, "/v1/solve", question, http.StatusInternalServerError, &problem)
			}
			if n, err := faulty.metric(`thoughtful_loss_check_seconds_count`); err != nil || n != 0 {
				t.Errorf("%g losses checked again, %v", n, err)
			}
		})
	}
}
