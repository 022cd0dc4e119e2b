package portfolio

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
)

// Answer is [Portfolio.Solve] with three additions. The referee replays the solution; if that
// fails, an engine has a bug, and the error is a [*solver.BadSolution]. A loss may get a
// certificate ([Explain]). The moves are converted from the canonical position to the position as
// asked ([solver.Problem.Asked]). If the budget or the context's deadline runs out, the verdict is
// [solver.Unknown] and the error is nil.
func (f *Portfolio) Answer(ctx context.Context, p *solver.Problem, b solver.Budget) (solver.Result, error) {
	result := f.Solve(solver.NewClock(ctx), p, b)
	if err := result.Verify(p); err != nil {
		return solver.Result{}, err
	}
	Explain(p, &result)
	result.Solution = p.ToAsked(result.Solution)
	return result, nil
}

// Explain adds a certificate to an unwinnable result without one, if package prove finds one. A
// person can check it. It takes some microseconds, a few milliseconds at worst.
func Explain(p *solver.Problem, r *solver.Result) {
	if r.Verdict == solver.Unwinnable && r.Certificate == nil {
		position := p.Position()
		r.Certificate = prove.Certificate(p.Rules(), &position)
	}
}
