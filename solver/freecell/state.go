package freecell

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// key is a state in 128 bits, exactly: a field of two bits for each card from the
// twos on, the heights of the foundations, and, if no place is free, a bit for each
// card that lies alone.
//
//	key.lo   32 fields
//	key.hi   [ alone 16 | heights 4 × 4 | 16 fields ]
//
// It knows no order of columns or cells. Aces need no field: they go up as soon as
// they can, so one that is not up lies where it was dealt.
type key struct{ lo, hi uint64 }

// The fields. An up card's is 0.
const (
	onDealt   = 0 // on the card that it was dealt on; where only kings fill spaces, also: dealt as the deepest, and in place
	onFirst   = 1 // on the first of its hosts; of a king: the deepest of a column
	onSecond  = 2
	elsewhere = 3 // in a cell; where any card fills a space: loose, or the deepest of a column
)

const (
	heightShift = 32 // of the first suit's height in key.hi
	aloneShift  = 48
)

func (k *key) field(c code) uint {
	if i := uint(c-4) * 2; i < 64 {
		return uint(k.lo>>i) & 3
	}
	return uint(k.hi>>(uint(c-4)*2-64)) & 3
}

// change replaces a card's field.
func (k *key) change(c code, from, to uint) {
	if i := uint(c-4) * 2; i < 64 {
		k.lo ^= uint64(from^to) << i
	} else {
		k.hi ^= uint64(from^to) << (i - 64)
	}
}

// state is where the cards lie. What is stale in it is never read: columns and
// loose cards beyond their numbers, under and on of cards that are up.
type state struct {
	key   key
	up    [card.Suits]uint8 // cards on the foundations
	under [most + 2]code    // the card below: none for a column's deepest, inCell for a loose one
	on    [most + 2]code    // the card above, or none
	top   [places]code      // of each column
	cost  [places]int16     // of each column, see value.go; stale if negative
	loose [places]code      // cards in cells, or that could be there
	tops  int8              // columns with cards in them
	cells int8              // loose cards
}

// start lays out a position.
func (b *board) start(p *deal.Position) state {
	var s state
	for suit, height := range p.Foundations {
		s.up[suit] = uint8(height)
		s.key.hi |= uint64(height) << (heightShift + 4*suit)
	}
	for _, column := range p.Tableau {
		below := code(none)
		for _, c := range column.Cards {
			x := b.code(c)
			s.under[x], s.on[x] = below, none
			if below == none && !b.kings {
				s.setField(x, elsewhere)
			} else {
				s.on[below] = x
			}
			below = x
		}
		if below != none {
			s.addColumn(below)
		}
	}
	for _, c := range p.Cells {
		if c != card.None {
			s.addLoose(b.code(c))
			s.setField(b.code(c), elsewhere)
		}
	}
	return s
}

// setField sets the field of a card that has none yet.
func (s *state) setField(c code, to uint) {
	if c >= 4 {
		s.key.change(c, 0, to)
	}
}

// read lays out the state that has this key.
func (b *board) read(k key) state {
	s := state{key: k}
	for suit := range s.up {
		s.up[suit] = uint8(k.hi>>(heightShift+4*suit)) & 15
	}
	for i := range s.on {
		s.on[i] = none
	}
	for c := range code(4) {
		if s.up[c] == 0 {
			s.under[c] = b.under[c][onDealt]
			s.on[s.under[c]] = c
		}
	}
	for c := code(4); c < code(4*b.ranks); c++ {
		if s.up[c&3] <= c>>2 {
			s.under[c] = b.under[c][k.field(c)]
			s.on[s.under[c]] = c
		}
	}
	var alone uint64
	for c := range code(4 * b.ranks) {
		switch {
		case s.up[c&3] > c>>2:
		case s.under[c] == none || s.under[c] == inCell && s.on[c] != none:
			s.under[c] = none
			top := c
			for s.on[top] != none {
				top = s.on[top]
			}
			s.addColumn(top)
		case s.under[c] == inCell:
			alone |= 1 << c
		}
	}
	fixed := k.hi >> aloneShift
	for ; alone != 0; alone &= alone - 1 {
		c := code(bits.TrailingZeros64(alone))
		if fixed&1 != 0 {
			s.under[c] = none
			s.addColumn(c)
		} else {
			s.addLoose(c)
		}
		fixed >>= 1
	}
	return s
}

func (s *state) addColumn(top code) {
	s.top[s.tops], s.cost[s.tops] = top, -1
	s.tops++
}

func (s *state) dropColumn(i int) {
	s.tops--
	s.top[i], s.cost[i] = s.top[s.tops], s.cost[s.tops]
}

func (s *state) addLoose(c code) {
	s.under[c], s.on[c] = inCell, none
	s.loose[s.cells] = c
	s.cells++
}

func (s *state) dropLoose(c code) {
	i := 0
	for s.loose[i] != c {
		i++
	}
	s.cells--
	s.loose[i] = s.loose[s.cells]
}

// columnOf is the column whose top is this card.
func (s *state) columnOf(top code) int {
	i := 0
	for s.top[i] != top {
		i++
	}
	return i
}

// free is how many places a single card could be laid in: cells, and where any card
// fills a space, empty columns.
func (b *board) free(s *state) int {
	if b.kings {
		return b.cells - int(s.cells)
	}
	return b.columns + b.cells - int(s.tops) - int(s.cells)
}

// won tells whether all cards are up.
func (b *board) won(s *state) bool {
	return int(s.up[0])+int(s.up[1])+int(s.up[2])+int(s.up[3]) == 4*b.ranks
}

// step moves a card, with all that lie on it, onto another card, or into a cell or
// an empty column, or up.
type step struct{ head, to code }

// do makes a step.
func (b *board) do(s *state, m step) {
	c, below := m.head, s.under[m.head]
	top := c
	for s.on[top] != none {
		top = s.on[top]
	}
	// Where it comes from.
	if below == inCell {
		s.dropLoose(c)
	} else if i := s.columnOf(top); below == none {
		s.dropColumn(i)
	} else {
		s.top[i], s.cost[i] = below, -1
		s.on[below] = none
	}
	before := uint(0)
	if c >= 4 {
		before = s.key.field(c)
	}
	// Where it goes.
	after := uint(elsewhere)
	switch m.to {
	case toUp:
		after = 0
		s.up[c&3]++
		s.key.hi += 1 << (heightShift + 4*uint(c&3))
	case toPlace:
		s.addLoose(c)
	case toSpace:
		s.under[c] = none
		s.addColumn(top)
		if b.kings {
			after = onFirst
			if b.under[c][onDealt] == none {
				after = onDealt
			}
		}
	default:
		if s.under[m.to] == inCell {
			s.dropLoose(m.to)
			s.under[m.to] = none
			s.addColumn(top)
		} else {
			i := s.columnOf(m.to)
			s.top[i], s.cost[i] = top, -1
		}
		s.under[c], s.on[m.to] = m.to, c
		switch m.to {
		case b.under[c][onDealt]:
			after = onDealt
		case b.under[c][onFirst]:
			after = onFirst
		default:
			after = onSecond
		}
	}
	if c >= 4 {
		s.key.change(c, before, after)
	}
}

// settle makes the moves to the foundations that are made without asking, and then
// brings the state into its canonical form. It appends the cards that went up to
// ups, if that is not nil.
func (b *board) settle(s *state, ups *[]code) {
	for again := true; again; {
		again = false
		for suit := range code(card.Suits) {
			c := s.up[suit]<<2 | suit
			if int(s.up[suit]) < b.ranks && s.on[c] == none && b.safe(s, c) {
				b.do(s, step{c, toUp})
				if ups != nil {
					*ups = append(*ups, c)
				}
				again = true
			}
		}
	}
	if !b.kings {
		b.loosen(s)
	}
}

// loosen makes cards that lie alone in a column loose, if a place is free, and else
// notes in the key which they are.
func (b *board) loosen(s *state) {
	s.key.hi &= 1<<aloneShift - 1
	if b.free(s) > 0 {
		for i := int(s.tops) - 1; i >= 0; i-- {
			if c := s.top[i]; s.under[c] == none {
				s.dropColumn(i)
				s.addLoose(c)
			}
		}
		return
	}
	var alone, fixed uint64
	for _, c := range s.top[:s.tops] {
		if s.under[c] == none {
			fixed |= 1 << c
		}
	}
	if fixed == 0 {
		return
	}
	alone = fixed
	for _, c := range s.loose[:s.cells] {
		alone |= 1 << c
	}
	for ; fixed != 0; fixed &= fixed - 1 {
		before := uint64(1)<<bits.TrailingZeros64(fixed) - 1
		s.key.hi |= 1 << (aloneShift + bits.OnesCount64(alone&before))
	}
}

// safe tells whether a card that is next on its foundation and can be played is
// sent up without asking (docs/methods.md, FreeCell).
func (b *board) safe(s *state, c code) bool {
	if c < 4 || b.sameSuit {
		return c < 4 || b.with.SafeFoundations
	}
	suit, height := c&3, int(c>>2)+1
	first, second, sister := int(s.up[suit^1]), int(s.up[suit^3]), int(s.up[suit^2])
	return b.with.SafeFoundations &&
		(min(first, second) >= height-1 || min(first, second) >= height-2 && sister >= height-3)
}
