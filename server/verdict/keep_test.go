package verdict_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestKnow finds proven verdicts, in each tier, and no others.
func TestKnow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, never(t))
		near, far, vague, wrong := newProblem(t, 1), newProblem(t, 2), newProblem(t, 3), newProblem(t, 4)
		b.cache.keep(record(near, won(t, near), time.Second))
		b.store.keep(record(far, lost, time.Second))
		b.cache.keep(record(vague, tired, time.Second))
		b.cache.keep(record(wrong, solver.Result{Verdict: solver.Winnable, Solution: won(t, near).Solution}, time.Second))
		for _, c := range []struct {
			name string
			p    *solver.Problem
			far  bool
			want solver.Verdict
		}{
			{"near", near, false, solver.Winnable},
			{"near, in another order of columns", shuffled(t, near), false, solver.Winnable},
			{"far, but not to be looked for", far, false, ""},
			{"far", far, true, solver.Unwinnable},
			{"unknown", vague, true, ""},
			{"a solution that does not win", wrong, true, ""},
			{"nothing", newProblem(t, 5), true, ""},
		} {
			r, known := b.Know(context.Background(), c.p, c.far)
			if known != (c.want != "") || r.Verdict != c.want {
				t.Errorf("%s: %t, %+v", c.name, known, r)
			}
		}
		p, few, more := detour(t)
		b.cache.keep(record(p, solver.Result{Verdict: solver.Winnable, Solution: few}, time.Second))
		b.store.set(errors.New("down"), 0) // so that results stay in the backlog
		long := won(t, p)
		long.Solution = more
		b.solver.search = takes(time.Second, long)
		if _, err := b.Answer(context.Background(), p, solver.Budget{}, true); err != nil {
			t.Error(err)
		}
		if r, _ := b.Know(context.Background(), p, true); len(r.Solution) != len(few) {
			t.Errorf("of solutions of %d and %d moves, that of %d is known", len(few), len(more), len(r.Solution))
		}
		b.store.set(nil, 0)
		b.close(t)
		if b.cache.has(wrong.ID()).ID != "" {
			t.Error("a solution that does not win is still in the cache")
		}
	})
}

// TestNear keeps proven records, but no unknowns, in this process too, once they were read from
// the shared cache or the store, or found.
func TestNear(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(time.Second, lost))
		cached, stored, vague, found := newProblem(t, 1), newProblem(t, 2), newProblem(t, 3), newProblem(t, 4)
		b.cache.keep(record(cached, won(t, cached), time.Second))
		b.store.keep(record(stored, lost, time.Second))
		b.cache.keep(record(vague, tired, time.Hour))
		for _, p := range []*solver.Problem{cached, stored, vague, found} {
			b.ask(t, context.Background(), p, solver.Budget{States: 1})
		}
		b.solver.search = never(t)
		synctest.Wait()
		asked, read := b.cache.asked(), b.store.asked()
		for _, p := range []*solver.Problem{cached, stored} {
			if a := b.ask(t, context.Background(), p, solver.Budget{}); a.Verdict == solver.Unknown || a.Source != solver.FromCache {
				t.Errorf("%s from %s", a.Verdict, a.Source)
			}
		}
		if b.cache.asked() != asked || b.store.asked() != read {
			t.Error("what this process has was read elsewhere again")
		}
		if r := b.nearby(vague); r.ID != "" {
			t.Errorf("an unknown of the shared cache is kept here: %+v", r)
		}
		b.close(t)
	})
}

// TestKeepRough keeps a solution of which a rough record is cached: it stays rough, so that it is
// shortened when it is asked for, and a shorter one replaces it.
func TestKeepRough(t *testing.T) {
	p, few, more := detour(t)
	synctest.Test(t, func(t *testing.T) {
		b := open(t, never(t), shortens(few))
		r := record(p, solver.Result{Verdict: solver.Winnable, Solution: more}, time.Second)
		r.Rough = true
		b.cache.keep(r)
		for _, line := range [][]game.Move{more, few} {
			if err := b.Keep(p, solver.Result{Verdict: solver.Winnable, Solution: line}, time.Second); err != nil {
				t.Error(err)
			}
			if got := b.cache.has(p.ID()); !got.Rough || len(got.Solution) != len(line) {
				t.Errorf("%d moves, rough %v", len(got.Solution), got.Rough)
			}
		}
		b.close(t)
	})
}

// TestKeep keeps results in the cache only, the better ones, and none that the referee rejects.
func TestKeep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, never(t))
		p, few, more := detour(t)
		q := newProblem(t, 1000)
		short, long := won(t, p), won(t, p)
		short.Solution, long.Solution = few, more
		for i, r := range []solver.Result{long, short, long, short} {
			r.States = int64(i)
			if err := b.Keep(p, r, time.Second); err != nil {
				t.Error(err)
			}
		}
		got := b.cache.has(p.ID())
		if len(got.Solution) != len(short.Solution) {
			t.Errorf("%d moves are kept, want %d", len(got.Solution), len(short.Solution))
		}
		if got.States != 1 {
			t.Errorf("%d states, want those of the search", got.States)
		}
		if err := b.Keep(q, short, time.Second); err == nil {
			t.Error("another deal's solution was kept")
		}
		b.close(t)
		if ids := b.store.ids(); len(ids) > 0 {
			t.Errorf("the store has %v", ids)
		}
		if ids := b.cache.ids(); len(ids) != 1 {
			t.Errorf("the cache has %v", ids)
		}
	})
}

// TestStore has a result in the store when it returns, and none that the referee rejects.
func TestStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, never(t))
		p, few, more := detour(t)
		for _, line := range [][]game.Move{more, few, more} {
			if err := b.Store(t.Context(), p, solver.Result{Verdict: solver.Winnable, Solution: line}, time.Minute); err != nil {
				t.Error(err)
			}
			if got := b.store.has(p.ID()); !got.Rough || got.Unstored {
				t.Errorf("the store has %+v", got)
			}
		}
		if got := b.store.has(p.ID()); len(got.Solution) != len(few) {
			t.Errorf("%d moves are stored, want %d", len(got.Solution), len(few))
		}
		q := newProblem(t, 1000)
		if err := b.Store(t.Context(), q, solver.Result{Verdict: solver.Winnable, Solution: few}, time.Minute); err == nil || b.store.has(q.ID()).ID != "" {
			t.Errorf("another deal's solution was stored: %v", err)
		}
		if a := b.ask(t, context.Background(), p, solver.Budget{}); a.Verdict != solver.Winnable || a.Source != solver.FromCache {
			t.Errorf("%s from %s", a.Verdict, a.Source)
		}
		b.close(t)
	})
}
