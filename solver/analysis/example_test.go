package analysis_test

import (
	"context"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Every move of a position with its verdict, the best first: a hint.
func ExampleMoves() {
	problem, err := solver.Numbered("black-hole", "solvitaire:1")
	if err != nil {
		panic(err)
	}
	found, err := analysis.Moves(nil, portfolio.New(16<<20), problem, solver.Budget{})
	if err != nil {
		panic(err)
	}
	for _, m := range found.Moves {
		fmt.Println(m.Move, "is", m.Verdict)
	}
	// Output:
	// 2C from tableau/12 to hole is winnable
	// KD from tableau/3 to hole is unwinnable
	// KH from tableau/15 to hole is unwinnable
}

// The move that lost a game.
func ExampleGame() {
	problem, err := solver.Numbered("black-hole", "solvitaire:1")
	if err != nil {
		panic(err)
	}
	engines, clock := portfolio.New(16<<20), solver.NewClock(context.Background())
	found, err := analysis.Moves(clock, engines, problem, solver.Budget{})
	if err != nil {
		panic(err)
	}
	played := []game.Move{found.Moves[len(found.Moves)-1].Move} // the worst
	judged, err := analysis.Game(clock, engines, problem, [][]game.Move{played}, solver.Budget{})
	if err != nil {
		panic(err)
	}
	if move, known := judged.LostAt(); known {
		fmt.Println("move", move, "lost it:", played[move-1])
		fmt.Println("better:", judged.Line[0])
	}
	// Output:
	// move 1 lost it: KH from tableau/15 to hole
	// better: 2C from tableau/12 to hole
}
