package proof

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// turnsLate reports whether turns of the stock may wait until just before a card of the waste is
// played (docs/inside/proof-tables.md, 14.4): a stock turned to a waste, which nothing else depends on.
func turnsLate(r *rules.Rules) bool {
	return r.Waste() && r.Rows.Shape == rules.NoRows && !r.Discards() && r.Foundations.Present &&
		r.Tableau.Spaces != rules.SpacesWasteThenStock
}

// hasSafeCards reports whether the rules fit docs/inside/proof-tables.md, 14.1: one pack built
// up on foundations and down in columns, whose cards move together only as they are built; spaces
// that are not filled by force; and no stock that is dealt to the columns.
func hasSafeCards(r *rules.Rules) bool {
	t := &r.Tableau
	return r.Decks == 1 && r.Suits == card.Suits && r.Foundations.Present && !r.Foundations.CompleteOnly &&
		(t.Build == rules.AnySuit || t.Build == rules.RedBlack || t.Build == rules.SameSuit || t.Build == rules.NoBuild) &&
		!t.UpOrDown && !t.Freeze && t.Packets == 0 && t.Spaces <= rules.SpacesKings &&
		t.Groups != rules.GroupsAny && (t.Groups == rules.GroupsNo || t.GroupPolicy == t.Build) &&
		(r.Stock.Size == 0 || r.Stock.To == rules.ToWaste)
}

// Safe reports whether no other way needs to be checked here: the way moves a safe card from a
// column, a cell or the reserve to a foundation, or removes a card alone. The way must be legal.
func (t *Table) Safe(w Way) bool {
	m := w.Move
	return t.goesAtOnce(m) || t.safe && w.Turns == 0 && m.Action == game.Shift && len(m.Cards) == 1 && m.To.Pile == game.Foundation &&
		(m.From.Pile == game.Tableau || m.From.Pile == game.Cell || m.From.Pile == game.Reserve) &&
		t.isSafe(m.Cards[0])
}

func (t *Table) isSafe(c card.Card) bool {
	at := t.Table()
	return isSafe(t.rules.Tableau.Build, at.Foundations, c.Suit(), deal.AboveBase(t.rules, at.Base, c))
}

// isSafe reports whether no card that could be laid on a card would be worse off without it: such
// cards, and those that could be laid on them, are up or can go up themselves. The heights are
// those of the foundations, by suit.
func isSafe[H int | uint8](build rules.Build, heights []H, suit card.Suit, rank int) bool {
	for s, height := range heights {
		other := card.Suit(s)
		need := 0
		switch {
		case other == suit || build == rules.SameSuit || build == rules.NoBuild:
		case build == rules.AnySuit || other.Red() != suit.Red():
			need = rank - 2
		default:
			need = rank - 3
		}
		if int(height) < need {
			return false
		}
	}
	return true
}
