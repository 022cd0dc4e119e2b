package web

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// DrawsGame is the game whose win rate is shown by draw size.
const DrawsGame = "klondike"

const mostDraws = 24 // cards in its stock

// DrawRates are the counts of Klondike with a draw size.
type DrawRates struct {
	Cards         int
	With, Without stats.Tally // worrying back
}

// Draws returns the counts of Klondike by draw size, without sizes that were not counted.
func Draws(reports []stats.Report) []DrawRates {
	tallies := map[string]stats.Tally{}
	for i := range reports {
		tallies[reports[i].Game] = reports[i].Ours.Tally
	}
	of := func(name string) stats.Tally {
		g, _ := rules.Lookup(name) // draw 3 has another name
		return tallies[g.Name]
	}
	var list []DrawRates
	for n := 1; n <= mostDraws; n++ {
		name := fmt.Sprintf("klondike-draw-%d", n)
		d := DrawRates{Cards: n, With: of(name), Without: of(name + "-no-worrying-back")}
		if d.With.Deals()+d.Without.Deals() > 0 {
			list = append(list, d)
		}
	}
	return list
}
