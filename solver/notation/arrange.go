package notation

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Arrange puts the columns of position p in the order of a fresh deal: each column goes to a place
// where the deal has a column of its size. It translates the moves accordingly. A position in
// canonical form has lost the order of its columns. Some dialects need it: they number the columns,
// or expect one card in the first and seven in the seventh. Arrange returns p unchanged if its
// columns have other sizes than in the deal.
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
	return q, game.Translate(moves, func(at game.Place) game.Place {
		if at.Pile == game.Tableau {
			at.N = to[at.N-1] + 1
		}
		return at
	})
}
