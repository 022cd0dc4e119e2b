package player

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Reversible tells whether a legal move can be taken back at once, so that it decides
// nothing: cards by moving them back, a turn of the stock by turning it round to where it
// was. A move that only changes the order of places that make no difference is of this
// kind too. Other moves may still have some longer way back. The table is left as it is.
func Reversible(r *rules.Rules, table *game.State, m game.Move) bool {
	at := table.Table()
	before := Key(r, at)
	table.Do(m)
	defer table.Undo()
	if Key(r, at) == before {
		return true
	}
	_, ok := table.Back()
	return ok
}
