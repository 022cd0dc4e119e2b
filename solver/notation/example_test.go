package notation_test

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
)

// A deal as other programs write it.
func ExampleWriteDeal() {
	problem, err := solver.Numbered("free-cell", "microsoft:1")
	if err != nil {
		panic(err)
	}
	position := problem.Asked()
	text, err := notation.WriteDeal(notation.FCSolve, problem.Rules(), &position)
	if err != nil {
		panic(err) // the format has no place for this game
	}
	fmt.Print(text)
	// Output:
	// JD KD 2S 4C 3S 6D 6S
	// 2D KC KS 5C TD 8S 9C
	// 9H 9S 9D TS 4S 8D 2H
	// JC 5S QD QH TH QS 6H
	// 5D AD JS 4H 8H 6C
	// 7H QC AS AC 2C 3D
	// 7C KH AH 4D JH 8C
	// 5H 3H 3C 7S 7D TC
}

// A board that somebody pasted. Notes say what was read in a way of its own.
func ExampleReadDeal() {
	problem, err := solver.Numbered("free-cell", "microsoft:1")
	if err != nil {
		panic(err)
	}
	text := `my deal:
J♦ 2♦ 9♥ J♣ 5♦ 7♥ 7♣ 5♥
K♦ K♣ 9♠ 5♠ A♦ Q♣ K♥ 3♥
2♠ K♠ 9♦ Q♦ J♠ A♠ A♥ 3♣
4♣ 5♣ 10♠ Q♥ 4♥ A♣ 4♦ 7♠
3♠ 10♦ 4♠ 10♥ 8♥ 2♣ J♥ 7♦
6♦ 8♠ 8♦ Q♠ 6♣ 3♦ 8♣ 10♣
6♠ 9♣ 2♥ 6♥`
	position, notes, err := notation.ReadDeal(notation.FCSolve, text, problem.Rules(), deal.Decode)
	if err != nil {
		panic(err)
	}
	fmt.Println(solver.NewProblem(*problem.Rules(), position).ID() == problem.ID())
	fmt.Println(notes)
	// Output:
	// true
	// [deal line 1: skipped, because "my deal:" is not a line of cards deal: read by rows, from the top row down, because its lines fit only as rows: 7 lines for 8 columns]
}

// The moves of FreeCell as players write them: columns 1 to 8, cells a to d, h for the foundations.
func ExampleReadMoves() {
	problem, err := solver.Numbered("free-cell", "microsoft:1")
	if err != nil {
		panic(err)
	}
	position := problem.Asked()
	reading, err := notation.ReadMoves(notation.FCSolve, notation.AutoplayNone, "3a 32 7b 3c 37", problem.Rules(), &position)
	if err != nil {
		panic(err)
	}
	for _, move := range reading.Moves {
		fmt.Println(move)
	}
	fmt.Println(game.Length(reading.Moves), "moves")
	// Output:
	// 2H from tableau/3 to cell/1
	// 8D from tableau/3 to tableau/2
	// 8C from tableau/7 to cell/2
	// 4S from tableau/3 to cell/3
	// TS from tableau/3 to tableau/7
	// 5 moves
}
