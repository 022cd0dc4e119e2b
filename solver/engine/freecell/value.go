package freecell

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// weights are the terms of a state's value, in quarters. They were found by hill
// climbing, on the states searched of solvitaire:50001 and following.
type weights struct {
	card     int // card not on its foundation
	loose    int // card in a cell
	space    int // empty column, subtracted
	full     int // no place is free
	cover    int // break in a column above the next card of a suit
	cover2   int // break above the card after that
	inverted int // card directly on a lower one
	blocker  int // card with a lower one of its suit below it
	bottom   int // column that does not begin with a king
	length   int // length of the path from the start
}

// weightsOf are the weights for a game: by whether only kings fill spaces, and whether
// it is built in suit.
var weightsOf = [2][2]weights{
	{
		{29, 28, 25, 6, 16, 5, 16, 14, 10, 5},
		{40, 31, 29, 3, 16, 4, 21, 10, 10, 4},
	}, {
		{22, 39, 21, 12, 12, 4, 12, 7, 13, 5},
		{51, 20, 19, 6, 19, 4, 11, 17, 8, 4},
	},
}

// prefix is the cost of a column up to some card, and the lowest rank of each suit in
// it, a byte each.
type prefix struct {
	cost int32
	low  uint32
}

// over returns the prefix up to card c, which lies on a card with prefix p, or on none.
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

// evaluator computes the values of states that are one step away from a state.
type evaluator struct {
	from     state
	fromCost int
	known    uint64 // the columns of from whose prefixes are computed, by their top cards
	prefixes [maxCards + 1]prefix
}

// set prepares for the states one step away from the one in from, whose columns cost
// cost.
func (a *evaluator) set(cost int) { a.fromCost, a.known = cost, 0 }

// column returns the cost of the column of from with this top card.
func (a *evaluator) column(b *board, top code) int {
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

// cost returns the cost of the columns of state s, reached from the one in from by a
// step with card moved, and perhaps moves to the foundations.
//
// A changed column has another top card, unless a run has moved and its top is still on
// it. So the top cards tell which columns to look at.
func (a *evaluator) cost(b *board, s *state, moved code) int {
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

// changed returns the cost of a column that has changed: it has lost cards, whose
// prefixes are known, or gained cards, or is new.
func (a *evaluator) changed(b *board, s *state, top, moved code) int {
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

// topOver returns the top of the column in which a card lies, or the card itself if it
// is loose.
func (s *state) topOver(c code) code {
	for s.on[c] != none {
		c = s.on[c]
	}
	return c
}

// fullCost returns the cost of the columns of a state, computed from scratch.
func (b *board) fullCost(s *state) int {
	a := evaluator{from: *s}
	cost := 0
	for set := s.tops; set != 0; set &= set - 1 {
		cost += a.column(b, code(bits.TrailingZeros64(set)))
	}
	return cost
}

// value estimates how far a state is from won, given the cost of its columns and the
// length of its path; smaller is better.
func (b *board) value(s *state, cost, length int) int {
	w := &b.weights
	left := 4*b.ranks - int(s.up[0]) - int(s.up[1]) - int(s.up[2]) - int(s.up[3])
	loose := s.looseCount()
	cells := min(loose, b.cells)
	spaces := b.columns - s.columns() - (loose - cells)
	v := cost + w.card*left + w.length*length + w.loose*cells - w.space*spaces
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

// stepLength returns the length of a step: two, and one for each card that moves along
// with the first. A player moves such a card twice or more, but moving runs is worth
// it. Counting steps alone gave solutions of 127 moves instead of 117, and no fewer
// states.
func (s *state) stepLength(m step) int {
	n := 2
	for c := m.head; s.on[c] != none; c = s.on[c] {
		n++
	}
	return n
}

// covers counts the breaks in the column above a card: the runs that lie on it.
func (b *board) covers(s *state, c code) int {
	n := 0
	for above := s.on[c]; above != none; c, above = above, s.on[above] {
		if !b.fits(above, c) {
			n++
		}
	}
	return n
}
