package verdict

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// callers are those who wait for a call, and how long they do. The clock ends at the latest of
// their deadlines, which moves when a caller joins or leaves. The context ends then too, or when
// the last has left.
type callers struct {
	ctx    context.Context
	clock  *solver.Clock
	cancel context.CancelFunc

	mu      sync.Mutex
	waiting map[*waiter]struct{}
	timer   *time.Timer // calls expire at the end, or before
}

// waiter is a caller that waits for a call.
type waiter struct{ deadline time.Time } // zero for none

// newCallers begins with one waiter, and what carry takes from its context; nil for nothing.
func newCallers(ctx context.Context, carry func(context.Context) context.Context) (*callers, *waiter) {
	c := &callers{waiting: make(map[*waiter]struct{})}
	values := context.Background()
	if carry != nil {
		values = carry(ctx)
	}
	c.ctx, c.cancel = context.WithCancel(values)
	c.clock = solver.NewClock(c.ctx)
	c.timer = time.AfterFunc(math.MaxInt64, c.expire) // until it is measured
	c.mu.Lock()
	defer c.mu.Unlock()
	return c, c.add(ctx)
}

// join adds a waiter with the deadline of ctx; false if the call is over.
func (c *callers) join(ctx context.Context) (*waiter, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over() {
		return nil, false
	}
	return c.add(ctx), true
}

func (c *callers) add(ctx context.Context) *waiter {
	w := &waiter{}
	w.deadline, _ = ctx.Deadline()
	c.waiting[w] = struct{}{}
	c.measure()
	return w
}

// leave removes a waiter. The last one ends the call.
func (c *callers) leave(w *waiter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if delete(c.waiting, w); len(c.waiting) == 0 || c.over() {
		c.stop()
		return
	}
	c.measure()
}

// measure moves the end to the latest deadline.
func (c *callers) measure() {
	var latest time.Time
	for w := range c.waiting {
		if w.deadline.IsZero() {
			c.clock.MoveEnd(time.Time{})
			c.timer.Stop()
			return
		}
		if w.deadline.After(latest) {
			latest = w.deadline
		}
	}
	c.clock.MoveEnd(latest)
	c.timer.Reset(time.Until(latest))
}

func (c *callers) over() bool { return c.clock.StopReason() != solver.NoReason }

// expire ends the context with the clock, unless its end has moved meanwhile.
func (c *callers) expire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over() {
		c.stop()
	}
}

// end ends the call.
func (c *callers) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stop()
}

func (c *callers) stop() {
	c.cancel()
	c.timer.Stop()
}

// satisfied reports whether a record answers the question of all who wait. If it does, the
// call ends in the same moment, so that nobody joins whom it might not satisfy. A search that
// ran out of time never answers while a worker is idle, which may find more.
func (c *callers) satisfied(r *solver.Record, b solver.Budget, idle bool) (solver.Reason, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	left, ends := c.clock.Left()
	if !ends {
		left = math.MaxInt64
	}
	// The search that failed lost a little of its time before it began, as this one would. Without
	// some tolerance, a problem that is too hard for ten seconds would be searched for ten seconds
	// on each request.
	left -= left / tolerance
	reason, ok := answers(r, left, b)
	if idle && reason == solver.Deadline {
		ok = false
	}
	if ok {
		c.stop()
	}
	return reason, ok
}

// answers is solver.Record.Answers, but false for a rough solution if the question wants a shortened one.
func answers(r *solver.Record, left time.Duration, b solver.Budget) (solver.Reason, bool) {
	reason, ok := r.Answers(left, b)
	return reason, ok && !(r.Rough && b.Objective == solver.AnySolution)
}

// tolerance is the divisor of the time at hand by which a failed search may have been
// shorter and still answers the question.
const tolerance = 16
