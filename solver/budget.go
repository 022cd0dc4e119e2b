package solver

import (
	"context"
	"errors"
	"time"
)

// Budget is what an engine may spend on a problem, beside the time that its
// context's deadline leaves and the memory that the engine was made with, and what
// for. No states is no bound.
type Budget struct {
	States    int64 // positions entered into a table, or that would have been
	Objective Objective
}

// Objective is which solution to look for.
type Objective string

// The objectives. The verdict comes first under all of them.
const (
	FirstSolution    Objective = "first"    // the one that was found first, as it was found
	AnySolution      Objective = ""         // that one, shortened a little
	ShortSolution    Objective = "short"    // shorter ones, until the budget is spent
	ShortestSolution Objective = "shortest" // the same, with what is proven of the shortest
)

// Optimizes reports whether the search goes on for shorter solutions when one is found.
func (o Objective) Optimizes() bool { return o == ShortSolution || o == ShortestSolution }

// Stop tells an engine to stop, and why, or gives Nothing. An engine asks it every
// few hundred states, which costs nothing and finds the end of its time within a
// millisecond. States it counts itself, so that a budget of them is kept to the
// letter.
func StopReason(ctx context.Context) Reason {
	// The deadline is compared here as well, because on a busy machine the
	// context's own timer can fire late, and it is asked for anew each time,
	// because it moves when somebody with more patience joins those who wait.
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
