package relation

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// ConvertPosition converts position p to a related game, which may be stronger or weaker. It
// returns false if the new game can't hold the table. That happens if more cards are in cells than
// the new game has cells, or if its foundations take only complete suits and a foundation of p is
// incomplete.
//
// If no redeal was used, the position gets all redeals of the new game. Otherwise the number of
// redeals left does not grow, unless the new game has no limit. So a conversion to a stronger
// game never adds redeals, and a conversion to a weaker game never removes any.
func ConvertPosition(p *deal.Position, from, to *rules.Rules) (deal.Position, bool) {
	q := p.Clone()
	for len(q.Cells) > to.Cells.Count {
		free := slices.Index(q.Cells, card.None)
		if free < 0 {
			return deal.Position{}, false
		}
		q.Cells = slices.Delete(q.Cells, free, free+1)
	}
	for len(q.Cells) < to.Cells.Count {
		q.Cells = append(q.Cells, card.None)
	}
	if to.Foundations.CompleteOnly {
		for _, h := range q.Foundations {
			if h != 0 && h != int(to.MaxRank) {
				return deal.Position{}, false
			}
		}
	}
	q.RedealsLeft = to.Redeals()
	used := p.RedealsLeft != from.Redeals()
	if used && to.Redeals() != rules.Unlimited {
		q.RedealsLeft = min(p.RedealsLeft, to.Redeals())
	}
	return q, true
}

// ConvertMoves converts moves that are legal under a stronger game to moves of the weaker game b.
// Places keep their numbers, so the two tables must number cells alike. They do so for a position
// converted from the stronger game to b. For a position converted from b to the stronger game, they
// do so if its free cells are the last ones.
func ConvertMoves(moves []game.Move, b *rules.Rules) []game.Move {
	converted := make([]game.Move, 0, len(moves))
	for _, m := range moves {
		switch {
		case m.Action == game.Draw:
			for left := m.Count; left > 0; left -= b.Stock.Count {
				converted = append(converted, game.Move{Action: game.Draw, Count: min(left, b.Stock.Count)})
			}
		case m.To.Pile == game.Foundation && len(m.Cards) > 1 && !b.Foundations.CompleteOnly:
			// A complete run goes up card by card, its last one, the ace, first.
			for i, c := range slices.Backward(m.Cards) {
				up := game.Move{From: m.From, To: m.To, Cards: []card.Card{c}}
				if i == 0 {
					up.TurnsUp = m.TurnsUp
				}
				converted = append(converted, up)
			}
		default:
			converted = append(converted, m)
		}
	}
	return converted
}
