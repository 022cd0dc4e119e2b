package verdict

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// patience is the context of a flight. It lasts as long as somebody waits whose
// deadline has not passed: its deadline is the latest of those who wait now, and
// so moves when somebody joins or leaves. Whoever derives a context from it, or
// asks its deadline anew from time to time as solver.StopReason does, sees it move.
type patience struct {
	done chan struct{}

	mu      sync.Mutex
	waiting map[*waiter]struct{}
	err     error // why it ended

	// The latest deadline of those who wait; none if one of them has none.
	deadline time.Time
	timed    bool
	timer    *time.Timer // calls expire at the deadline, or before
}

// waiter is somebody who waits for a flight.
type waiter struct {
	deadline time.Time
	timed    bool
}

// newPatience begins with one who waits.
func newPatience(ctx context.Context) (*patience, *waiter) {
	c := &patience{done: make(chan struct{}), waiting: make(map[*waiter]struct{})}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c, c.add(ctx)
}

// join adds whoever asks under ctx to those who wait; false if it is over.
func (c *patience) join(ctx context.Context) (*waiter, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil || c.due() {
		return nil, false
	}
	return c.add(ctx), true
}

func (c *patience) add(ctx context.Context) *waiter {
	w := &waiter{}
	w.deadline, w.timed = ctx.Deadline()
	c.waiting[w] = struct{}{}
	c.measure()
	return w
}

// leave takes somebody off those who wait. The last one ends the context.
func (c *patience) leave(w *waiter) {
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
func (c *patience) measure() {
	c.deadline, c.timed = time.Time{}, true
	for w := range c.waiting {
		if !w.timed {
			c.deadline, c.timed = time.Time{}, false
			break
		}
		if w.deadline.After(c.deadline) {
			c.deadline = w.deadline
		}
	}
	switch {
	case !c.timed:
		if c.timer != nil {
			c.timer.Stop()
		}
	case c.timer == nil:
		c.timer = time.AfterFunc(time.Until(c.deadline), c.expire)
	default:
		c.timer.Reset(time.Until(c.deadline))
	}
}

// expire ends the context at its deadline, if that has not moved meanwhile.
func (c *patience) expire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil && c.due() {
		c.stop(context.DeadlineExceeded)
	}
}

// end ends the context before its time.
func (c *patience) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.stop(context.Canceled)
	}
}

func (c *patience) stop(why error) {
	c.err = why
	close(c.done)
	if c.timer != nil {
		c.timer.Stop()
	}
}

func (c *patience) due() bool { return c.timed && !time.Now().Before(c.deadline) }

// passed tells whether the last deadline has passed.
func (c *patience) passed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.due()
}

// content asks whether a remembered record is enough for all who wait. If it is,
// the context ends in the same moment, so that nobody joins for whom it might not
// be.
func (c *patience) content(r *solver.Record, b solver.Budget) (solver.Reason, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	left := time.Duration(math.MaxInt64)
	if c.timed {
		left = time.Until(c.deadline)
	}
	// The search that failed lost a little of its time to being handed over, as
	// this one would. Without some allowance for that, a problem that is too hard
	// for ten seconds would be searched for ten seconds whenever somebody asks.
	because, ok := r.Answers(left-left/allowance, b)
	if ok && c.err == nil {
		c.stop(context.Canceled)
	}
	return because, ok
}

// allowance is which part of the time at hand a failed search may have fallen
// short of it and still answers the question.
const allowance = 50

// Deadline is the latest deadline of those who wait now.
func (c *patience) Deadline() (time.Time, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.deadline, c.timed
}

// Done is closed when the last deadline has passed or the last has left.
func (c *patience) Done() <-chan struct{} { return c.done }

// Err says which of the two it was.
func (c *patience) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Value has nothing: what a request carries is its own and not the flight's.
func (c *patience) Value(any) any { return nil }
