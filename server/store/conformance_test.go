package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/migrations"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

func TestMain(m *testing.M) {
	beWriter()
	goleak.VerifyTestMain(m)
}

// engine is one of the two implementations under test.
type engine struct {
	name string
	// config returns an empty database for one test.
	config func(t *testing.T) database.Config
	// damage runs a statement on the database, without constraints.
	damage func(t *testing.T, s *Store, statement string)
}

var engines = []engine{
	{"PostgreSQL", func(t *testing.T) database.Config {
		return database.Config{URL: servicetest.Database(t), Log: logger(t)}
	}, damagePostgres},
	{"SQLite", func(t *testing.T) database.Config {
		return database.Config{Dir: filepath.Join(t.TempDir(), "data"), Log: logger(t)}
	}, damageSQLite},
}

func logger(t *testing.T) *slog.Logger { return slog.New(slog.NewTextHandler(t.Output(), nil)) }

func damagePostgres(t *testing.T, s *Store, statement string) {
	t.Helper()
	connection, err := s.Postgres().Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Release()
	for _, sql := range []string{
		"ALTER TABLE verdicts DROP CONSTRAINT IF EXISTS verdicts_check, DROP CONSTRAINT IF EXISTS verdicts_check1, DROP CONSTRAINT IF EXISTS verdicts_check2",
		"ALTER TABLE campaigns DROP CONSTRAINT IF EXISTS campaigns_epoch_check",
		statement,
	} {
		if _, err := connection.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %s", sql, err)
		}
	}
}

func damageSQLite(t *testing.T, s *Store, statement string) {
	t.Helper()
	connection, err := s.SQLite().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	for _, sql := range []string{"PRAGMA ignore_check_constraints = 1", statement, "PRAGMA ignore_check_constraints = 0"} {
		if _, err := connection.ExecContext(t.Context(), sql); err != nil {
			t.Fatalf("%s: %s", sql, err)
		}
	}
}

// open opens a store for a test and closes it at its end.
func open(t *testing.T, c database.Config) *Store {
	t.Helper()
	s, err := Open(t.Context(), c, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// problem returns a deal of a game by number.
func problem(t *testing.T, name string, number int) *solver.Problem {
	t.Helper()
	g, ok := rules.Lookup(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	seed, err := deal.ParseSeed(fmt.Sprintf("solvitaire:%d", number))
	if err != nil {
		t.Fatal(err)
	}
	position, err := seed.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	p := solver.NewProblem(g.Rules, position)
	return p
}

// line plays n legal moves, or as many as there are. Stores do not check that they win.
func line(p *solver.Problem, n int) []game.Move {
	position := p.Position()
	s := game.New(p.Rules(), &position)
	var moves []game.Move
	for i := range n {
		legal := s.Legal()
		if len(legal) == 0 {
			break
		}
		m := legal[i*7%len(legal)]
		s.Do(m)
		moves = append(moves, m)
	}
	return moves
}

// The records of the tests: of a problem, won, lost, and not known after a search.
func winnableRecord(p *solver.Problem, moves int) solver.Record {
	return solver.NewRecord(p, solver.Result{
		Verdict: solver.Winnable, Solution: line(p, moves), Engine: "search", States: 4123,
	}, 1900*time.Microsecond)
}

// sought is won, with a bound, after a search for shorter solutions.
func sought(p *solver.Problem, moves, bound int) solver.Record {
	r := winnableRecord(p, moves)
	r.OptimizedLength, r.Bound = true, min(bound, game.Length(r.Solution))
	r.Shortening = 2 * time.Millisecond
	return r
}

// rough is won, with a solution that is still to be shortened.
func rough(p *solver.Problem, moves int) solver.Record {
	r := winnableRecord(p, moves)
	r.Rough, r.Shortening = true, time.Microsecond
	return r
}

func unwinnable(p *solver.Problem) solver.Record {
	return solver.NewRecord(p, solver.Result{
		Verdict: solver.Unwinnable, Engine: "search", States: 77, Passes: []solver.Pass{{Name: "one", States: 70}, {Name: "two", States: 7}},
	}, time.Millisecond)
}

func unknown(p *solver.Problem, states int64, elapsed time.Duration) solver.Record {
	return solver.NewRecord(p, solver.Result{
		Verdict: solver.Unknown, Reason: solver.States, Engine: "klondike", States: states,
	}, elapsed)
}

func put(t *testing.T, s verdicts, records ...solver.Record) {
	t.Helper()
	if err := s.Put(t.Context(), records...); err != nil {
		t.Fatal(err)
	}
}

// wantRecord checks that the store has exactly this record.
func wantRecord(t *testing.T, s *Store, want solver.Record) {
	t.Helper()
	got, ok, err := s.Get(t.Context(), want.ID)
	if err != nil || !ok {
		t.Fatalf("Get(%s) = %t, %v, want a record", want.ID, ok, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("record of %s (- want + got):\n%s", want.ID, diff)
	}
}

// each runs a test on an empty store of each engine.
func each(t *testing.T, test func(t *testing.T, e engine, s *Store)) {
	t.Parallel()
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			test(t, e, open(t, e.config(t)))
		})
	}
}

func TestGetGivesWhatWasPut(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		klondike, freeCell := problem(t, "klondike", 1), problem(t, "free-cell", 1)
		if _, ok, err := s.Get(t.Context(), klondike.ID()); ok || err != nil {
			t.Errorf("an empty store: %t, %v", ok, err)
		}
		records := []solver.Record{
			winnableRecord(klondike, 200),
			winnableRecord(problem(t, "klondike", 2), 0), // won when it was dealt
			sought(problem(t, "klondike", 4), 100, 50),
			rough(problem(t, "klondike", 5), 100),
			unwinnable(freeCell),
			unknown(problem(t, "free-cell", 2), 1<<40, 3*time.Hour),
		}
		put(t, s, records...)
		for _, r := range records {
			wantRecord(t, s, r)
		}
		if _, ok, err := s.Get(t.Context(), problem(t, "klondike", 3).ID()); ok || err != nil {
			t.Errorf("a problem that was not put: %t, %v", ok, err)
		}
		put(t, s) // no records
		if err := s.Ping(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestPutKeepsTheBetter(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		of := func(p *solver.Problem) []solver.Record {
			records := []solver.Record{
				winnableRecord(p, 20), winnableRecord(p, 30), sought(p, 30, 0), sought(p, 30, 17), sought(p, 20, 0), rough(p, 20), rough(p, 30), unwinnable(p),
				unknown(p, 100, time.Second), unknown(p, 100, 2*time.Second), unknown(p, 200, time.Second),
			}
			for _, r := range slices.Clone(records) {
				r.Epoch++
				records = append(records, r)
			}
			return records
		}
		number := 0
		for i := range of(problem(t, "free-cell", 0)) {
			for j := range of(problem(t, "free-cell", 0)) {
				number++
				if testing.Short() && number%5 > 0 {
					continue
				}
				records := of(problem(t, "free-cell", number))
				first, second := records[i], records[j]
				put(t, s, first)
				put(t, s, second)
				want := first
				if second.Better(&first) {
					want = second
				}
				wantRecord(t, s, want)
			}
		}
	})
}

func TestPutKeepsTheBetterWithinACall(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		p := problem(t, "free-cell", 1)
		put(t, s, unknown(p, 100, time.Second), winnableRecord(p, 10), unknown(p, 300, time.Second))
		wantRecord(t, s, winnableRecord(p, 10))
	})
}

func TestPutOfManyAtOnceKeepsTheBest(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		var problems []*solver.Problem
		for n := range 5 {
			problems = append(problems, problem(t, "free-cell", n), problem(t, "klondike", n))
		}
		const best = 12
		var writers sync.WaitGroup
		for w := range best {
			writers.Go(func() {
				// Every writer has another order, its own rank, and another best.
				var records []solver.Record
				for i := range problems {
					p := problems[(i*3+w)%len(problems)]
					records = append(records, unknown(p, int64((w*5+i)%best+1), time.Second))
				}
				if w%2 == 1 {
					slices.Reverse(records)
				}
				if err := s.Put(t.Context(), records...); err != nil {
					t.Error(err)
				}
				for _, p := range problems {
					if err := s.Put(t.Context(), unknown(p, int64((w+1)*10), time.Second)); err != nil {
						t.Error(err)
					}
				}
			})
		}
		writers.Wait()
		for _, p := range problems {
			wantRecord(t, s, unknown(p, best*10, time.Second))
		}
	})
}

func TestPutIsAllOrNothing(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		good := winnableRecord(problem(t, "klondike", 1), 10)
		for what, spoil := range map[string]func(r *solver.Record){
			"another problem's id":       func(r *solver.Record) { r.ID = problem(t, "klondike", 5).ID() },
			"another problem's text":     func(r *solver.Record) { r.Problem = problem(t, "klondike", 5).Text() },
			"no text":                    func(r *solver.Record) { r.Problem = ""; r.ID = solver.IDOf("") },
			"text with spaces":           func(r *solver.Record) { r.Problem = " " + r.Problem; r.ID = solver.IDOf(r.Problem) },
			"no verdict":                 func(r *solver.Record) { r.Verdict = "" },
			"unknown without reason":     func(r *solver.Record) { r.Verdict = solver.Unknown; r.Solution = nil },
			"unwinnable with a solution": func(r *solver.Record) { r.Verdict = solver.Unwinnable },
			"cancelled": func(r *solver.Record) {
				r.Verdict, r.Reason, r.Solution = solver.Unknown, solver.Cancelled, nil
			},
			"no epoch": func(r *solver.Record) { r.Epoch = 0 },
		} {
			bad := winnableRecord(problem(t, "klondike", 2), 10)
			spoil(&bad)
			if err := s.Put(t.Context(), good, bad); err == nil {
				t.Errorf("%s: the record was stored", what)
			}
		}
		if _, ok, err := s.Get(t.Context(), good.ID); ok || err != nil {
			t.Errorf("a record beside a bad one: %t, %v, want nothing stored", ok, err)
		}
	})
}

// TestFind looks for the first of several wanted verdicts.
func TestFind(t *testing.T) {
	each(t, func(t *testing.T, _ engine, c *Store) {
		won, lost, tried, older := problem(t, "klondike", 1), problem(t, "klondike", 2), problem(t, "klondike", 3), problem(t, "klondike", 4)
		nobody := problem(t, "klondike", 5)
		past := winnableRecord(older, 5)
		past.Epoch = solver.Epoch + 1
		put(t, c, winnableRecord(won, 10), unwinnable(lost), unknown(tried, 5, 5), past)
		for _, test := range []struct {
			wanted []solver.Wanted
			want   solver.ID
		}{
			{[]solver.Wanted{{ID: nobody.ID(), Verdict: solver.Winnable}}, ""},
			{[]solver.Wanted{{ID: won.ID(), Verdict: solver.Unwinnable}, {ID: lost.ID(), Verdict: solver.Winnable}}, ""},
			{[]solver.Wanted{{ID: tried.ID(), Verdict: solver.Winnable}, {ID: tried.ID(), Verdict: solver.Unwinnable}}, ""},
			{[]solver.Wanted{{ID: older.ID(), Verdict: solver.Winnable}}, ""},
			{[]solver.Wanted{{ID: nobody.ID(), Verdict: solver.Winnable}, {ID: won.ID(), Verdict: solver.Winnable}, {ID: lost.ID(), Verdict: solver.Unwinnable}}, won.ID()},
			{[]solver.Wanted{{ID: lost.ID(), Verdict: solver.Unwinnable}, {ID: won.ID(), Verdict: solver.Winnable}}, lost.ID()},
		} {
			if got, ok, err := c.Find(t.Context(), test.wanted); got != test.want || ok != (test.want != "") || err != nil {
				t.Errorf("Find(%v) = %s, %t, %v, want %s", test.wanted, got, ok, err, test.want)
			}
		}
	})
}

func TestDelete(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		gone, kept := winnableRecord(problem(t, "klondike", 1), 10), winnableRecord(problem(t, "klondike", 2), 10)
		put(t, s, gone, kept)
		for range 2 { // the second time there is nothing to delete
			if err := s.Delete(t.Context(), gone.ID); err != nil {
				t.Fatal(err)
			}
			if _, ok, err := s.Get(t.Context(), gone.ID); ok || err != nil {
				t.Errorf("a deleted verdict: %t, %v", ok, err)
			}
		}
		wantRecord(t, s, kept)
		worse := unknown(problem(t, "klondike", 1), 1, 1)
		put(t, s, worse)
		wantRecord(t, s, worse)
	})
}

func TestForget(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		old, current := winnableRecord(problem(t, "klondike", 1), 10), unwinnable(problem(t, "klondike", 2))
		old.Epoch, current.Epoch = 2, 3
		put(t, s, old, current)
		for _, c := range []struct {
			before int
			want   int64
		}{{2, 0}, {3, 1}, {3, 0}} {
			if n, err := s.Forget(t.Context(), c.before); n != c.want || err != nil {
				t.Errorf("Forget(%d) = %d, %v, want %d", c.before, n, err, c.want)
			}
		}
		if _, ok, err := s.Get(t.Context(), old.ID); ok || err != nil {
			t.Errorf("a forgotten verdict: %t, %v", ok, err)
		}
		wantRecord(t, s, current)
		old.Epoch = 1 // a forgotten record does not prevent a new one
		put(t, s, old)
		wantRecord(t, s, old)
	})
}

func TestOpenAgain(t *testing.T) {
	t.Parallel()
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			c := e.config(t)
			r := winnableRecord(problem(t, "klondike", 1), 10)
			s, err := Open(t.Context(), c, 0)
			if err != nil {
				t.Fatal(err)
			}
			put(t, s, r)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if _, _, err := s.Get(t.Context(), r.ID); err == nil {
				t.Error("no error after Close")
			}
			wantRecord(t, open(t, c), r)
		})
	}
}

// TestNewerDatabase opens a database that a newer program has migrated. It is refused, and is as
// it was.
func TestNewerDatabase(t *testing.T) {
	t.Parallel()
	files, err := fs.ReadDir(migrations.SQLite(), ".")
	if err != nil {
		t.Fatal(err)
	}
	newest := len(files) // they are numbered from 1
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			c := e.config(t)
			s, err := Open(t.Context(), c, 0)
			if err != nil {
				t.Fatal(err)
			}
			e.damage(t, s, fmt.Sprintf("INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, true)", newest+2))
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf("newer than this program: it has migration %d, and the newest that the program knows is %d", newest+2, newest)
			for range 2 {
				if _, err := Open(t.Context(), c, 0); !errors.Is(err, database.ErrNewer) || !strings.Contains(err.Error(), want) {
					t.Errorf("%v, want %s", err, want)
				}
			}
		})
	}
}

func TestContextEnds(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		r := winnableRecord(problem(t, "klondike", 1), 10)
		if err := s.Put(ctx, r); !errors.Is(err, context.Canceled) {
			t.Errorf("Put: %v", err)
		}
		if _, _, err := s.Get(ctx, r.ID); !errors.Is(err, context.Canceled) {
			t.Errorf("Get: %v", err)
		}
		if _, err := s.Forget(ctx, 9); !errors.Is(err, context.Canceled) {
			t.Errorf("Forget: %v", err)
		}
		if err := s.Delete(ctx, r.ID); !errors.Is(err, context.Canceled) {
			t.Errorf("Delete: %v", err)
		}
		if err := s.Ping(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Ping: %v", err)
		}
		put(t, s, r)
		wantRecord(t, s, r)
	})
}
