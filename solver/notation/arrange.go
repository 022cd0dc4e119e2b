package notation

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Arrange puts the columns of a fresh deal where the deal has columns of their size,
// and says its moves in the places where they are then. A position in canonical form
// has lost that order, without which a dialect that numbers columns, or expects the
// first to have one card and the seventh seven, would talk of another table. A
// position whose columns have other sizes, and moves in it, stay as they are.
func Arrange(r *rules.Rules, p deal.Position, moves []game.Move) (deal.Position, []game.Move) {
	if r.Stock.To == rules.ToTableau {
		return p, moves
	}
	sizes := r.ColumnSizes()
	to := make([]int, len(p.Tableau)) // where each column goes
	var taken []int
	for i, c := range p.Tableau {
		to[i] = -1
		for j, size := range sizes {
			if size == len(c.Cards) && !slices.Contains(taken, j) {
				to[i] = j
				break
			}
		}
		if to[i] < 0 {
			return p, moves
		}
		taken = append(taken, to[i])
	}
	q := p.Clone()
	for i, j := range to {
		q.Tableau[j] = p.Tableau[i]
	}
	place := func(at game.Place) game.Place {
		if at.Pile == game.Tableau {
			at.N = to[at.N-1] + 1
		}
		return at
	}
	moves = slices.Clone(moves)
	for i := range moves {
		moves[i].From, moves[i].To = place(moves[i].From), place(moves[i].To)
	}
	return q, moves
}
