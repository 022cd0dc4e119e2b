package portfolio

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
)

// Answer is [Portfolio.Solve] with two differences: the referee has replayed the solution, and
// its moves are those of the position as asked ([solver.Problem.Asked]), not of the canonical
// one. If the budget or the context's deadline runs out, the verdict is [solver.Unknown] without
// an error. The error is a [*solver.BadSolution], a bug of an engine.
func (f *Portfolio) Answer(ctx context.Context, p *solver.Problem, b solver.Budget) (solver.Result, error) {
	result := f.Solve(solver.NewClock(ctx), p, b)
	if err := result.Verify(p); err != nil {
		return solver.Result{}, err
	}
	Explain(p, &result)
	result.Solution = p.ToAsked(result.Solution)
	return result, nil
}

// Explain adds a certificate that a person can check to an unwinnable result that has none, if
// package prove finds one. It takes some microseconds, a few milliseconds at worst.
func Explain(p *solver.Problem, r *solver.Result) {
	if r.Verdict == solver.Unwinnable && r.Certificate == nil {
		position := p.Position()
		r.Certificate = prove.Certificate(p.Rules(), &position)
	}
}
