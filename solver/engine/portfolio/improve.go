package portfolio

import (
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/covered"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/shortest"
)

// improve looks for a shorter solution with the rest of the budget, if the objective asks for it
// and package shortest or covered handles the game.
func (f *Portfolio) improve(clock *solver.Clock, p *solver.Problem, b solver.Budget, r *solver.Result) {
	if !b.Objective.Optimizes() || r.Verdict != solver.Winnable || f.asFound {
		return
	}
	if b.States > 0 {
		if b.States -= r.States; b.States <= 0 {
			return
		}
	}
	if left, ends := clock.Left(); ends {
		clock = clock.Within(left - margin)
	}
	switch {
	case shortest.Handles(p):
		found := f.shortest.Shortest(clock, p, r.Solution, b)
		r.Solution, r.Bound = found.Line, found.Bound
		r.States += found.States
	case covered.Handles(p):
		found := f.covered.Shortest(clock, p, r.Solution, b)
		r.Solution, r.Bound = found.Solution, found.Bound
		r.States += found.States
	}
}

// margin is the time between the end of the search for a shorter solution and the end of the clock.
// It keeps the answer from being late.
const margin = 10 * time.Millisecond
