package solver_test

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Positions that differ only in the order of equivalent columns have one id, and so one verdict.
func ExampleProblem_ID() {
	problem, err := solver.Numbered("free-cell", "microsoft:617")
	if err != nil {
		panic(err)
	}
	position := problem.Asked()
	columns := position.Tableau
	columns[0], columns[3] = columns[3], columns[0]
	other := solver.NewProblem(*problem.Rules(), position)
	fmt.Println(other.ID() == problem.ID())
	// Output:
	// true
}
