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
	if m.Action == game.Deal || m.Action != game.Shift && r.Stock.Redeals != rules.Unlimited {
		return false
	}
	at := table.Table()
	if m.From.Pile == game.Tableau {
		// A card that is turned up stays so. What it is may not be known.
		if c := at.Tableau[m.From.N-1]; c.Down > 0 && c.Down == len(c.Cards)-len(m.Cards) {
			return false
		}
	}
	before := Key(r, at)
	table.Do(m)
	done := 1
	defer func() {
		for range done {
			table.Undo()
		}
	}()
	if m.Action == game.Shift {
		home := game.Move{Action: game.Shift, From: m.To, To: m.From, Cards: m.Cards}
		return Key(r, at) == before || m.To.Pile != game.Accordion && table.Check(home) == ""
	}
	for range len(at.Stock) + len(at.Waste) + 1 { // each move but one turns a card at least
		table.Do(turn(r, table))
		if done++; Key(r, at) == before {
			return true
		}
	}
	return false
}

// turn is the move that turns the stock further, a redeal if it is empty.
func turn(r *rules.Rules, table *game.State) game.Move {
	if left := len(table.Table().Stock); left > 0 {
		return game.Move{Action: game.Draw, Count: min(left, r.Stock.Count)}
	}
	return game.Move{Action: game.Redeal}
}
