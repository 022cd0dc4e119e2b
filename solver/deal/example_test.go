package deal_test

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// A deal by its number.
func ExampleSeed_Deal() {
	game, _ := rules.Lookup("free-cell")
	seed, err := deal.ParseSeed("microsoft:1")
	if err != nil {
		panic(err)
	}
	position, err := seed.Deal(&game.Rules)
	if err != nil {
		panic(err)
	}
	fmt.Println(position.Tableau[0].Cards)
	// Output:
	// [JD KD 2S 4C 3S 6D 6S]
}

// A mistake in a position names the card and the pile.
func ExampleParse() {
	game, _ := rules.Lookup("black-hole")
	_, err := deal.Parse([]byte(`{"tableau piles": [["KH", "KH", "1S"]]}`), &game.Rules)
	fmt.Println(err)
	// Output:
	// deal.tableau piles: 1 pile found, 17 expected (a list for each column, its deepest card first); deal: AS occurs twice: at deal.tableau piles[0][2], hole; deal: KH occurs twice: at deal.tableau piles[0][0], deal.tableau piles[0][1]
}
