package portfolio

import (
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/shortest"
)

// improve looks for a shorter solution than that of a result, with what is left of the
// budget, if one was asked for and the game is one of which shortest solutions can be
// found.
func (f *Portfolio) improve(ctx context.Context, p *solver.Problem, b solver.Budget, r *solver.Result) {
	if !b.Objective.Optimizes() || r.Verdict != solver.Winnable || f.asFound || !shortest.Handles(p) {
		return
	}
	if b.States > 0 {
		if b.States -= r.States; b.States <= 0 {
			return
		}
	}
	found := f.shortest.Shortest(early{ctx}, p, r.Solution, b)
	r.Solution, r.Bound = found.Line, found.Bound
	r.States += found.States
}

// early is a context whose deadline comes a little before that of another. What has been
// found must not be late because it could have been better.
type early struct{ context.Context }

const margin = 10 * time.Millisecond

// Deadline is asked anew whenever the search looks at the clock, because it may move.
func (c early) Deadline() (time.Time, bool) {
	deadline, timed := c.Context.Deadline()
	return deadline.Add(-margin), timed
}
