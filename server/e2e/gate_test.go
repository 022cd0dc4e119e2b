package e2e

import (
	"database/sql"
	"log/slog"
	"net/http"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// engine is an engine made of a function.
type engine func(*solver.Clock, *solver.Problem, solver.Budget) solver.Result

func (e engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	return e(clock, p, b)
}

// always makes engines that return the same result for every problem.
func always(r solver.Result) func() solver.Engine {
	return func() solver.Engine {
		return engine(func(*solver.Clock, *solver.Problem, solver.Budget) solver.Result { return r })
	}
}

// TestBrokenEngine checks that an engine's wrong result is neither answered nor stored.
func TestBrokenEngine(t *testing.T) {
	p := numbered(t, "klondike", "solvitaire:2")
	right := portfolio.New(1<<25).Solve(nil, p, solver.Budget{})
	other := portfolio.New(1<<25).Solve(nil, numbered(t, "klondike", "solvitaire:4"), solver.Budget{})
	with := func(moves []game.Move) func() solver.Engine {
		return always(solver.Result{Verdict: solver.Winnable, Solution: moves, Engine: "broken"})
	}
	for name, test := range map[string]struct {
		engines func() solver.Engine
		metric  string
	}{
		"no moves":             {with(nil), "refused"},
		"a move left out":      {with(right.Solution[1:]), "refused"},
		"stops before the win": {with(right.Solution[:len(right.Solution)-1]), "refused"},
		"another deal's moves": {with(other.Solution), "refused"},
		"plays on":             {with(append(right.Solution[:len(right.Solution):len(right.Solution)], right.Solution[0])), "refused"},
		"no verdict":           {always(solver.Result{}), "refused"},
		"a verdict of its own": {always(solver.Result{Verdict: "drawn"}), "refused"},
		"no reason":            {always(solver.Result{Verdict: solver.Unknown}), "refused"},
		"a reason too many":    {always(solver.Result{Verdict: solver.Unwinnable, Reason: solver.Deadline}), "refused"},
		"an unwinnable way":    {always(solver.Result{Verdict: solver.Unwinnable, Solution: right.Solution}), "refused"},
		"less than no states":  {always(solver.Result{Verdict: solver.Unwinnable, States: -1}), "refused"},
		"panics": {func() solver.Engine {
			return engine(func(*solver.Clock, *solver.Problem, solver.Budget) solver.Result { panic("a fault of the engine") })
		}, "panics"},
	} {
		t.Run(name, func(t *testing.T) {
			l := launch(t, test.engines, "--data-dir", t.TempDir())
			for range 3 { // more often than there are workers
				var problem map[string]any
				r := l.read(t, "/v1/solve", `{"game":"klondike","seed":"solvitaire:2"}`, http.StatusInternalServerError, &problem)
				_, hasVerdict := problem["verdict"]
				if problem["type"] != "/problems/internal" || hasVerdict || strings.Contains(string(r.body), "able") {
					t.Errorf("answered %s", r.body)
				}
			}
			var dealt struct{ Verdict *solver.Verdict }
			l.read(t, "/v1/games/klondike/deals/solvitaire:2", "", http.StatusOK, &dealt)
			if dealt.Verdict != nil {
				t.Errorf("stored verdict %s", *dealt.Verdict)
			}
			var problem struct{ Type string }
			l.read(t, "/v1/deals/"+string(p.ID()), "", http.StatusNotFound, &problem)
			refused, err := l.metric("thoughtful_refused_results_total")
			panics, err2 := l.metric("thoughtful_engine_panics_total")
			if err != nil || err2 != nil || (test.metric == "refused") != (refused == 3) || (test.metric == "panics") != (panics == 3) {
				t.Errorf("%g results refused, %g panics (%v, %v)", refused, panics, err, err2)
			}
			// The log has the problem's id.
			if n := l.log.lines(`msg="search failed"`); n != 3 || !strings.Contains(l.log.String(), string(p.ID())) {
				t.Errorf("%d failures logged:\n%s", n, l.log)
			}
			l.stop(t)
		})
	}
}

// TestDamage damages stored records while the service is stopped. They are never answered, but
// deleted and replaced by correct ones.
func TestDamage(t *testing.T) {
	t.Parallel()
	won, lost, other := numbered(t, "klondike", "solvitaire:2"), numbered(t, "klondike", "solvitaire:19"), numbered(t, "klondike", "solvitaire:3")
	statement := func(text string, ids ...solver.ID) func(t *testing.T, b *base) {
		return func(t *testing.T, b *base) { b.execute(t, text, ids...) }
	}
	damages := []struct {
		name    string
		problem *solver.Problem // whose row is damaged
		damage  func(t *testing.T, b *base)
	}{
		{"won turned to lost", won, statement(
			`UPDATE verdicts SET verdict = 'unwinnable', solution = NULL, length = NULL WHERE id = $1`, won.ID())},
		{"lost turned to won", lost, statement(
			`UPDATE verdicts SET verdict = 'winnable', length = w.length, solution = w.solution, seal = w.seal
			 FROM verdicts w WHERE verdicts.id = $1 AND w.id = $2`, lost.ID(), won.ID())},
		{"known turned to unknown", lost, statement(
			`UPDATE verdicts SET verdict = 'unknown', because = 'deadline' WHERE id = $1`, lost.ID())},
		{"half a solution", won, statement(
			`UPDATE verdicts SET solution = substr(solution, 1, length(solution) / 2) WHERE id = $1`, won.ID())},
		{"wrong seal", won, statement(
			`UPDATE verdicts SET seal = rules.digest FROM rules WHERE id = $1`, won.ID())},
		{"another figure", won, statement(
			`UPDATE verdicts SET states = states + 1 WHERE id = $1`, won.ID())},
		{"another card", won, statement(
			`UPDATE deals SET position = replace(position, 'KS', 'KC') WHERE id = $1`, won.ID())},
		{"no deal", won, statement(
			`UPDATE deals SET position = 'KD' WHERE id = $1`, won.ID())},
		{"another deal's cards", won, statement(
			`UPDATE deals SET position = l.position FROM deals l WHERE deals.id = $1 AND l.id = $2`, won.ID(), lost.ID())},
		{"other rules", won, statement(
			`UPDATE rules SET document = replace(document, '"deal count":3', '"deal count":1')`)},
		{"moves that don't win, sealed", won, func(t *testing.T, b *base) {
			b.replace(t, won, func(r *solver.Record) { r.Solution = r.Solution[:len(r.Solution)-1] })
		}},
		{"an illegal move, sealed", won, func(t *testing.T, b *base) {
			b.replace(t, won, func(r *solver.Record) { r.Solution = r.Solution[1:] })
		}},
	}
	// lookUp looks a deal up that there is no record of. On a busy machine the database may be late for it.
	lookUp := func(t *testing.T, l *live, p *solver.Problem) {
		t.Helper()
		var r reply
		eventually(t, "the lookup is answered", func() bool {
			var err error
			if r, err = l.call("/v1/deals/"+string(p.ID()), ""); err != nil {
				t.Fatal(err)
			}
			return r.status != http.StatusServiceUnavailable
		})
		if r.status != http.StatusNotFound {
			t.Errorf("status %d: %s", r.status, r.body)
		}
	}
	// inTime does something to the database, launches a service and asks it something, again and again
	// until its database answers in time: a service whose database is late, as on a busy machine,
	// rightly searches, and a damaged record that is not deleted in time keeps its replacement out.
	inTime := func(t *testing.T, b *base, before func(), ask func(l *live)) *live {
		t.Helper()
		for range 20 {
			before()
			l := launch(t, nil, b.flags...)
			lookUp(t, l, other)
			if ask(l); l.log.lines("database failed") == 0 && l.log.lines("damaged record not deleted") == 0 {
				return l
			}
			l.stop(t)
		}
		t.Fatal("the database was late twenty times")
		return nil
	}
	for name, where := range map[string]func(t *testing.T) *base{
		"SQLite": func(t *testing.T) *base {
			dir := t.TempDir()
			return &base{"sqlite", filepath.Join(dir, "thoughtful.db"), database.Config{Dir: dir}, []string{"--data-dir", dir}}
		},
		"PostgreSQL": func(t *testing.T) *base {
			url := servicetest.Database(t)
			return &base{"pgx", url, database.Config{URL: url}, []string{"--database-url", url}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := where(t)
			question := func(p *solver.Problem) string {
				if p == lost {
					return `{"game":"klondike","seed":"solvitaire:19"}`
				}
				return `{"game":"klondike","seed":"solvitaire:2"}`
			}
			check := func(t *testing.T, l *live, p *solver.Problem, a answer, from solver.Source) {
				t.Helper()
				want := solver.Winnable
				if p == lost {
					want = solver.Unwinnable
				}
				if a.ID != string(p.ID()) || a.Verdict != want || a.Source != from {
					t.Errorf("%+v; want %s from %s", a, want, from)
				}
				if want == solver.Winnable {
					l.wins(t, `{"game":"klondike","seed":"solvitaire:2","moves":`+string(a.Solution.Moves)+`}`, a.Solution.Length)
				}
			}
			l := launch(t, nil, b.flags...)
			for _, p := range []*solver.Problem{won, lost} {
				check(t, l, p, l.solve(t, question(p)), solver.FromSearch)
			}
			l.stop(t)
			good := map[*solver.Problem]solver.Record{won: b.record(t, won), lost: b.record(t, lost)}

			for i, test := range damages {
				for j, first := range []string{"solve", "deal"} {
					if testing.Short() && ((i+j)%2 == 0) == (name == "SQLite") {
						continue // the other database meets it this way
					}
					t.Run(test.name+"/"+first, func(t *testing.T) {
						var repaired answer
						l := inTime(t, b, func() { test.damage(t, b) }, func(l *live) {
							if first == "deal" { // a lookup without a search finds nothing
								lookUp(t, l, test.problem)
							}
							repaired = l.solve(t, question(test.problem))
						})
						check(t, l, test.problem, repaired, solver.FromSearch)
						if n, err := l.metric(`thoughtful_refused_results_total{place="store"}`); err != nil || n != 1 {
							t.Errorf("%g records refused (%v)", n, err)
						}
						if n := l.log.lines("deleting a damaged record"); n != 1 {
							t.Errorf("%d records reported as damaged", n)
						}
						l.stop(t)
						got, want := b.record(t, test.problem), good[test.problem]
						// The solution, which is replayed below, may have been shortened before the stop or not.
						got.Elapsed, got.Shortening, got.Rough, got.Solution = want.Elapsed, want.Shortening, want.Rough, want.Solution
						got.States, got.Passes = want.States, want.Passes // an idle worker may have helped with a search that took long
						if !reflect.DeepEqual(got, want) {
							t.Errorf("stored %+v, want %+v", got, want)
						}
						var a, other answer
						l = inTime(t, b, func() {}, func(l *live) {
							a, other = l.solve(t, question(won)), l.solve(t, question(lost))
						})
						check(t, l, won, a, solver.FromStore)
						check(t, l, lost, other, solver.FromStore)
						l.stop(t)
					})
				}
			}
		})
	}
}

// base is a database that a service keeps its verdicts in.
type base struct {
	driver, source string // as database/sql knows it; the drivers come with package store
	config         database.Config
	flags          []string // of the service
}

// execute changes the database as an administrator would.
func (b *base) execute(t *testing.T, statement string, ids ...solver.ID) {
	t.Helper()
	db, err := sql.Open(b.driver, b.source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var args []any
	for _, id := range ids {
		args = append(args, string(id))
	}
	done, err := db.Exec(statement, args...)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	if n, err := done.RowsAffected(); err != nil || n != 1 {
		t.Fatalf("%s: %d rows (%v)", statement, n, err)
	}
}

// record returns the stored record of a problem.
func (b *base) record(t *testing.T, p *solver.Problem) solver.Record {
	t.Helper()
	var r solver.Record
	b.open(t, func(s *store.Store) {
		var found bool
		var err error
		if r, found, err = s.Get(t.Context(), p.ID()); err != nil || !found {
			t.Fatalf("found %v, %v", found, err)
		}
	})
	return r
}

// replace stores a changed record of a problem, as a faulty version of the service might.
func (b *base) replace(t *testing.T, p *solver.Problem, change func(*solver.Record)) {
	t.Helper()
	r := b.record(t, p)
	change(&r)
	b.open(t, func(s *store.Store) {
		if err := s.Delete(t.Context(), p.ID()); err != nil {
			t.Fatal(err)
		}
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	})
}

func (b *base) open(t *testing.T, use func(*store.Store)) {
	t.Helper()
	b.config.Log = slog.New(slog.DiscardHandler)
	s, err := store.Open(t.Context(), b.config, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	use(s)
}
