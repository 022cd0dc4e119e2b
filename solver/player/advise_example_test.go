package player_test

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// Advice for a table whose face-down cards nobody knows: each move with the probability of winning.
func ExampleAdvise() {
	problem, err := solver.Numbered("klondike", "solvitaire:8")
	if err != nil {
		panic(err)
	}
	position := problem.Asked()
	seen := player.Observe(problem.Rules(), &position, player.StockSeen)
	advice := player.Advise(nil, &seen, nil, 4, 1, portfolio.New(16<<20))
	fmt.Println(advice.Policy, "on", advice.Samples, "deals of the hidden cards")
	fmt.Println("best:", advice.Moves[0].Move)
	// Output:
	// hindsight on 4 deals of the hidden cards
	// best: draw 3
}
