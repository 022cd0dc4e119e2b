package verdict_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// A tier that is down is tried once a second, not for every request.
func TestDeadMemoryIsLeftAlone(t *testing.T) {
	for _, test := range []struct {
		name  string
		down  error
		delay time.Duration
	}{
		{"refuses", errDown, 0},
		{"hangs", nil, time.Hour},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := open(t, takes(0, lost))
				b.cache.set(test.down, test.delay)
				for seed := range uint64(20) {
					start := time.Now()
					if a := b.ask(t, within(time.Minute), newProblem(t, seed), solver.Budget{}); a.Verdict != solver.Unwinnable {
						t.Errorf("answer %+v", a)
					}
					if took := time.Since(start); took > 50*time.Millisecond {
						t.Errorf("the answer took %v", took)
					}
					time.Sleep(90 * time.Millisecond)
				}
				// Twenty requests in about two seconds.
				if n := b.cache.asked(); n < 2 || n > 3 {
					t.Errorf("%d reads of the cache that is down", n)
				}
				if n := b.seen.now().looked["cache failed"] + b.seen.now().looked["cache skipped"]; n != 20 {
					t.Errorf("counted %v", b.seen.now().looked)
				}
				if n := strings.Count(b.log.String(), "Redis failed"); n != 1 {
					t.Errorf("logged %d times: %s", n, b.log)
				}

				b.cache.set(nil, 0)
				time.Sleep(2 * time.Second)
				b.ask(t, within(time.Minute), newProblem(t, 100), solver.Budget{})
				synctest.Wait()
				b.forget(newProblem(t, 100))
				if a := b.ask(t, within(time.Minute), newProblem(t, 100), solver.Budget{}); a.Source != solver.FromCache {
					t.Errorf("the cache is not used again: %+v", a)
				}
				if !strings.Contains(b.log.String(), "Redis works again") {
					t.Errorf("not logged: %s", b.log)
				}
				b.close(t)
			})
		})
	}
}

// A client that disconnects during a read does not count as a failure of the tier.
func TestLeavingClientIsNoFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Second, lost))
		b.store.set(nil, 100*time.Millisecond)
		ctx, leave := context.WithCancel(context.Background())
		time.AfterFunc(50*time.Millisecond, leave)
		if a := b.ask(t, ctx, p, solver.Budget{}); a.Reason != solver.Cancelled {
			t.Errorf("answer %+v", a)
		}
		if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Verdict != solver.Unwinnable {
			t.Errorf("answer %+v", a)
		}
		b.close(t)
		if b.seen.now().looked["store miss"] != 1 || b.seen.now().looked["store skipped"] != 0 || b.log.String() != "" {
			t.Errorf("counted %v; logged %s", b.seen.now().looked, b.log)
		}
	})
}

// A slow tier does not delay an answer beyond its deadline.
func TestSlowMemoryAndADeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(0, lost))
		b.store.set(nil, 400*time.Millisecond)
		start := time.Now()
		if a := b.ask(t, within(100*time.Millisecond), p, solver.Budget{}); a.Reason != solver.Deadline && a.Verdict != solver.Unwinnable {
			t.Errorf("answer %+v", a)
		}
		if took := time.Since(start); took > 150*time.Millisecond {
			t.Errorf("the answer took %v", took)
		}
		b.close(t)
	})
}

// While the store is down, requests are answered and answers are found again in the backlog. When
// it is back, all of them are written.
func TestStoreDownThenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(time.Second, lost))
		b.store.set(errDown, 0)
		b.cache.set(errDown, 0)
		const n = 40
		for seed := range uint64(n) {
			p := newProblem(t, seed)
			if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Source != solver.FromSearch || a.Verdict != solver.Unwinnable {
				t.Errorf("answer %+v", a)
			}
			if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Source != solver.FromCache || a.Verdict != solver.Unwinnable {
				t.Errorf("asked again: %+v", a)
			}
		}
		if b.seen.now().waiting != n || b.seen.now().bytes == 0 || len(b.store.ids()) != 0 {
			t.Errorf("%d records wait, %d stored", b.seen.now().waiting, len(b.store.ids()))
		}
		b.store.set(nil, 0)
		b.cache.set(nil, 0)
		time.Sleep(600 * time.Millisecond) // the longest pause, and a little more
		if b.seen.now().waiting != 0 || b.seen.now().bytes != 0 || len(b.store.ids()) != n {
			t.Errorf("%d records wait, %d stored", b.seen.now().waiting, len(b.store.ids()))
		}
		// One record to try the store, then all others together.
		if wrote := b.store.wrote(); !slices.Equal(wrote, []int{1, n - 1}) {
			t.Errorf("batches of %v", wrote)
		}
		if !strings.Contains(b.log.String(), "verdicts are written to the database again") {
			t.Errorf("not logged: %s", b.log)
		}
		b.cache.Delete(context.Background(), newProblem(t, 7).ID())
		b.forget(newProblem(t, 7))
		if a := b.ask(t, within(time.Minute), newProblem(t, 7), solver.Budget{}); a.Source != solver.FromStore {
			t.Errorf("answer %+v", a)
		}
		if log := b.log.String(); !strings.Contains(log, "database failed") || !strings.Contains(log, "database works again") {
			t.Errorf("not logged: %s", log)
		}
		b.close(t)
		if b.solver.searches() != n {
			t.Errorf("%d searches for %d problems", b.solver.searches(), n)
		}
	})
}

// While the store hangs, requests are answered soon, and their results are written together.
func TestSlowStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(0, lost))
		b.store.set(nil, 400*time.Millisecond)
		for seed := range uint64(5) {
			start := time.Now()
			b.ask(t, within(time.Minute), newProblem(t, seed), solver.Budget{})
			if took := time.Since(start); took > 400*time.Millisecond {
				t.Errorf("an answer took %v, more than one read", took)
			}
			start = time.Now()
			if a := b.ask(t, within(time.Minute), newProblem(t, seed), solver.Budget{}); a.Source != solver.FromCache || time.Since(start) != 0 {
				t.Errorf("asked again: after %v %+v", time.Since(start), a)
			}
		}
		b.close(t)
		if len(b.store.ids()) != 5 {
			t.Errorf("%d records stored", len(b.store.ids()))
		}
	})
}

// A better result that is found while a worse one is written is written too.
func TestBetterResultDuringAWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(10*time.Millisecond, lost))
		b.store.set(nil, 100*time.Millisecond)
		if a := b.ask(t, within(time.Minute), p, solver.Budget{States: 5}); a.Reason != solver.States {
			t.Errorf("answer %+v", a)
		}
		time.Sleep(50 * time.Millisecond) // the unknown is being written
		if a, err := b.Answer(within(time.Minute), p, solver.Budget{}, true); err != nil || a.Verdict != solver.Unwinnable {
			t.Errorf("answer %+v, %v", a, err)
		}
		b.close(t)
		if b.store.has(p.ID()).Verdict != solver.Unwinnable || b.cache.has(p.ID()).Verdict != solver.Unwinnable {
			t.Errorf("stored %+v, cached %+v", b.store.has(p.ID()), b.cache.has(p.ID()))
		}
	})
}

// A record that the store always rejects does not delay the others.
func TestRecordThatCanNotBeStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(0, lost))
		b.store.poison = newProblem(t, 3).ID()
		b.store.set(errDown, 0)
		for seed := range uint64(10) {
			b.ask(t, within(time.Minute), newProblem(t, seed), solver.Budget{})
		}
		b.store.set(nil, 0)
		time.Sleep(time.Minute)
		if len(b.store.ids()) != 9 || b.seen.now().waiting != 1 {
			t.Errorf("%d records stored, %d wait", len(b.store.ids()), b.seen.now().waiting)
		}
		b.ask(t, within(time.Minute), newProblem(t, 100), solver.Budget{})
		time.Sleep(time.Minute)
		if len(b.store.ids()) != 10 {
			t.Errorf("%d records stored", len(b.store.ids()))
		}
		if err := b.Close(within(time.Minute)); err == nil || !strings.Contains(err.Error(), "1 verdicts were lost") {
			t.Errorf("Close: %v", err)
		}
	})
}

// A full backlog drops the oldest unknowns, then the oldest verdicts.
func TestBacklogIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(10*time.Millisecond, lost), func(o *verdict.Options) { o.Backlog.Records = 4 })
		b.store.set(errDown, 0)
		unknown := func(seed uint64) { b.ask(t, within(time.Minute), newProblem(t, seed), solver.Budget{States: 5}) }
		proven := func(seed uint64) { b.ask(t, within(time.Minute), newProblem(t, seed), solver.Budget{}) }
		proven(1)
		unknown(2)
		unknown(3)
		proven(4)
		for i, step := range []struct {
			add   func(uint64)
			seed  uint64
			known []uint64
		}{
			{unknown, 5, []uint64{1, 3, 4, 5}},
			{proven, 6, []uint64{1, 4, 5, 6}},
			{proven, 7, []uint64{1, 4, 6, 7}},
			{proven, 8, []uint64{4, 6, 7, 8}},
			{unknown, 9, []uint64{4, 6, 7, 8}}, // no room for an unknown
		} {
			step.add(step.seed)
			for _, seed := range step.known {
				// The cache is skipped, so the record is found in the backlog.
				b.cache.Delete(context.Background(), newProblem(t, seed).ID())
				if q, _, _ := b.Recall(context.Background(), newProblem(t, seed).ID()); q == nil {
					t.Errorf("step %d: %d not found", i, seed)
				}
			}
			if b.seen.now().waiting != 4 || b.seen.now().dropped != i+1 {
				t.Errorf("step %d: %d records wait, %d were dropped", i, b.seen.now().waiting, b.seen.now().dropped)
			}
		}
		time.Sleep(time.Minute)
		if !strings.Contains(b.log.String(), "dropped=") || strings.Count(b.log.String(), "dropped=0") == strings.Count(b.log.String(), "dropped=") {
			t.Errorf("drops are not logged: %s", b.log)
		}
		b.store.set(nil, 0)
		b.close(t)
		if len(b.store.ids()) != 4 {
			t.Errorf("%d records stored", len(b.store.ids()))
		}
	})
}

func TestBacklogIsBoundedInBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 10_000
		b := open(t, takes(0, lost), func(o *verdict.Options) { o.Backlog.Bytes = most })
		b.store.set(errDown, 0)
		for seed := range uint64(100) {
			b.ask(t, within(time.Minute), newProblem(t, seed), solver.Budget{})
			if b.seen.now().bytes > most {
				t.Fatalf("%d bytes", b.seen.now().bytes)
			}
		}
		if b.seen.now().bytes < most*8/10 || b.seen.now().waiting+b.seen.now().dropped != 100 {
			t.Errorf("%d records in %d bytes, %d dropped", b.seen.now().waiting, b.seen.now().bytes, b.seen.now().dropped)
		}
		b.store.set(nil, 0)
		b.close(t)
	})
}

func TestCloseWritesWhatIsLeft(t *testing.T) {
	for _, test := range []struct {
		name   string
		back   time.Duration // when the store is back
		stored int
		want   string // in the error; empty: none
	}{
		{"the store is back", 0, 3, ""},
		{"the store comes back in time", 10 * time.Second, 3, ""},
		{"the store stays down", time.Hour, 0, "3 verdicts were lost"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := open(t, takes(0, lost))
				b.store.set(errDown, 0)
				for seed := range uint64(3) {
					b.ask(t, within(time.Minute), newProblem(t, seed), solver.Budget{})
				}
				time.Sleep(time.Minute) // to the middle of a long pause
				if test.back == 0 {
					b.store.set(nil, 0)
				} else {
					time.AfterFunc(test.back, func() { b.store.set(nil, 0) })
				}
				start := time.Now()
				err := b.Close(within(30 * time.Second))
				if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
					t.Errorf("Close: %v", err)
				}
				if test.back == 0 && time.Since(start) != 0 {
					t.Errorf("Close took %v with a working store", time.Since(start))
				}
				if len(b.store.ids()) != test.stored {
					t.Errorf("%d records stored", len(b.store.ids()))
				}
			})
		})
	}
}

// A store that hangs can't delay Close beyond its context.
func TestCloseGivesUpAHangingWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(0, lost), func(o *verdict.Options) { o.Backlog.Timeout = time.Hour })
		b.ask(t, within(time.Minute), newProblem(t, 1), solver.Budget{})
		synctest.Wait()
		b.store.set(nil, time.Hour)
		b.ask(t, within(time.Minute), newProblem(t, 2), solver.Budget{})
		start := time.Now()
		if err := b.Close(within(2 * time.Second)); err == nil || errors.Is(err, pool.ErrClosed) {
			t.Errorf("Close: %v", err)
		}
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("Close took %v", took)
		}
	})
}
