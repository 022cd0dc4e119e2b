package solver

import (
	"cmp"
	"context"
	"errors"
	"time"
)

// Budget bounds what an engine may spend on a problem. Time is bounded by the deadline of
// the context instead, and memory by the engine itself. States 0 means unlimited.
type Budget struct {
	States    int64 // positions entered into a table, or that would have been
	Objective Objective
}

// Objective says which solution to look for.
type Objective string

// The objectives. All of them settle the verdict first.
const (
	FirstSolution    Objective = "first"    // the first one found, unchanged
	AnySolution      Objective = ""         // the first one found, shortened a little
	ShortSolution    Objective = "short"    // shorter and shorter ones until the budget is spent
	ShortestSolution Objective = "shortest" // the same, with a proven lower bound of the length
)

// Optimizes reports whether the search continues for shorter solutions after it has found one.
func (o Objective) Optimizes() bool { return o == ShortSolution || o == ShortestSolution }

// StopReason reports why an engine must stop, or returns NoReason. Engines call it every
// few hundred states, which costs nothing measurable and notices the deadline within a
// millisecond. Engines count states themselves, so that a budget of states is kept
// exactly.
func StopReason(ctx context.Context) Reason {
	// On a busy machine the context's own timer can fire late, so the deadline is
	// compared here too. It is read again each time because it moves when a caller with
	// more time joins those who wait.
	if deadline, timed := ctx.Deadline(); timed && !time.Now().Before(deadline) {
		return Deadline
	}
	if err := ctx.Err(); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			return Deadline
		}
		return Cancelled
	}
	return NoReason
}

// Stopped returns the result of a search that found nothing before ctx ended, or was
// stopped before ctx did.
func Stopped(ctx context.Context) Result {
	return Result{Verdict: Unknown, Reason: cmp.Or(StopReason(ctx), Cancelled)}
}
