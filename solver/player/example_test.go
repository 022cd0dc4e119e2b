package player_test

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// A player plays a deal, with the cards that it may see.
func ExamplePlay() {
	problem, err := solver.Numbered("klondike", "solvitaire:8")
	if err != nil {
		panic(err)
	}
	options, err := player.Greedy.ParseOptions(nil) // or "name=value", "name=value"
	if err != nil {
		panic(err)
	}
	position, rules := problem.Asked(), problem.Rules()
	greedy := player.Greedy.New(1, options, portfolio.New(16<<20)) // random seed 1; the engine is for players that search
	play := player.Play(nil, player.Greedy.Sees(options), greedy, rules, &position)
	fmt.Println(play.Ending, "with score", play.Score)
	fmt.Println("first move:", play.Moves[0])
	fmt.Println("verification error:", play.Verify(rules, &position))
	// Output:
	// gave-up with score 8
	// first move: AS from tableau/4 to foundation/S
	// verification error: <nil>
}

// A turn does not contain hidden cards.
func ExampleTurn() {
	problem, err := solver.Numbered("klondike", "solvitaire:7")
	if err != nil {
		panic(err)
	}
	position := problem.Asked()
	play := player.Play(nil, player.StockSeen, leaver{}, problem.Rules(), &position)
	fmt.Println(play.Ending)
	// Output:
	// 45 cards are hidden, 6 of them under 5S
	// gave-up
}

// leaver prints what it sees, and gives up.
type leaver struct{}

func (leaver) Choose(_ *solver.Clock, t *player.Turn) int {
	last := t.Table.Tableau[6]
	fmt.Println(len(t.Unseen), "cards are hidden,", last.Down, "of them under", last.Cards[last.Down])
	return -1
}
