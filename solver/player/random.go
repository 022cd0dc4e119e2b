package player

import (
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Random plays any move that leads to a new position, all with the same probability. It gives
// up when there is none. Moves that differ only in equivalent places count once, so that a game
// with four empty cells does not consist of moves into cells.
var Random = Kind{
	Name:    "random",
	Summary: "plays any move, never back to where the table has been",
	Sees:    AlwaysSees(StockSeen),
	New: func(seed uint64, _ Options, _ solver.Engine) Player {
		return &random{rand.New(rand.NewPCG(seed, 0))}
	},
}

type random struct{ *rand.Rand }

func (p *random) Choose(_ *solver.Clock, t *Turn) int {
	for _, i := range p.Perm(len(t.Moves)) {
		if t.firstOfEqual(i) && t.Visits(i) == 0 {
			return i
		}
	}
	return -1
}
