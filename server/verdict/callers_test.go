package verdict

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// until returns a context with a deadline after d.
func until(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

func TestEndsAtTheLatestDeadline(t *testing.T) {
	forever := time.Duration(0)
	for _, test := range []struct {
		name  string
		waits []time.Duration
		leave int // the caller that leaves after 1 s; -1 for none
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
				var c *callers
				var all []*waiter
				for _, d := range test.waits {
					ctx := context.Background()
					if d != forever {
						ctx = until(t, d)
					}
					if c == nil {
						var w *waiter
						c, w = newCallers(ctx, nil)
						all = append(all, w)
						continue
					}
					w, ok := c.join(ctx)
					if !ok {
						t.Fatal("join was refused")
					}
					all = append(all, w)
				}
				time.Sleep(time.Second)
				if test.leave >= 0 {
					c.leave(all[test.leave])
				}
				if left, ends := c.clock.Left(); !ends || time.Since(start)+left != test.want {
					t.Errorf("%v left (%t)", left, ends)
				}
				<-c.ctx.Done()
				if took := time.Since(start); took != test.want {
					t.Errorf("ended after %v, want %v", took, test.want)
				}
				if why := c.clock.StopReason(); why != solver.Deadline {
					t.Errorf("ended because %q", why)
				}
			})
		})
	}
}

func TestEndsWithTheLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, first := newCallers(until(t, time.Minute), nil)
		second, _ := c.join(context.Background())
		if _, ends := c.clock.Left(); ends {
			t.Error("a deadline, although one caller has none")
		}
		c.leave(first)
		if c.ctx.Err() != nil {
			t.Error("ended before the last caller left")
		}
		c.leave(second)
		if why := c.clock.StopReason(); c.ctx.Err() == nil || why != solver.Cancelled {
			t.Errorf("ended because %q", why)
		}
		if _, ok := c.join(context.Background()); ok {
			t.Error("joined after the end")
		}
		c.leave(second) // leaving twice is allowed
		c.end()
	})
}

// Between the deadline and its timer no caller can join, and leaving does not cancel.
func TestAtTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, w := newCallers(until(t, 0), nil)
		if _, ok := c.join(context.Background()); ok {
			t.Error("joined after the deadline")
		}
		c.leave(w)
		if why := c.clock.StopReason(); c.ctx.Err() == nil || why != solver.Deadline {
			t.Errorf("ended because %q", why)
		}
	})
}

// Once a record answers all callers, none can join whom it might not answer.
func TestSatisfied(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &solver.Record{Epoch: solver.Epoch, Verdict: solver.Unknown, Reason: solver.Deadline, Elapsed: 10 * time.Second}
		c, _ := newCallers(until(t, 5*time.Second), nil)
		long, _ := c.join(until(t, time.Minute))
		if _, enough := c.satisfied(r, solver.Budget{}, false); enough {
			t.Error("a search of 10 s answers a caller with a minute")
		}
		c.leave(long)
		if because, enough := c.satisfied(r, solver.Budget{}, false); !enough || because != solver.Deadline {
			t.Errorf("a search of 10 s does not answer a caller with 5 s: %q", because)
		}
		if _, ok := c.join(until(t, time.Minute)); ok {
			t.Error("a caller with a later deadline joined")
		}
	})
}
