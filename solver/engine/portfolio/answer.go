package portfolio

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/deadlock"
)

// Answer is Solve for programs that ask the engines themselves: the referee has
// replayed the solution, and its moves are those of the position that was asked about
// ([solver.Problem.Asked]), where Solve's are of the canonical one. A spent budget, or
// the context's deadline, is an answer, [solver.Unknown], and no error. The error is a
// [*solver.BadSolution], a fault of the engines.
func (f *Portfolio) Answer(ctx context.Context, p *solver.Problem, b solver.Budget) (solver.Result, error) {
	result := f.Solve(ctx, p, b)
	if err := result.Verify(p); err != nil {
		return solver.Result{}, err
	}
	Explain(p, &result)
	result.Solution = p.ToAsked(result.Solution)
	return result, nil
}

// Explain adds to an unwinnable result a certificate that a person can check, if the
// engines found none on the way and there is one. It takes some microseconds, a few
// milliseconds at worst.
func Explain(p *solver.Problem, r *solver.Result) {
	if r.Verdict == solver.Unwinnable && r.Certificate == nil {
		position := p.Position()
		r.Certificate = deadlock.Find(p.Rules(), &position)
	}
}
