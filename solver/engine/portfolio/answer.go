package portfolio

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
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
	result.Solution = p.Localise(result.Solution)
	return result, nil
}
