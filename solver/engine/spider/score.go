package spider

import (
	"math"
	"math/rand/v2"
)

// weights are the terms of a position's score; a lower score is better.
type weights struct {
	broken  int // a card on one that is not the next higher
	offSuit int // a card on the next higher one that does not move with it
	joined  int // a card on the next higher one that moves with it
	base    int // a column whose first card is not a king
	hidden  int // a face-down card
	space   int // an empty column
	up      int // a card on a foundation
}

// compileScore tabulates the score of each card on each other.
func (g *compiled) compileScore() {
	w := g.weights
	for upper := range code(codes) {
		if upper>>2 != g.king {
			g.pair[0][upper] = int16(w.base)
		}
		for lower := code(4); lower < codes; lower++ {
			switch {
			case lower>>2 != upper>>2+1:
				g.pair[lower][upper] = int16(w.broken)
			case g.joins[upper]>>lower&1 != 0:
				g.pair[lower][upper] = int16(w.joined)
			default:
				g.pair[lower][upper] = int16(w.offSuit)
			}
		}
	}
}

// standard are the weights used, found by trials on deals of Spider
// (solvitaire:1001-1024). What matters most is that a card on the next higher one of
// another suit is nearly as bad as on any other card: with offSuit 4 a beam 400 wide
// won one of the 24 deals within 300,000 positions; with 12 it won eighteen.
var standard = weights{broken: 20, offSuit: 12, joined: -5, base: 8, hidden: 6, space: -20, up: -6}

// weigh sets the weights: the standard ones, or, from a noise other than 0, each of them changed by
// up to two fifths.
func (g *compiled) weigh(noise uint64) {
	g.weights = standard
	if noise != 0 {
		random := rand.New(rand.NewPCG(noise, 0))
		for _, w := range []*int{
			&g.weights.broken, &g.weights.offSuit, &g.weights.joined, &g.weights.base, &g.weights.hidden, &g.weights.space, &g.weights.up,
		} {
			*w = int(math.Round(float64(*w) * (0.6 + 0.8*random.Float64())))
		}
	}
	g.compileScore()
}
