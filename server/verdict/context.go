package verdict

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// sharedContext is the context of a call. Its deadline is the latest of those who wait now,
// and so moves when somebody joins or leaves; it ends at that deadline or when the last has
// left. Code that asks for the deadline anew from time to time, as solver.StopReason does,
// sees it move, and so do derived contexts.
type sharedContext struct {
	done chan struct{}

	mu      sync.Mutex
	waiting map[*waiter]struct{}
	err     error // why it ended

	deadline time.Time   // the latest of those who wait; zero if one of them has none
	timer    *time.Timer // calls expire at the deadline, or before

	values context.Context // the values of the context; nil for none
}

// waiter is a caller that waits for a call.
type waiter struct{ deadline time.Time } // zero for none

// newSharedContext makes a context with one waiter, and what carry takes from its context; nil
// for nothing.
func newSharedContext(ctx context.Context, carry func(context.Context) context.Context) (*sharedContext, *waiter) {
	c := &sharedContext{done: make(chan struct{}), waiting: make(map[*waiter]struct{})}
	if carry != nil {
		c.values = carry(ctx)
	}
	c.timer = time.AfterFunc(math.MaxInt64, c.expire) // until it is measured
	c.mu.Lock()
	defer c.mu.Unlock()
	return c, c.add(ctx)
}

// join adds a waiter with the deadline of ctx; false if the shared context is over.
func (c *sharedContext) join(ctx context.Context) (*waiter, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil || c.due() {
		return nil, false
	}
	return c.add(ctx), true
}

func (c *sharedContext) add(ctx context.Context) *waiter {
	w := &waiter{}
	w.deadline, _ = ctx.Deadline()
	c.waiting[w] = struct{}{}
	c.measure()
	return w
}

// leave removes a waiter. The last one ends the context.
func (c *sharedContext) leave(w *waiter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, w)
	switch {
	case c.err != nil:
	case c.due():
		c.stop(context.DeadlineExceeded)
	case len(c.waiting) == 0:
		c.stop(context.Canceled)
	default:
		c.measure()
	}
}

// measure finds the latest deadline and sets the timer to it.
func (c *sharedContext) measure() {
	c.deadline = time.Time{}
	for w := range c.waiting {
		if w.deadline.IsZero() {
			c.deadline = time.Time{}
			c.timer.Stop()
			return
		}
		if w.deadline.After(c.deadline) {
			c.deadline = w.deadline
		}
	}
	c.timer.Reset(time.Until(c.deadline))
}

// expire ends the context at its deadline, unless that has moved meanwhile.
func (c *sharedContext) expire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil && c.due() {
		c.stop(context.DeadlineExceeded)
	}
}

// end cancels the context.
func (c *sharedContext) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.stop(context.Canceled)
	}
}

func (c *sharedContext) stop(err error) {
	c.err = err
	close(c.done)
	c.timer.Stop()
}

func (c *sharedContext) due() bool { return !c.deadline.IsZero() && !time.Now().Before(c.deadline) }

// passed reports whether the last deadline has passed.
func (c *sharedContext) passed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.due()
}

// satisfied reports whether a record answers the question of all who wait. If it does, the
// context ends in the same moment, so that nobody joins whom it might not satisfy. A search that
// ran out of time never answers while a worker is idle, which may find more. Of an unknown the
// record has processor time, and a search would have a share of the time that is left.
func (c *sharedContext) satisfied(r *solver.Record, b solver.Budget, idle bool, share float64) (solver.Reason, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	left := time.Duration(math.MaxInt64)
	if !c.deadline.IsZero() {
		left = time.Until(c.deadline)
	}
	// The search that failed lost a little of its time before it began, and some of it to others
	// that wanted the processor, as this one would. Without some tolerance, a problem that is too
	// hard for ten seconds would be searched for ten seconds on each request.
	left -= left / tolerance
	reason, ok := r.Answers(time.Duration(float64(left)*share), b)
	if idle && reason == solver.Deadline {
		ok = false
	}
	if ok && c.err == nil {
		c.stop(context.Canceled)
	}
	return reason, ok
}

// tolerance is the divisor of the time at hand by which a failed search may have been
// shorter and still answers the question.
const tolerance = 16

// Deadline returns the latest deadline of those who wait now.
func (c *sharedContext) Deadline() (time.Time, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.deadline, !c.deadline.IsZero()
}

// Done is closed when the last deadline has passed or the last waiter has left.
func (c *sharedContext) Done() <-chan struct{} { return c.done }

// Err returns which of the two it was.
func (c *sharedContext) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Value returns what the call carries of its first caller. The other values of a request are not
// shared.
func (c *sharedContext) Value(key any) any {
	if c.values == nil {
		return nil
	}
	return c.values.Value(key)
}
