package papers

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Expand appends the referee's moves that make up a move on a board: the turns of the stock one
// by one, then the move itself. The cards that they turn up are left out; the referee adds
// them.
func (g *Game) Expand(b *Board, m Move, to []game.Move) []game.Move {
	after := *b
	turns := m.Turns
	if m.Kind == TurnStock {
		turns = 1
	}
	for range turns {
		if left := after.Count - after.Turned; left > 0 {
			to = append(to, game.Move{Action: game.Draw, Count: min(g.Turn, int(left))})
		} else {
			to = append(to, game.Move{Action: game.Redeal})
		}
		g.turn(&after)
	}
	shift := func(from, where game.Place, cards ...card.Card) []game.Move {
		return append(to, game.Move{From: from, To: where, Cards: cards})
	}
	column := func(i int8) game.Place { return game.At(game.Tableau, int(i)+1) }
	switch m.Kind {
	case TalonToFoundation:
		x := b.Talon[m.From]
		return shift(game.Place{Pile: game.Waste}, game.FoundationOf(x.Suit()), x)
	case TalonToColumn:
		return shift(game.Place{Pile: game.Waste}, column(m.To), b.Talon[m.From])
	case ColumnToFoundation:
		x := b.Columns[m.From].Top()
		return shift(column(m.From), game.FoundationOf(x.Suit()), x)
	case ColumnToColumn:
		c := &b.Columns[m.From]
		return shift(column(m.From), column(m.To), slices.Clone(c.Cards[c.Count-m.Count:c.Count])...)
	case FoundationToColumn:
		s := card.Suit(m.From)
		return shift(game.FoundationOf(s), column(m.To), card.New(card.Rank(b.Up[s]), s))
	}
	return to
}
