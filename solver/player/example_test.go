package player_test

import (
	"context"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// A player by name plays a deal, move by move, and sees no more than it may.
func ExamplePlay() {
	problem, err := solver.Numbered("klondike", "solvitaire:8")
	if err != nil {
		panic(err)
	}
	kind, known := player.Lookup("greedy")
	if !known {
		panic("there is no such player")
	}
	options, err := kind.ParseOptions(nil) // or "name=value", of what it can be told
	if err != nil {
		panic(err)
	}
	position, rules := problem.Asked(), problem.Rules()
	if refusal := kind.Refusal(rules); refusal != "" {
		panic(refusal)
	}
	who := kind.New(1, options, portfolio.New(16<<20)) // drawn from 1, and the engine for those who search
	play := player.Play(context.Background(), kind.Sees(options), who, rules, &position)
	fmt.Println(kind.Title(options), "sees", kind.Sees(options).Model(), "cards:", play.Ending, "with", play.Score, "cards up")
	fmt.Println("first move:", play.Moves[0])
	fmt.Println("the referee's objection:", play.Verify(rules, &position))
	// Output:
	// greedy sees hidden cards: gave-up with 8 cards up
	// first move: AS from tableau/4 to foundation/S
	// the referee's objection: <nil>
}

// What a player must not know is not in its turn.
func ExampleTurn() {
	problem, err := solver.Numbered("klondike", "solvitaire:7")
	if err != nil {
		panic(err)
	}
	position := problem.Asked()
	play := player.Play(context.Background(), player.StockSeen, leaver{}, problem.Rules(), &position)
	fmt.Println(play.Ending)
	// Output:
	// 45 cards are not known, among them the 6 under 5S
	// gave-up
}

// leaver looks at the table, and gives up.
type leaver struct{}

func (leaver) Choose(_ context.Context, t *player.Turn) int {
	last := t.Table.Tableau[6]
	fmt.Println(len(t.Unseen), "cards are not known, among them the", last.Down, "under", last.Cards[last.Down])
	return -1
}
