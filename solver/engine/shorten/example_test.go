package shorten_test

import (
	"context"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/shorten"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// A solution made shorter. The referee has replayed what is returned.
func ExampleLine() {
	problem, err := solver.Numbered("free-cell", "microsoft:617")
	if err != nil {
		panic(err)
	}
	answer, err := portfolio.New(16<<20).Answer(context.Background(), problem, solver.Budget{})
	if err != nil {
		panic(err)
	}
	line := problem.ToCanonical(answer.Solution)
	shorter := shorten.Line(nil, problem, line)
	fmt.Println(game.Length(line) >= game.Length(shorter), problem.Replay(shorter).Won)
	// Output:
	// true true
}
