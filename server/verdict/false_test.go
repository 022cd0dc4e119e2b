package verdict_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// TestFalseLoss has records of a loss whose check has failed in every place, and an engine that finds
// a win, or the loss again: unwinnable is never answered, and the records are deleted.
func TestFalseLoss(t *testing.T) {
	p := newProblem(t, 1)
	for name, again := range map[string]solver.Result{"a win": won(t, p), "the loss again": lost} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				checked := false
				b := open(t, takes(time.Second, again), func(o *verdict.Options) {
					o.False = func(id solver.ID) bool { return checked && id == p.ID() }
				})
				keep := func() {
					if err := b.near.Put(t.Context(), record(p, lost, time.Hour)); err != nil {
						t.Fatal(err)
					}
					b.cache.keep(record(p, lost, time.Hour))
					b.store.keep(record(p, lost, time.Hour))
				}
				keep()
				if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Verdict != solver.Unwinnable {
					t.Fatalf("before the check %+v", a)
				}
				checked = true
				if q, a, err := b.Recall(t.Context(), p.ID()); q != nil || err != nil {
					t.Errorf("recalled %+v, %v", a, err)
				}
				keep()
				for range 2 {
					a, err := b.Answer(within(time.Minute), p, solver.Budget{}, false)
					if a.Verdict == solver.Unwinnable || (err == nil) != (again.Verdict == solver.Winnable) {
						t.Errorf("answer %+v, %v", a, err)
					}
				}
				b.close(t)
				for i, place := range []verdict.Records{b.near, b.cache, b.store} {
					r, found, err := place.Get(t.Context(), p.ID())
					if found && r.Verdict == solver.Unwinnable || err != nil && !errors.Is(err, solver.ErrDamaged) {
						t.Errorf("place %d has %+v, %v", i, r, err)
					}
				}
			})
		})
	}
}
