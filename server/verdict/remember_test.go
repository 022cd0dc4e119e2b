package verdict_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// TestRemember reads stored answers without a search.
func TestRemember(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, lost := newProblem(t, 1), newProblem(t, 2)
		found := won(t, p)
		b := open(t, takes(3*time.Second, found), shortens(found.Solution))
		if a, known := b.Remember(within(time.Minute), p, solver.Budget{}); known {
			t.Errorf("stored before the first request: %+v", a)
		}
		b.ask(t, within(time.Minute), p, solver.Budget{})
		if a, known := b.Remember(within(time.Minute), p, solver.Budget{}); known {
			t.Errorf("before the solution is shortened: %+v", a)
		}
		time.Sleep(6 * time.Second)
		a, known := b.Remember(within(time.Minute), p, solver.Budget{})
		if !known || a.Verdict != solver.Winnable || a.Source != solver.FromCache || a.Elapsed != 3*time.Second {
			t.Errorf("after a request: %v, %+v", known, a)
		}
		if a, known := b.Remember(within(time.Minute), p, solver.Budget{Objective: solver.ShortestSolution}); known {
			t.Errorf("a solution that was not shortened has a bound: %+v", a)
		}
		b.cache.Delete(context.Background(), p.ID())
		b.forget(p)
		if a, known = b.Remember(within(time.Minute), p, solver.Budget{}); !known || a.Source != solver.FromStore {
			t.Errorf("from the store: %v, %+v", known, a)
		}
		if b.cache.has(p.ID()).Verdict != solver.Winnable || b.nearby(p).Verdict != solver.Winnable {
			t.Error("the store's record was not put into the caches")
		}

		// An unknown answers requests with no more time than its search took.
		b.store.keep(record(lost, solver.Result{
			Verdict: solver.Unknown, Reason: solver.Deadline, Engine: "fake", States: 5000,
		}, 5*time.Second))
		for left, want := range map[time.Duration]bool{4 * time.Second: true, time.Minute: false} {
			if a, known := b.Remember(within(left), lost, solver.Budget{}); known != want {
				t.Errorf("unknown after 5 s, with %s left: %v, %+v", left, known, a)
			}
		}
		if b.solver.searches() != 1 {
			t.Errorf("%d searches", b.solver.searches())
		}
		b.close(t)
		if _, known := b.Remember(within(time.Minute), p, solver.Budget{}); known {
			t.Error("an answer after Close")
		}
	})
}

// TestRememberWithAnIdleWorker answers at once from what would be searched for, or searched for first, by a worker.
func TestRememberWithAnIdleWorker(t *testing.T) {
	related, r, q := known(t, solver.Winnable, "klondike-draw-6", "klondike")
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, never(t))
		b.solver.idle = true
		b.store.keep(record(p, solver.Result{
			Verdict: solver.Unknown, Reason: solver.Deadline, Engine: "fake", States: 10000,
		}, time.Minute))
		if a, known := b.Remember(within(time.Second), p, solver.Budget{}); !known || a.Reason != solver.Deadline {
			t.Errorf("the unknown of a longer search: %v, %+v", known, a)
		}
		b.store.keep(r)
		a, known := b.Remember(within(time.Second), q, solver.Budget{Objective: solver.FirstSolution})
		if !known || a.Source != solver.FromRelative || a.Origin.ID != related.ID() {
			t.Errorf("what follows from a related game: %v, %+v", known, a)
		}
		b.close(t)
	})
}

// TestRememberHangingStore reads from a store that does not answer.
func TestRememberHangingStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Second, won(t, p)), func(o *verdict.Options) { o.StoreTimeout = time.Hour })
		b.store.set(nil, time.Hour)
		began := time.Now()
		if _, known := b.Remember(within(2*time.Second), p, solver.Budget{}); known || time.Since(began) != 2*time.Second {
			t.Errorf("known %v after %s", known, time.Since(began))
		}
		b.store.set(nil, 0)
		b.close(t)
	})
}
