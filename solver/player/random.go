package player

import (
	"context"
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Random plays any move, all with the same chance, that leads where the table has not
// been; it gives up when there is none. Moves that differ only in places that make no
// difference count once each, so that a game with four empty cells is not a game of
// laying cards into cells.
var Random = Kind{
	Name:    "random",
	Summary: "plays any move, never back to where the table has been",
	Sees:    sees(StockSeen),
	New: func(seed uint64, _ Options, _ solver.Engine) Player {
		return &random{rand.New(rand.NewPCG(seed, 0))}
	},
}

type random struct{ *rand.Rand }

func (p *random) Choose(_ context.Context, t *Turn) int {
	for _, i := range p.Perm(len(t.Moves)) {
		if t.first(i) && t.Visits(i) == 0 {
			return i
		}
	}
	return -1
}
