package analysis

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// back takes the last move of a table back by moves of the game, if that is plain to
// see: cards go straight back to where they were, and the stock goes round. It gives
// those moves and leaves the table as it was. A move that it gives none for may still
// have some other way back.
func back(r *rules.Rules, table *game.State) ([]game.Move, bool) {
	switch m := table.Last(); m.Action {
	case game.Shift:
		home := game.Move{Action: game.Shift, From: m.To, To: m.From, Cards: m.Cards}
		// An accordion's row has closed, and what lies in the hole stays there.
		if m.TurnsUp != card.None || m.To.Pile == game.Accordion || table.Check(home) != "" {
			return nil, false
		}
		return []game.Move{home}, true
	case game.Draw, game.Redeal:
		if r.Stock.Redeals != rules.Unlimited {
			return nil, false
		}
		return around(r, table)
	}
	return nil, false
}

// around turns the stock once around, to where it was before the last move.
func around(r *rules.Rules, table *game.State) (moves []game.Move, ok bool) {
	last := table.Last()
	table.Undo()
	stock, waste := slices.Clone(table.Table().Stock), slices.Clone(table.Table().Waste)
	table.Do(last)
	defer func() {
		for range moves {
			table.Undo()
		}
		if !ok {
			moves = nil
		}
	}()
	at := table.Table()
	for range len(stock) + len(waste) + 2 { // no round takes more: each move but one turns a card
		if slices.Equal(at.Stock, stock) && slices.Equal(at.Waste, waste) {
			return moves, true
		}
		next := game.Move{Action: game.Redeal}
		if left := len(at.Stock); left > 0 {
			next = game.Move{Action: game.Draw, Count: min(left, r.Stock.Count)}
		}
		if table.Check(next) != "" {
			return moves, false
		}
		table.Do(next)
		moves = append(moves, next)
	}
	return moves, false
}
