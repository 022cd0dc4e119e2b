package difficulty_test

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// How hard a winnable deal is: its score in bits, and its grade among the winnable deals of its game.
func ExampleMethod_Measure() {
	problem, err := solver.Numbered("free-cell", "microsoft:617")
	if err != nil {
		panic(err)
	}
	engines := portfolio.New(16 << 20)
	found := engines.Solve(nil, problem, solver.Budget{})
	measured, err := difficulty.MethodOf("free-cell").Measure(nil, engines, problem, found.Solution)
	if err != nil {
		panic(err)
	}
	grade, _ := measured.Grade("free-cell")
	fmt.Println(grade)
	// Output:
	// expert
}
