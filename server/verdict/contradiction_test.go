package verdict_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// TestCacheContradictsStore has a cache that calls a problem unwinnable of which the store has a
// win, the store has nothing, or the store does not answer.
func TestCacheContradictsStore(t *testing.T) {
	p := newProblem(t, 1)
	for _, test := range []struct {
		name     string
		stored   *solver.Record
		down     error
		want     solver.Verdict
		from     solver.Source
		incident bool
	}{
		{"a win", new(record(p, won(t, p), time.Hour)), nil, solver.Winnable, solver.FromStore, true},
		{"nothing", nil, nil, solver.Unwinnable, solver.FromCache, false},
		{"the same", new(record(p, lost, time.Hour)), nil, solver.Unwinnable, solver.FromCache, false},
		{"no answer", new(record(p, won(t, p), time.Hour)), errors.New("away"), solver.Unwinnable, solver.FromCache, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := open(t, takes(time.Second, won(t, p)))
				b.cache.keep(record(p, lost, time.Hour))
				if test.stored != nil {
					b.store.keep(*test.stored)
				}
				b.store.set(test.down, 0)
				a := b.ask(t, within(time.Minute), p, solver.Budget{})
				if a.Verdict != test.want || a.Source != test.from {
					t.Errorf("answer %+v, want %s from %s", a, test.want, test.from)
				}
				log := b.log.String()
				if strings.Contains(log, "the store has a win") != test.incident || b.seen.now().refused[verdict.AtCache] == 1 != test.incident {
					t.Errorf("incident %t, refused %v, log %s", test.incident, b.seen.now().refused, log)
				}
				b.store.set(nil, 0)
				b.close(t)
			})
		})
	}
}

// TestContradictionIsSoughtOnce asks for a cached verdict three times: the store is asked once.
func TestContradictionIsSoughtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Second, won(t, p)))
		b.cache.keep(record(p, lost, time.Hour))
		for range 3 {
			if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Verdict != solver.Unwinnable {
				t.Errorf("answer %+v", a)
			}
		}
		if b.store.asked() != 1 {
			t.Errorf("the store was asked %d times", b.store.asked())
		}
		b.close(t)
	})
}

// TestAgreementIsKept asks for a verdict that the cache and the store have. The store is asked
// once: that it agrees says that it has it.
func TestAgreementIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, never(t), func(o *verdict.Options) { o.WriteFirst = true })
		b.cache.keep(record(p, lost, time.Hour))
		b.store.keep(record(p, lost, time.Hour))
		if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Verdict != solver.Unwinnable || a.Source != solver.FromCache {
			t.Errorf("answer %+v", a)
		}
		b.close(t)
		if b.store.gets != 1 || b.store.finds != 0 {
			t.Errorf("the store was asked %d times for a record, %d times for a verdict", b.store.gets, b.store.finds)
		}
	})
}
