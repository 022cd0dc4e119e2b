package verdict

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// until is a context with a deadline so far off.
func until(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

func TestSharedContextEndsAtTheLatestDeadline(t *testing.T) {
	forever := time.Duration(0)
	for _, test := range []struct {
		name  string
		waits []time.Duration
		leave int // who leaves after a second; -1: nobody
		want  time.Duration
	}{
		{"one", []time.Duration{5 * time.Second}, -1, 5 * time.Second},
		{"extended", []time.Duration{5 * time.Second, 9 * time.Second}, -1, 9 * time.Second},
		{"not extended", []time.Duration{5 * time.Second, 3 * time.Second}, -1, 5 * time.Second},
		{"extended, and back", []time.Duration{5 * time.Second, 9 * time.Second}, 1, 5 * time.Second},
		{"the first leaves", []time.Duration{5 * time.Second, 9 * time.Second}, 0, 9 * time.Second},
		{"no deadline, and back", []time.Duration{5 * time.Second, forever}, 1, 5 * time.Second},
		{"no deadline at first", []time.Duration{forever, 5 * time.Second}, 0, 5 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				var c *sharedContext
				var all []*waiter
				for _, d := range test.waits {
					ctx := context.Background()
					if d != forever {
						ctx = until(t, d)
					}
					if c == nil {
						var w *waiter
						c, w = newSharedContext(ctx)
						all = append(all, w)
						continue
					}
					w, ok := c.join(ctx)
					if !ok {
						t.Fatal("nobody may join")
					}
					all = append(all, w)
				}
				time.Sleep(time.Second)
				if test.leave >= 0 {
					c.leave(all[test.leave])
				}
				if at, timed := c.Deadline(); !timed || at.Sub(start) != test.want {
					t.Errorf("the deadline is %v, %v", at.Sub(start), timed)
				}
				child, cancel := context.WithCancel(c)
				defer cancel()
				<-child.Done()
				if took := time.Since(start); took != test.want {
					t.Errorf("it ended after %v, not %v", took, test.want)
				}
				if !errors.Is(c.Err(), context.DeadlineExceeded) || !errors.Is(child.Err(), context.DeadlineExceeded) {
					t.Errorf("it ended because of %v, its child of %v", c.Err(), child.Err())
				}
			})
		})
	}
}

func TestSharedContextEndsWithTheLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, first := newSharedContext(until(t, time.Minute))
		second, _ := c.join(context.Background())
		if _, timed := c.Deadline(); timed {
			t.Error("it has a deadline, though one of those who wait has none")
		}
		c.leave(first)
		if c.Err() != nil {
			t.Error("it ended before the last has left")
		}
		c.leave(second)
		if !errors.Is(c.Err(), context.Canceled) {
			t.Errorf("it ended because of %v", c.Err())
		}
		if _, ok := c.join(context.Background()); ok {
			t.Error("somebody joined after the end")
		}
		c.leave(second) // twice does no harm
		c.end()
	})
}

// Between the deadline and the timer that tells of it nobody joins, and leaving
// is no cancelling.
func TestSharedContextAtItsDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, w := newSharedContext(until(t, 0))
		if _, ok := c.join(context.Background()); ok {
			t.Error("somebody joined after the deadline")
		}
		if !c.passed() {
			t.Error("the deadline has not passed")
		}
		c.leave(w)
		if !errors.Is(c.Err(), context.DeadlineExceeded) {
			t.Errorf("it ended because of %v", c.Err())
		}
	})
}

// Once a record is enough for all who wait, nobody joins for whom it might not be.
func TestSharedContextIsContent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &solver.Record{Epoch: solver.Epoch, Verdict: solver.Unknown, Reason: solver.Deadline, Elapsed: 10 * time.Second}
		c, _ := newSharedContext(until(t, 5*time.Second))
		long, _ := c.join(until(t, time.Minute))
		if _, enough := c.satisfied(r, solver.Budget{}); enough {
			t.Error("a search of ten seconds is enough for a minute")
		}
		c.leave(long)
		if because, enough := c.satisfied(r, solver.Budget{}); !enough || because != solver.Deadline {
			t.Errorf("a search of ten seconds is not enough for five: %q", because)
		}
		if _, ok := c.join(until(t, time.Minute)); ok {
			t.Error("somebody with more patience joined")
		}
	})
}
