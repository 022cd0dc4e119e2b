package freecell

// The weights of what makes a state look far from won, in quarters. They were found
// by climbing hills on Microsoft's deals 1 to 800 (docs/methods.md).
const (
	perCard     = 24 // not on its foundation
	perLoose    = 28 // card in a cell
	perSpace    = 32 // empty column, to the good
	whenFull    = 12 // no place is free
	perCover    = 12 // break in a column above the next card of a suit
	perCover2   = 4  // the same above the card after that
	perInverted = 12 // lower card right under a higher one
	perBlocked  = 4  // card with a higher one of its suit above it
	perBase     = 8  // column that does not begin with a king
	perStep     = 9  // step from the start
)

// value guesses how far a state is from won; small is good.
func (b *board) value(s *state, depth int) int {
	left := 4*b.ranks - int(s.up[0]) - int(s.up[1]) - int(s.up[2]) - int(s.up[3])
	v := perCard*left + perStep*depth
	cells := min(int(s.cells), b.cells)
	spaces := b.columns - int(s.tops) - (int(s.cells) - cells)
	v += perLoose*cells - perSpace*spaces
	if cells == b.cells && spaces == 0 {
		v += whenFull
	}
	for i := range s.tops {
		if s.cost[i] < 0 {
			s.cost[i] = int16(b.columnCost(s, s.top[i]))
		}
		v += int(s.cost[i])
	}
	for suit := range code(4) {
		c := s.up[suit]<<2 | suit
		if c >= code(4*b.ranks) {
			continue
		}
		v += perCover * b.covers(s, c)
		if c += 4; c < code(4*b.ranks) {
			v += perCover2 * b.covers(s, c)
		}
	}
	return v
}

// covers counts the breaks in the column above a card: how many runs lie on it.
func (b *board) covers(s *state, c code) int {
	n := 0
	for above := s.on[c]; above != none; c, above = above, s.on[above] {
		if !b.fits(above, c) {
			n++
		}
	}
	return n
}

// columnCost is what does not depend on the foundations in a column's value.
func (b *board) columnCost(s *state, c code) int {
	v := 0
	var highest [4]code // of each suit, of the cards seen
	for {
		if highest[c&3] > c {
			v += perBlocked
		} else {
			highest[c&3] = c
		}
		below := s.under[c]
		if below == none {
			break
		}
		if c>>2 > below>>2 {
			v += perInverted
		}
		c = below
	}
	if !b.isKing(c) {
		v += perBase
	}
	return v
}
