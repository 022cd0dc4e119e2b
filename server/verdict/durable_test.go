package verdict_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// writeFirst has every answer wait for the store.
func writeFirst(o *verdict.Options) { o.Backlog.First = true }

// TestWriteBeforeAnswer measures how long answers of searches of some length wait for a store
// whose writes, and reads, take 300 ms.
func TestWriteBeforeAnswer(t *testing.T) {
	const slow = 300 * time.Millisecond
	for _, test := range []struct {
		name   string
		search time.Duration
		change func(*verdict.Options)
		waits  bool
	}{
		{"cheap, written first", time.Millisecond, writeFirst, true},
		{"expensive, written first", time.Second, writeFirst, true},
		{"cheap, written behind", 100 * time.Millisecond, func(*verdict.Options) {}, false},
		{"expensive, written behind", 101 * time.Millisecond, func(*verdict.Options) {}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newProblem(t, 1)
				b := open(t, takes(test.search, lost), test.change)
				b.store.set(nil, slow)
				reads := slow // of the problem
				began := time.Now()
				b.ask(t, within(time.Minute), p, solver.Budget{})
				want := reads + test.search
				if test.waits {
					want += slow
				}
				if took := time.Since(began); took != want {
					t.Errorf("answered after %s, want %s", took, want)
				}
				if stored := b.store.has(p.ID()).Verdict == solver.Unwinnable; stored != test.waits {
					t.Errorf("stored when it was answered: %v", stored)
				}
				b.close(t)
			})
		})
	}
}

// TestHangingStoreDelaysBriefly has a store that never writes. An answer waits a second for it,
// or until its deadline or until its client leaves; the same answer from the backlog does not
// wait again.
func TestHangingStoreDelaysBriefly(t *testing.T) {
	for _, test := range []struct {
		name  string
		ctx   func() context.Context
		delay time.Duration
	}{
		{"bound", func() context.Context { return within(time.Minute) }, time.Second},
		{"deadline", func() context.Context { return within(410 * time.Millisecond) }, 400 * time.Millisecond},
		{"client leaves", func() context.Context {
			ctx, leave := context.WithCancel(context.Background())
			time.AfterFunc(110*time.Millisecond, leave)
			return ctx
		}, 100 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newProblem(t, 1)
				var b *bundle
				b = open(t, func(*solver.Clock, *solver.Problem, solver.Budget) (solver.Result, error) {
					time.Sleep(10 * time.Millisecond)
					b.store.set(nil, time.Hour)
					return lost, nil
				}, writeFirst)
				began := time.Now()
				if a := b.ask(t, test.ctx(), p, solver.Budget{}); a.Verdict != solver.Unwinnable {
					t.Errorf("answer %+v", a)
				}
				if took := time.Since(began); took != 10*time.Millisecond+test.delay {
					t.Errorf("answered after %s", took)
				}
				time.Sleep(time.Second - test.delay)
				began = time.Now()
				if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Source != solver.FromCache || time.Since(began) != 0 {
					t.Errorf("asked again: after %s %+v", time.Since(began), a)
				}
				if b.seen.now().waiting != 1 {
					t.Errorf("%d records wait", b.seen.now().waiting)
				}
				b.store.set(nil, 0)
				b.close(t)
				if b.store.has(p.ID()).Verdict != solver.Unwinnable {
					t.Error("the record is not stored")
				}
			})
		})
	}
}

// TestFrozenStoreDelaysBriefly asks for a new verdict while the store neither reads nor writes: the
// lookup before the search and the wait after it take a second together, also once that is known.
func TestFrozenStoreDelaysBriefly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(10*time.Millisecond, lost), writeFirst)
		b.store.set(nil, time.Hour)
		for i := range uint64(5) {
			began := time.Now()
			b.ask(t, within(time.Minute), newProblem(t, i), solver.Budget{})
			if took := time.Since(began); took > 1010*time.Millisecond {
				t.Errorf("answer %d after %s", i, took)
			}
		}
		b.store.set(nil, 0)
		b.close(t)
	})
}

// TestAnswerFromBacklogWaits asks what another client has just found, and what is still being
// written.
func TestAnswerFromBacklogWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Millisecond, lost), writeFirst)
		b.store.set(nil, 100*time.Millisecond)
		first := b.asks(within(time.Minute), p, solver.Budget{}, true)
		time.Sleep(51 * time.Millisecond)
		began := time.Now()
		a := b.ask(t, within(time.Minute), p, solver.Budget{})
		if a.Source != solver.FromCache || time.Since(began) != 50*time.Millisecond || b.store.has(p.ID()).Verdict == "" {
			t.Errorf("after %s %+v", time.Since(began), a)
		}
		<-first
		b.close(t)
	})
}

// TestCachedAnswerIsStored asks three times for a verdict that only a shared cache has, from an analysis
// of another process, and that this process forgets each time. It is in the store before the first answer,
// and is written once.
func TestCachedAnswerIsStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Second, lost), writeFirst)
		r := record(p, won(t, p), time.Hour)
		r.Unstored = true
		b.cache.keep(r)
		for range 3 {
			if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Verdict != solver.Winnable || a.Source != solver.FromCache {
				t.Errorf("answer %+v", a)
			}
			if b.store.has(p.ID()).Verdict != solver.Winnable {
				t.Error("not stored when it was answered")
			}
			synctest.Wait()
			b.forget(p)
		}
		if wrote := b.store.wrote(); !slices.Equal(wrote, []int{1}) {
			t.Errorf("batches of %v", wrote)
		}
		b.close(t)
	})
}

// TestKeptResultIsStored asks for what was found by an analysis, which puts it into the caches only.
// It is in the store before it is answered.
func TestKeptResultIsStored(t *testing.T) {
	for _, shared := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			p := newProblem(t, 1)
			b := open(t, takes(time.Second, lost), writeFirst, func(o *verdict.Options) {
				if !shared {
					o.Cache = nil
				}
			})
			if err := b.Keep(p, won(t, p), time.Second); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Verdict != solver.Winnable || a.Source != solver.FromCache {
					t.Errorf("answer %+v", a)
				}
				if b.store.has(p.ID()).Verdict != solver.Winnable {
					t.Error("not stored when it was answered")
				}
			}
			if wrote := b.store.wrote(); !slices.Equal(wrote, []int{1}) {
				t.Errorf("batches of %v", wrote)
			}
			b.close(t)
		})
	}
}

// TestReplacedRecordIsAwaited finds a verdict while an unknown of the same problem is written.
// Both answers wait for the verdict.
func TestReplacedRecordIsAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(10*time.Millisecond, lost), writeFirst)
		b.store.set(nil, 100*time.Millisecond)
		unknown := b.asks(within(time.Minute), p, solver.Budget{States: 5}, true)
		proven := b.asks(within(time.Minute), p, solver.Budget{}, true)
		began := time.Now()
		for _, replies := range []<-chan reply{unknown, proven} {
			if r := <-replies; r.err != nil || r.at.Sub(began) != 205*time.Millisecond {
				t.Errorf("after %s %+v", r.at.Sub(began), r)
			}
		}
		if b.store.has(p.ID()).Verdict != solver.Unwinnable {
			t.Errorf("stored %+v", b.store.has(p.ID()))
		}
		b.close(t)
	})
}

// TestGroupCommit has ten answers wait while another one is written. They are written together.
func TestGroupCommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(time.Millisecond, lost), writeFirst)
		b.store.set(nil, 100*time.Millisecond)
		began := time.Now()
		replies := []<-chan reply{b.asks(within(time.Minute), newProblem(t, 0), solver.Budget{}, true)}
		time.Sleep(50 * time.Millisecond)
		for seed := range uint64(10) {
			replies = append(replies, b.asks(within(time.Minute), newProblem(t, 1+seed), solver.Budget{}, true))
		}
		for i, r := range replies {
			want := 101 * time.Millisecond
			if i > 0 {
				want += 100 * time.Millisecond
			}
			if r := <-r; r.err != nil || r.at.Sub(began) != want {
				t.Errorf("answer %d after %s: %+v", i, r.at.Sub(began), r)
			}
		}
		if wrote := b.store.wrote(); !slices.Equal(wrote, []int{1, 10}) {
			t.Errorf("batches of %v", wrote)
		}
		b.close(t)
	})
}

// TestReady has a store that takes no records for a while, as if its disk were full.
func TestReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(time.Millisecond, lost))
		b.store.set(errors.New("disk full"), 0)
		b.ask(t, within(time.Minute), newProblem(t, 1), solver.Budget{})
		if err := b.Ready(t.Context()); err != nil {
			t.Errorf("not ready at once: %v", err)
		}
		time.Sleep(11 * time.Second)
		if err := b.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "1 verdicts can't be written") {
			t.Errorf("after 11 s without a write: %v", err)
		}
		b.store.set(nil, 0)
		time.Sleep(10 * time.Second)
		if err := b.Ready(t.Context()); err != nil {
			t.Errorf("not ready once all is written: %v", err)
		}
		b.close(t)
	})
}
