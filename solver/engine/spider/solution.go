package spider

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// translate returns a path as the referee's moves.
func translate(g *compiled, root *layout, path []move) []game.Move {
	l := *root
	moves := make([]game.Move, 0, len(path))
	for _, m := range path {
		moves = append(moves, l.toMove(g, m))
	}
	return moves
}

// toMove makes a move and returns it as the referee's.
func (l *layout) toMove(g *compiled, m move) game.Move {
	if m.from == fromStock {
		l.do(g, m)
		return game.Move{Action: game.Deal, Count: int(m.n)}
	}
	i := int(m.from)
	moved := l.cards[i][l.length[i]-m.n : l.length[i]]
	said := game.Move{Action: game.Shift, From: game.At(game.Tableau, i+1)}
	for _, x := range moved {
		said.Cards = append(said.Cards, card.Card(x))
	}
	if m.to == toFoundation {
		f := l.foundation(g, moved)
		said.To = game.FoundationOf(card.Suit(f / g.copies))
		if g.copies > 1 {
			said.To.M = f%g.copies + 1
		}
	} else {
		said.To = game.At(game.Tableau, int(m.to)+1)
	}
	down := l.down[i]
	l.do(g, m)
	if l.down[i] < down {
		said.TurnsUp = card.Card(l.cards[i][l.length[i]-1])
	}
	return said
}
