package verdict

import "github.com/thoughtful-solitaire/thoughtful/solver"

// pass is the gate that everything goes through before it is answered. It tells
// why a record, just found or remembered, may not be believed; with a solution
// that the referee can't replay to a win this is a *solver.BadSolution.
func pass(p *solver.Problem, r *solver.Record) error {
	if err := r.CheckFor(p); err != nil {
		return err
	}
	result := r.Result()
	return result.Verify(p)
}
