package solver

import (
	"context"
	"errors"
	"time"
)

// Budget is what an engine may spend on a problem, beside the time that its
// context's deadline leaves and the memory that the engine was made with. A zero
// field is no bound.
type Budget struct {
	States int64 // positions entered into a table, or that would have been
}

// Watch tells an engine when its budget is spent. An engine asks it every few
// hundred states, which costs nothing and finds the end within a millisecond.
type Watch struct {
	ctx    context.Context
	states int64
}

// NewWatch watches a context and a budget of states.
func NewWatch(ctx context.Context, b Budget) *Watch {
	return &Watch{ctx, b.States}
}

// Stop says why to stop after so many states, or Nothing.
func (w *Watch) Stop(states int64) Because {
	if w.states > 0 && states >= w.states {
		return States
	}
	// The deadline is compared here as well, because on a busy machine the
	// context's own timer can fire late, and it is asked for anew each time,
	// because it moves when somebody with more patience joins those who wait.
	if deadline, timed := w.ctx.Deadline(); timed && !time.Now().Before(deadline) {
		return Deadline
	}
	if err := w.ctx.Err(); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			return Deadline
		}
		return Cancelled
	}
	return Nothing
}
