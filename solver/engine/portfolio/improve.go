package portfolio

import (
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/covered"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/shortest"
)

// improve looks for a shorter solution with the rest of the budget, if the objective asks for it
// and package shortest or covered handles the game.
func (f *Portfolio) improve(ctx context.Context, p *solver.Problem, b solver.Budget, r *solver.Result) {
	if !b.Objective.Optimizes() || r.Verdict != solver.Winnable || f.asFound {
		return
	}
	if b.States > 0 {
		if b.States -= r.States; b.States <= 0 {
			return
		}
	}
	switch {
	case shortest.Handles(p):
		found := f.shortest.Shortest(early{ctx}, p, r.Solution, b)
		r.Solution, r.Bound = found.Line, found.Bound
		r.States += found.States
	case covered.Handles(p):
		found := f.covered.Shortest(early{ctx}, p, r.Solution, b)
		r.Solution, r.Bound = found.Solution, found.Bound
		r.States += found.States
	}
}

// early is a context whose deadline is by margin earlier than another's, so that looking for a
// shorter solution doesn't make the answer late.
type early struct{ context.Context }

const margin = 10 * time.Millisecond

// Deadline asks the other context each time, because its deadline may move.
func (c early) Deadline() (time.Time, bool) {
	deadline, timed := c.Context.Deadline()
	return deadline.Add(-margin), timed
}
