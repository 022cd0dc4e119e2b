package solver

import (
	"cmp"
	"context"
	"errors"
	"math"
	"sync/atomic"
	"time"
)

// Clock says how long a search may go on. A search asks [Clock.StopReason] every few hundred
// states, which costs nothing measurable and notices the end within a millisecond. A nil Clock
// never stops a search.
//
//	NewClock(ctx)     ends at ctx's deadline, or when ctx is cancelled
//	  ├─ MoveEnd(t)   more callers wait for the search, or fewer
//	  ├─ Pausing(f)   others need the processor: f waits, and parts end later by as long
//	  ├─ Within(d)    a part, for one step of a schedule
//	  └─ Under(ctx)   a part that ends with ctx too
//
// A clock with Pausing belongs to one goroutine.
type Clock struct {
	ctx   context.Context
	whole *whole
	end   time.Duration // of a part: when it ends, in time without pauses; never for none
}

// whole is what a clock and its parts share.
type whole struct {
	began  time.Time
	end    atomic.Int64         // nanoseconds after began, pauses included; never for none
	pause  func() time.Duration // nil for none
	paused atomic.Int64         // nanoseconds
}

const never = math.MaxInt64

// NewClock returns a clock that ends with a context. It compares the context's deadline with the
// time, because on a busy machine the context's timer can fire late.
func NewClock(ctx context.Context) *Clock {
	w := &whole{began: time.Now()}
	deadline, _ := ctx.Deadline()
	w.moveEnd(deadline)
	return &Clock{ctx, w, never}
}

// MoveEnd moves the end of a clock and its parts, while other goroutines may use them. The zero
// time means no end.
func (c *Clock) MoveEnd(to time.Time) { c.whole.moveEnd(to) }

func (w *whole) moveEnd(to time.Time) {
	end := int64(never)
	if !to.IsZero() {
		end = int64(to.Sub(w.began))
	}
	w.end.Store(end)
}

// Pausing makes StopReason call pause first. It must be called before the clock is used. pause
// returns how long it has waited. The ends of the clock's parts move back by as much, so that
// waiting takes nothing from a part's share. The end of the clock itself stays.
func (c *Clock) Pausing(pause func() time.Duration) *Clock {
	c.whole.pause = pause
	return c
}

// Within returns a part of the clock, which ends after d at the latest.
func (c *Clock) Within(d time.Duration) *Clock {
	if c == nil {
		c = NewClock(context.Background())
	}
	spent := c.Spent()
	return &Clock{c.ctx, c.whole, min(c.end, spent+min(d, never-spent))}
}

// Under returns a part of the clock that also ends when ctx ends. ctx must be derived from the
// clock's context.
func (c *Clock) Under(ctx context.Context) *Clock {
	if c == nil {
		return NewClock(ctx)
	}
	return &Clock{ctx, c.whole, c.end}
}

// Context returns the clock's context, for its values and for waiting.
func (c *Clock) Context() context.Context {
	if c == nil {
		return context.Background()
	}
	return c.ctx
}

// StopReason reports why the search must stop, or returns NoReason. It may pause. States are
// counted by the engines themselves, so that a budget of states is kept exactly.
func (c *Clock) StopReason() Reason {
	if c == nil {
		return NoReason
	}
	if c.whole.pause != nil {
		c.whole.paused.Add(int64(c.whole.pause()))
	}
	if left, ends := c.Left(); ends && left <= 0 {
		return Deadline
	}
	switch err := c.ctx.Err(); {
	case err == nil:
		return NoReason
	case errors.Is(err, context.DeadlineExceeded):
		return Deadline
	}
	return Cancelled
}

// Err returns the context's error if the search must stop, and nil if it may go on.
func (c *Clock) Err() error {
	switch c.StopReason() {
	case NoReason:
		return nil
	case Deadline:
		return context.DeadlineExceeded
	}
	return context.Cause(c.ctx)
}

// Left returns the time until the end; false if there is none.
func (c *Clock) Left() (time.Duration, bool) {
	if c == nil {
		return 0, false
	}
	end := time.Duration(c.whole.end.Load())
	if c.end != never {
		end = min(end, c.end+time.Duration(c.whole.paused.Load()))
	}
	if end == never {
		return 0, false
	}
	return end - time.Since(c.whole.began), true
}

// Spent returns the time since the whole clock was made, without pauses.
func (c *Clock) Spent() time.Duration {
	return time.Since(c.whole.began) - time.Duration(c.whole.paused.Load())
}

// Stopped returns the result of a search that found nothing before it was stopped, by the clock or
// otherwise.
func Stopped(c *Clock) Result {
	return Result{Verdict: Unknown, Reason: cmp.Or(c.StopReason(), Cancelled)}
}
