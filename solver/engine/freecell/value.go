package freecell

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// weights are the terms of a state's value, in quarters. They were found by hill
// climbing on the states searched (docs/research/diaries/freecell.md).
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
	above    int // card above the next card of a suit, at a break or not
	above2   int // card above the card after that
	fits     int // card on a card that it fits, subtracted
	spread   int // difference of the highest and the lowest foundation, subtracted
	one      int // just one place is free
	pair     int // each pair of an empty column and a free cell, and each empty column
}

// weightsOf are the weights for a game: by whether only kings fill spaces, and whether
// it is built in suit.
var weightsOf = [2][2]weights{
	{
		{29, 28, 25, 6, 16, 5, 16, 14, 10, 5, 0, 0, 0, 0, 0, 0},
		{40, 31, 29, 3, 16, 4, 21, 10, 10, 4, 0, 0, 0, 0, 0, 0},
	}, {
		{22, 39, 21, 12, 12, 4, 12, 7, 13, 5, 0, 0, 0, 0, 0, 0},
		{51, 20, 19, 6, 19, 4, 11, 17, 8, 4, 0, 0, 0, 0, 0, 0},
	},
}

// greedyWeights are the weights for a game in which the search is greedy and any card fills spaces.
var greedyWeights = weights{44, 6, 14, 9, 4, 2, 2, 4, 4, 3, 8, 1, 8, 11, 12, 3}

// wanted are the cards that go up next, and those that follow them.
type wanted struct{ first, second uint64 }

func (b *board) wanted(s *state) (w wanted) {
	for suit := range code(card.Suits) {
		if c := s.up[suit]<<2 | suit; c < code(4*b.ranks) {
			w.first |= 1 << c
			w.second |= 16 << c & b.suits[suit]
		}
	}
	return w
}

// cost is what the columns cost.
type cost struct {
	lasting  int // does not depend on the foundations
	covering int // of the cards above wanted ones
}

// evaluator computes the costs of states that are one step away from a state.
type evaluator struct {
	from   *state
	cost   cost
	wanted wanted
}

// set prepares for the states one step away from a state, given its lasting cost.
func (a *evaluator) set(b *board, from *state, lasting int) {
	a.from, a.wanted = from, b.wanted(from)
	a.cost = cost{lasting, b.covering(from, &a.wanted)}
}

// costOf returns the cost of state s, one step away by m and the settling after it.
func (a *evaluator) costOf(b *board, s *state, m *choice, after *settled) cost {
	from, result := a.from, a.cost
	if below := from.under[m.head]; below != inCell {
		set := from.beneath(m.head)
		result.lasting -= b.edge(m.head, below) + b.blockers(from, m, set)
		if below != none {
			each, tear := b.onWanted(set, &a.wanted)
			result.covering -= int(m.cards) * each
			if !b.fits(m.head, below) {
				result.covering -= tear
			}
		}
	}
	if m.to < none {
		set := from.beneath(m.to) | 1<<m.to
		result.lasting += b.edge(m.head, m.to) + b.blockers(from, m, set)
		if from.under[m.to] == inCell {
			result.lasting += b.edge(m.to, none)
		}
		each, _ := b.onWanted(set, &a.wanted)
		result.covering += int(m.cards) * each
	} else if m.to == toSpace {
		result.lasting += b.edge(m.head, none)
	}
	for set := after.loosened; set != 0; set &= set - 1 {
		result.lasting -= b.edge(code(bits.TrailingZeros64(set)), none)
	}
	for _, c := range after.ups {
		if below := s.under[c]; below != inCell { // where it lay
			result.lasting -= b.edge(c, below) + b.blocker(c, s.beneath(c))
		}
	}
	if s.up != from.up {
		w := b.wanted(s)
		result.covering = b.covering(s, &w)
	}
	return result
}

// beneath returns the cards beneath card c in its column.
func (s *state) beneath(c code) uint64 {
	set := uint64(0)
	for c = s.under[c]; c < none; c = s.under[c] {
		set |= 1 << c
	}
	return set
}

// edge returns the cost of card c lying on another, or deepest of its column.
func (b *board) edge(c, below code) int {
	switch {
	case below == none:
		if b.isKing(c) {
			return 0
		}
		return b.weights.bottom
	case b.fits(c, below):
		return -b.weights.fits
	case c>>2 > below>>2:
		return b.weights.inverted
	}
	return 0
}

// blocker returns the cost of card c having a lower card of its suit beneath it.
func (b *board) blocker(c code, beneath uint64) int {
	if beneath&b.suits[c&3]&(1<<c-1) != 0 {
		return b.weights.blocker
	}
	return 0
}

// blockers returns the cost of the cards that step m moves having lower cards of their
// suits beneath the run. In the run there are only higher ones beneath each.
func (b *board) blockers(s *state, m *choice, beneath uint64) int {
	sum := b.blocker(m.head, beneath)
	for c := m.head; c != m.top; {
		c = s.on[c]
		sum += b.blocker(c, beneath)
	}
	return sum
}

// onWanted returns the cost of each card above a card of a set, and the extra cost of a card that
// does not fit on the card below it.
func (b *board) onWanted(set uint64, w *wanted) (each, tear int) {
	first, second := bits.OnesCount64(set&w.first), bits.OnesCount64(set&w.second)
	n := &b.weights
	return n.above*first + n.above2*second, n.cover*first + n.cover2*second
}

// covering returns what the cards above wanted ones cost.
func (b *board) covering(s *state, w *wanted) int {
	n := &b.weights
	return b.above(s, w.first, n.above, n.cover) + b.above(s, w.second, n.above2, n.cover2)
}

// above returns what the cards above those in a set cost.
func (b *board) above(s *state, set uint64, each, tear int) int {
	v := 0
	for ; set != 0; set &= set - 1 {
		c := code(bits.TrailingZeros64(set))
		for on := s.on[c]; on != none; c, on = on, s.on[on] {
			if v += each; !b.fits(on, c) {
				v += tear
			}
		}
	}
	return v
}

// lasting returns the lasting cost of a state, computed from scratch.
func (b *board) lasting(s *state) int {
	sum := 0
	for set := s.tops; set != 0; set &= set - 1 {
		for c := code(bits.TrailingZeros64(set)); c < none; c = s.under[c] {
			sum += b.edge(c, s.under[c]) + b.blocker(c, s.beneath(c))
		}
	}
	return sum
}

// value estimates how far a state is from won, given the cost of its columns and the
// length of its path; smaller is better.
func (b *board) value(s *state, columns cost, length int) int {
	w := &b.weights
	loose := s.looseCount()
	cells := min(loose, b.cells)
	spaces := b.columns - s.columns() - (loose - cells)
	v := columns.lasting + columns.covering + w.card*(4*b.ranks-s.key.up()) + w.length*length +
		w.loose*cells - w.space*spaces + w.pair*spaces*(b.cells-cells+1)
	switch b.cells - cells + spaces {
	case 0:
		v += w.full
	case 1:
		v += w.one
	}
	up := &s.up
	return v - w.spread*int(max(up[0], up[1], up[2], up[3])-min(up[0], up[1], up[2], up[3]))
}
