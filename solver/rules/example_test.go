package rules_test

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// A game of the catalogue by its name, in any spelling.
func ExampleLookup() {
	game, known := rules.Lookup("FreeCell")
	fmt.Println(known, game.Name, game.Rules.Tableau.Count, "columns,", game.Rules.Cells.Count, "cells")
	// Output:
	// true free-cell 8 columns, 4 cells
}

// Rules of one's own, in Solvitaire's language. All mistakes are reported at once, with their fields.
func ExampleParse() {
	_, err := rules.Parse([]byte(`{"tableau piles": {"count": 8, "build policy": "samesuit"}, "cels": 4}`))
	fmt.Println(err)
	// Output:
	// rules.cels: unknown field; allowed: tableau piles, foundations, hole, cells, stock, reserve, accordion, sequences, rows, discard, max rank, two decks, suits; rules.tableau piles.build policy: "samesuit" is not one of: any-suit, red-black, same-suit, no-build, same-colour, other-suit
}
