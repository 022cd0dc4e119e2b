package freecell

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// weights say what makes a state look far from won, in quarters.
type weights struct {
	card     int // not on its foundation
	loose    int // card in a cell
	space    int // empty column, to the good
	full     int // no place is free
	cover    int // break in a column above the next card of a suit
	cover2   int // the same above the card after that
	inverted int // card right on a lower one
	blocker  int // card with a lower one of its suit below it
	bottom   int // column that does not begin with a king
	way      int // length of the way from the start
}

// weightsOf are the weights for a game: by whether only kings fill spaces, and
// whether it is built in suit.
var weightsOf = [2][2]weights{
	{
		{29, 28, 25, 6, 16, 5, 16, 14, 10, 5},
		{40, 31, 29, 3, 16, 4, 21, 10, 10, 4},
	}, {
		{22, 39, 21, 12, 12, 4, 12, 7, 13, 5},
		{51, 20, 19, 6, 19, 4, 11, 17, 8, 4},
	},
}

// prefix is what the part of a column up to some card costs, and the lowest rank of
// each suit in it, a byte each.
type prefix struct {
	cost int32
	low  uint32
}

// over is the prefix up to a card that lies on one with prefix p, or on none.
func (b *board) over(p prefix, c, below code) prefix {
	rank, shift := uint32(c>>2), 8*(c&3)
	if below == none {
		p = prefix{low: 1<<32 - 1}
		if !b.isKing(c) {
			p.cost = int32(b.weights.bottom)
		}
	} else if rank > uint32(below>>2) {
		p.cost += int32(b.weights.inverted)
	}
	if p.low>>shift&255 < rank {
		p.cost += int32(b.weights.blocker)
	} else {
		p.low = p.low&^(255<<shift) | rank<<shift
	}
	return p
}

// appraiser tells the values of states that are a step away from one.
type appraiser struct {
	from     state
	fromCost int
	known    uint64 // the columns of from whose prefixes are known, by their tops
	prefixes [most + 1]prefix
}

// set prepares for states that are a step away from the one in from, whose columns
// have this cost.
func (a *appraiser) set(cost int) { a.fromCost, a.known = cost, 0 }

// column is what a column of from costs, given its top.
func (a *appraiser) column(b *board, top code) int {
	if a.known>>top&1 == 0 {
		a.known |= 1 << top
		c := top
		for a.from.under[c] != none {
			c = a.from.under[c]
		}
		var p prefix
		for below := code(none); c != none; c, below = a.from.on[c], c {
			p = b.over(p, c, below)
			a.prefixes[c] = p
		}
	}
	return int(a.prefixes[top].cost)
}

// cost is what the columns of a state cost that came from the one in from by a step
// with this card, and perhaps moves to the foundations.
//
// A column that has changed has another top, unless a run has moved whose top is
// still on it: the top cards tell what to look at.
func (a *appraiser) cost(b *board, s *state, moved code) int {
	same := a.from.tops & s.tops
	if top := a.from.topOver(moved); same>>top&1 != 0 {
		same ^= 1 << top
	}
	cost := a.fromCost
	for set := a.from.tops &^ same; set != 0; set &= set - 1 {
		cost -= a.column(b, code(bits.TrailingZeros64(set)))
	}
	for set := s.tops &^ same; set != 0; set &= set - 1 {
		cost += a.changed(b, s, code(bits.TrailingZeros64(set)), moved)
	}
	return cost
}

// changed is what a column costs that has changed: it has lost cards, whose prefixes
// are known, or been laid upon, or is new.
func (a *appraiser) changed(b *board, s *state, top, moved code) int {
	c := top
	for c != moved && b.fits(c, s.under[c]) {
		c = s.under[c]
	}
	if c != moved {
		return int(a.prefixes[top].cost)
	}
	below := s.under[c]
	p := a.prefixes[below]
	if a.from.loose>>below&1 != 0 {
		p = b.over(prefix{}, below, none)
	}
	for ; ; c, below = s.on[c], c {
		if p = b.over(p, c, below); c == top {
			return int(p.cost)
		}
	}
}

// topOver is the top of the column in which a card lies, or the card if it is loose.
func (s *state) topOver(c code) code {
	for s.on[c] != none {
		c = s.on[c]
	}
	return c
}

// costAnew is what the columns of a state cost, of which nothing is known.
func (b *board) costAnew(s *state) int {
	a := appraiser{from: *s}
	cost := 0
	for set := s.tops; set != 0; set &= set - 1 {
		cost += a.column(b, code(bits.TrailingZeros64(set)))
	}
	return cost
}

// value guesses how far a state is from won, given what its columns cost and how long the
// way was that led to it; small is good.
func (b *board) value(s *state, cost, way int) int {
	w := &b.weights
	left := 4*b.ranks - int(s.up[0]) - int(s.up[1]) - int(s.up[2]) - int(s.up[3])
	loose := s.loosened()
	cells := min(loose, b.cells)
	spaces := b.columns - s.columns() - (loose - cells)
	v := cost + w.card*left + w.way*way + w.loose*cells - w.space*spaces
	if cells == b.cells && spaces == 0 {
		v += w.full
	}
	for suit := range code(card.Suits) {
		c := s.up[suit]<<2 | suit
		if c >= code(4*b.ranks) {
			continue
		}
		v += w.cover * b.covers(s, c)
		if c += 4; c < code(4*b.ranks) {
			v += w.cover2 * b.covers(s, c)
		}
	}
	return v
}

// length is how long a step is: two, and one for each card that moves along with the
// first. A person moves such a card twice, or oftener, but a run is worth moving.
func (s *state) length(m step) int {
	n := 2
	for c := m.head; s.on[c] != none; c = s.on[c] {
		n++
	}
	return n
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
