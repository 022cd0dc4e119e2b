package spider

// weights say what makes a position good: its score is the sum of these over what it
// has of each, and the lower the better.
type weights struct {
	broken  int // a card lies on one that is not the next higher
	offSuit int // a card lies on the next higher one, and they don't move together
	joined  int // a card lies on the next higher one, and they move together
	base    int // a column's first card is not a king
	hidden  int // a card lies face down
	space   int // a column has no cards
	up      int // a card lies on a foundation
}

// compileScore tabulates the score of a card on another.
func (g *rulebook) compileScore() {
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

// standard are the weights that we search with.
var standard = weights{broken: 20, offSuit: 12, joined: -5, base: 8, hidden: 6, space: -20, up: -6}
