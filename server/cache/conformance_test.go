package cache

import (
	"context"
	"crypto/rand"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// cache is what both caches do.
type cache interface {
	Get(context.Context, solver.ID) (solver.Record, bool, error)
	Find(context.Context, []solver.Wanted) (solver.ID, bool, error)
	Put(context.Context, solver.Record) error
	Delete(context.Context, solver.ID) error
}

// each runs a test on an empty cache of each kind.
func each(t *testing.T, test func(t *testing.T, c cache)) {
	t.Parallel()
	t.Run("Process", func(t *testing.T) {
		t.Parallel()
		test(t, NewProcess(64<<20, 0, 0))
	})
	t.Run("Redis", func(t *testing.T) {
		t.Parallel()
		test(t, openRedis(t, RedisOptions{URL: servicetest.URL(t, servicetest.Redis)}))
	})
}

// openRedis opens a Redis for a test, with keys that no other test has, and with
// patience with a busy machine if nothing else is said.
func openRedis(t *testing.T, o RedisOptions) *Redis {
	t.Helper()
	o.Prefix = "test-" + rand.Text() + ":"
	o.Log = slog.New(slog.DiscardHandler)
	o.Seals = testSeals(t, testKey)
	if o.Timeout == 0 {
		o.Timeout = 10 * time.Second
	}
	c, err := OpenRedis(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// testKey is what tests seal with.
const testKey = "the key of these tests"

func testSeals(t *testing.T, text string) *seal.Keys {
	t.Helper()
	keys, err := seal.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return &keys
}

// problem is a deal of Klondike by number.
func problem(t *testing.T, number int) *solver.Problem {
	t.Helper()
	g, _ := rules.Lookup("klondike")
	position, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(number)}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	p := solver.NewProblem(g.Rules, position)
	return p
}

// The records of the tests: of a problem, won, lost, and not known after a search.
// No cache asks whether the moves win, so any legal ones will do.
func winnable(p *solver.Problem, moves int) solver.Record {
	position := p.Position()
	s := game.New(p.Rules(), &position)
	var line []game.Move
	for i := range moves {
		legal := s.Legal()
		line = append(line, legal[i*7%len(legal)])
		s.Do(line[i])
	}
	return solver.NewRecord(p, solver.Result{
		Verdict: solver.Winnable, Solution: line, Engine: "search", States: 4123,
	}, 1900*time.Microsecond)
}

// sought is won, with a bound, after a search for shorter solutions.
func sought(p *solver.Problem, moves, bound int) solver.Record {
	r := winnable(p, moves)
	r.OptimizedLength, r.Bound = true, min(bound, game.Length(r.Solution))
	r.Shortening = 2 * time.Millisecond
	return r
}

// rough is won, with a solution that is still to be shortened.
func rough(p *solver.Problem, moves int) solver.Record {
	r := winnable(p, moves)
	r.Rough, r.Shortening = true, time.Microsecond
	return r
}

func unwinnable(p *solver.Problem) solver.Record {
	return solver.NewRecord(p, solver.Result{Verdict: solver.Unwinnable, Engine: "search", States: 77, Passes: []solver.Pass{{Name: "one", States: 70}}}, time.Millisecond)
}

func unknown(p *solver.Problem, states int64, elapsed time.Duration) solver.Record {
	return solver.NewRecord(p, solver.Result{
		Verdict: solver.Unknown, Reason: solver.States, Engine: "klondike", States: states,
	}, elapsed)
}

func put(t *testing.T, c cache, records ...solver.Record) {
	t.Helper()
	for _, r := range records {
		if err := c.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}

// wantRecord checks that the cache has this very record.
func wantRecord(t *testing.T, c cache, want solver.Record) {
	t.Helper()
	got, ok, err := c.Get(t.Context(), want.ID)
	if err != nil || !ok {
		t.Fatalf("Get(%s) = %t, %v, want a record", want.ID, ok, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("record of %s (- want + got):\n%s", want.ID, diff)
	}
}

// wantNone checks that the cache knows nothing of a problem.
func wantNone(t *testing.T, c cache, id solver.ID) {
	t.Helper()
	if r, ok, err := c.Get(t.Context(), id); ok || err != nil {
		t.Errorf("Get(%s) = %+v, %t, %v, want nothing", id, r, ok, err)
	}
}

func TestGetGivesWhatWasPut(t *testing.T) {
	each(t, func(t *testing.T, c cache) {
		wantNone(t, c, problem(t, 1).ID())
		records := []solver.Record{
			winnable(problem(t, 1), 200),
			winnable(problem(t, 2), 0), // won when it was dealt
			unwinnable(problem(t, 3)),
			unknown(problem(t, 4), 1<<40, 3*time.Hour),
		}
		put(t, c, records...)
		for _, r := range records {
			wantRecord(t, c, r)
		}
		wantNone(t, c, problem(t, 5).ID())
	})
}

func TestPutKeepsTheBetter(t *testing.T) {
	each(t, func(t *testing.T, c cache) {
		of := func(p *solver.Problem) []solver.Record {
			return []solver.Record{
				winnable(p, 20), winnable(p, 30), sought(p, 30, 0), sought(p, 30, 17), sought(p, 20, 0), rough(p, 20), rough(p, 30), unwinnable(p),
				unknown(p, 0, 0), unknown(p, 9, time.Second), unknown(p, 100, time.Second),
				unknown(p, 100, 2*time.Second), unknown(p, 1<<62, time.Second), unknown(p, 1<<62, 1<<62),
			}
		}
		n := len(of(problem(t, 0)))
		for i := range n {
			for j := range n {
				records := of(problem(t, i*n+j))
				first, second := records[i], records[j]
				put(t, c, first, second)
				want := first
				if second.Better(&first) {
					want = second
				}
				wantRecord(t, c, want)
			}
		}
	})
}

func TestPutOfManyAtOnceKeepsTheBest(t *testing.T) {
	each(t, func(t *testing.T, c cache) {
		p := problem(t, 1)
		var records []solver.Record
		for n := range 20 {
			records = append(records, unknown(p, int64(n), time.Second))
		}
		best := winnable(p, 10)
		records = append(slices.Insert(records, 10, best), unwinnable(problem(t, 2)))
		var writers sync.WaitGroup
		for _, r := range records {
			writers.Go(func() {
				if err := c.Put(t.Context(), r); err != nil {
					t.Error(err)
				}
			})
		}
		writers.Wait()
		wantRecord(t, c, best)
	})
}

func TestEpochsAreKeptApart(t *testing.T) {
	each(t, func(t *testing.T, c cache) {
		p := problem(t, 1)
		other := winnable(p, 10)
		other.Epoch = solver.Epoch + 1
		put(t, c, other)
		wantNone(t, c, p.ID())
		current := unknown(p, 1, 1)
		put(t, c, current)
		wantRecord(t, c, current)
	})
}

// TestFind looks for the first of several wanted verdicts.
func TestFind(t *testing.T) {
	each(t, func(t *testing.T, c cache) {
		won, lost, tried, older := problem(t, 1), problem(t, 2), problem(t, 3), problem(t, 4)
		nobody := problem(t, 5)
		past := winnable(older, 5)
		past.Epoch = solver.Epoch + 1
		put(t, c, winnable(won, 10), unwinnable(lost), unknown(tried, 5, 5), past)
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
	each(t, func(t *testing.T, c cache) {
		gone, kept := winnable(problem(t, 1), 10), winnable(problem(t, 2), 10)
		put(t, c, gone, kept)
		for range 2 { // the second time there is nothing to delete
			if err := c.Delete(t.Context(), gone.ID); err != nil {
				t.Fatal(err)
			}
			wantNone(t, c, gone.ID)
		}
		wantRecord(t, c, kept)
		worse := unknown(problem(t, 1), 1, 1)
		put(t, c, worse)
		wantRecord(t, c, worse)
	})
}

func TestPutRefuses(t *testing.T) {
	each(t, func(t *testing.T, c cache) {
		p := problem(t, 1)
		for what, spoil := range map[string]func(r *solver.Record){
			"another problem's id":       func(r *solver.Record) { r.ID = problem(t, 5).ID() },
			"another problem's text":     func(r *solver.Record) { r.Problem = problem(t, 5).Text() },
			"no verdict":                 func(r *solver.Record) { r.Verdict = "" },
			"unwinnable with a solution": func(r *solver.Record) { r.Verdict = solver.Unwinnable },
			"cancelled": func(r *solver.Record) {
				r.Verdict, r.Reason, r.Solution = solver.Unknown, solver.Cancelled, nil
			},
		} {
			r := winnable(p, 10)
			spoil(&r)
			if err := c.Put(t.Context(), r); err == nil {
				t.Errorf("%s: a record like that was kept", what)
			}
			wantNone(t, c, r.ID)
		}
	})
}
