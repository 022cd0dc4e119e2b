package relation

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// ConvertPosition lays out the table of a position of a game under the rules of a related
// one, stronger or weaker; false if that game can't hold it: more cards are in
// cells than it has, or its foundations take only complete suits and this one's
// hold others.
//
// Where redeals are limited, a game of which none was used has all of them, and
// another one no more than it had. So a position carried to a stronger game has at
// most as many redeals left, and one carried to a weaker game at least as many.
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
	q.RedealsLeft = to.Stock.Redeals
	used := p.RedealsLeft != from.Stock.Redeals
	if used && to.Stock.Redeals != rules.Unlimited {
		q.RedealsLeft = min(p.RedealsLeft, to.Stock.Redeals)
	}
	return q, true
}

// ConvertMoves returns moves that are legal under a as moves of a weaker game b. The
// places are the same, so they must be moves of the same table: cells numbered
// alike, a position that was carried from a to b or, with its free cells last,
// from b to a.
func ConvertMoves(moves []game.Move, b *rules.Rules) []game.Move {
	said := make([]game.Move, 0, len(moves))
	for _, m := range moves {
		switch {
		case m.Action == game.Draw:
			for left := m.Count; left > 0; left -= b.Stock.Count {
				said = append(said, game.Move{Action: game.Draw, Count: min(left, b.Stock.Count)})
			}
		case m.To.Pile == game.Foundation && len(m.Cards) > 1 && !b.Foundations.CompleteOnly:
			// A complete run goes up card by card, its last one, the ace, first.
			for i, c := range slices.Backward(m.Cards) {
				up := game.Move{From: m.From, To: m.To, Cards: []card.Card{c}}
				if i == 0 {
					up.TurnsUp = m.TurnsUp
				}
				said = append(said, up)
			}
		default:
			said = append(said, m)
		}
	}
	return said
}
