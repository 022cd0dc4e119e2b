package game_test

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// The moves of a position, and the table after one.
func ExampleState() {
	problem, err := solver.Numbered("klondike", "solvitaire:2")
	if err != nil {
		panic(err)
	}
	position := problem.Asked()
	table := game.New(problem.Rules(), &position)
	for _, move := range table.Legal() {
		fmt.Println(move)
	}
	table.Do(table.Legal()[0])
	fmt.Println("won:", table.Won())
	// Output:
	// draw 3
	// 8S from tableau/2 to tableau/4
	// 9H from tableau/4 to tableau/3
	// 8C from tableau/6 to tableau/4
	// won: false
}

// The referee says which move is illegal, and why.
func ExampleReplay() {
	problem, err := solver.Numbered("free-cell", "microsoft:1")
	if err != nil {
		panic(err)
	}
	position := problem.Asked()
	var moves []game.Move
	for column := 1; column <= 2; column++ {
		from := game.At(game.Tableau, column)
		top := game.New(problem.Rules(), &position).Top(from, 1)
		moves = append(moves, game.Move{Action: game.Shift, From: from, To: game.At(game.Cell, 1), Cards: top})
	}
	outcome := game.Replay(problem.Rules(), &position, moves)
	fmt.Printf("move %d: %s\n", outcome.At, outcome.Reason)
	// Output:
	// move 2: 9C from tableau/2 to cell/1: the cell is taken
}
