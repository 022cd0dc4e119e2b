package freecell

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// key is a state in 128 bits, exact: a field of two bits for each card from the twos
// on, the heights of the foundations, and, if no place is free, a bit for each card
// that lies alone.
//
//	key.lo   32 fields
//	key.hi   [ alone 16 | heights 4 × 4 | 16 fields ]
//
// It has no order of columns or cells. Aces need no field: they go up as soon as they
// can, so an ace that is not up lies where it was dealt.
type key struct{ lo, hi uint64 }

// The fields. The field of a card that is up is 0.
const (
	onDealt   = 0 // on the card that it was dealt on; where only kings fill spaces, also: deepest of its column since the deal
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

// up returns the number of cards on the foundations.
func (k *key) up() int {
	h := k.hi >> heightShift
	return int(h&15 + h>>4&15 + h>>8&15 + h>>12&15)
}

// state is where the cards lie. A set of cards has a bit for each. The entries of under
// and on for cards that are up are stale and never read.
type state struct {
	key   key
	tops  uint64             // the top cards of the columns
	loose uint64             // the cards in cells, or that could be there
	up    [card.Suits]uint8  // cards on the foundations
	under [maxCards + 2]code // the card below; none for a column's deepest, inCell for a loose card
	on    [maxCards + 2]code // the card above, or none
}

// nothingOn is the value of on when no card lies on another.
var nothingOn = func() (on [maxCards + 2]code) {
	for i := range on {
		on[i] = none
	}
	return on
}()

// start lays out a position.
func (b *board) start(p *deal.Position) state {
	s := state{on: nothingOn}
	for suit, height := range p.Foundations {
		s.up[suit] = uint8(height)
		s.key.hi |= uint64(height) << (heightShift + 4*suit)
	}
	for _, column := range p.Tableau {
		below := code(none)
		for _, c := range column.Cards {
			x := b.code(c)
			if below == none && !b.kings {
				s.key.begin(x, elsewhere)
			}
			s.under[x], s.on[below] = below, x
			below = x
		}
		if below != none {
			s.tops |= 1 << below
		}
	}
	for _, c := range p.Cells {
		if c != card.None {
			x := b.code(c)
			s.key.begin(x, elsewhere)
			s.under[x] = inCell
			s.loose |= 1 << x
		}
	}
	return s
}

// begin sets a card's first field.
func (k *key) begin(c code, field uint) {
	if c >= 4 {
		k.change(c, 0, field)
	}
}

// read lays out the settled state that has key k.
func (b *board) read(k key, s *state) {
	s.key, s.on = k, nothingOn
	left, covered, outside := uint64(0), uint64(0), uint64(0)
	for suit := range code(card.Suits) {
		height := code(k.hi>>(heightShift+4*suit)) & 15
		s.up[suit] = height
		left |= b.suits[suit] >> (4 * height) << (4 * height)
	}
	for set := left & 15; set != 0; set &= set - 1 {
		c := code(bits.TrailingZeros64(set))
		u := b.under[c][onDealt]
		s.under[c], s.on[u] = u, c
		covered |= 1 << u
	}
	fields := k.lo
	for c := code(4); c < code(4*b.ranks); c++ {
		if c == 36 {
			fields = k.hi
		}
		if left>>c&1 != 0 {
			u := b.under[c][fields&3]
			s.under[c], s.on[u] = u, c
			covered |= 1 << u
			if u == inCell {
				outside |= 1 << c
			}
		}
		fields >>= 2
	}
	s.tops, s.loose = left&^covered&^outside, outside&^covered
	if b.kings {
		return
	}
	for set := outside & covered; set != 0; set &= set - 1 {
		s.under[bits.TrailingZeros64(set)] = none
	}
	alone := s.loose
	for fixed := k.hi >> aloneShift; fixed != 0; fixed >>= 1 {
		if fixed&1 != 0 {
			c := alone & -alone
			s.under[bits.TrailingZeros64(c)] = none
			s.loose ^= c
			s.tops |= c
		}
		alone &= alone - 1
	}
}

// columns and looseCount return the number of columns with cards and of loose cards.
func (s *state) columns() int    { return bits.OnesCount64(s.tops) }
func (s *state) looseCount() int { return bits.OnesCount64(s.loose) }

// free returns the number of places for a single card: free cells and, where any card
// fills a space, empty columns.
func (b *board) free(s *state) int {
	if b.kings {
		return b.cells - s.looseCount()
	}
	return b.columns + b.cells - s.columns() - s.looseCount()
}

// won reports whether all cards are up.
func (b *board) won(s *state) bool {
	return int(s.up[0])+int(s.up[1])+int(s.up[2])+int(s.up[3]) == 4*b.ranks
}

// step moves a card, with all that lie on it, onto another card, into a cell or an
// empty column, or up.
type step struct{ head, to code }

// do makes a step.
func (b *board) do(s *state, m step) {
	s.key = b.after(s.key, m)
	top := m.head
	for s.under[m.head] != inCell && s.on[top] != none {
		top = s.on[top]
	}
	b.move(s, m, top)
}

// move makes a step, with the cards from its head to top, but leaves the key as it is.
func (b *board) move(s *state, m step, top code) {
	c, below := m.head, s.under[m.head]
	switch below {
	case inCell:
		s.loose ^= 1 << c
	case none:
		s.tops ^= 1 << top
	default:
		s.tops ^= 1<<top | 1<<below
		s.on[below] = none
	}
	b.put(s, c, top, m.to)
}

// put lays card c, with all on it up to top, on its target.
func (b *board) put(s *state, c, top, to code) {
	switch to {
	case toUp:
		s.up[c&3]++
	case toPlace:
		s.under[c] = inCell
		s.loose |= 1 << c
	case toSpace:
		s.under[c] = none
		s.tops |= 1 << top
	default:
		if s.under[to] == inCell {
			s.under[to] = none
			s.loose ^= 1 << to
		} else {
			s.tops ^= 1 << to
		}
		s.under[c], s.on[to] = to, c
		s.tops |= 1 << top
	}
}

// after returns the key after a step, without the bits of the cards that lie alone.
func (b *board) after(k key, m step) key {
	c := m.head
	field := uint(elsewhere)
	switch m.to {
	case toUp:
		field = 0
		k.hi += 1 << (heightShift + 4*uint(c&3))
	case toPlace:
	case toSpace:
		if b.kings {
			field = onFirst
			if b.under[c][onDealt] == none {
				field = onDealt
			}
		}
	case b.under[c][onDealt]:
		field = onDealt
	case b.under[c][onFirst]:
		field = onFirst
	default:
		field = onSecond
	}
	if c >= 4 {
		k.change(c, k.field(c), field)
	}
	return k
}

// keyAfter returns the key of the settled state after a step out of a settled state, if
// it can be told without making the step. That is nearly always so: when nothing goes
// up and no card that lies alone becomes fixed.
func (b *board) keyAfter(s *state, m step) (key, bool) {
	below := s.under[m.head]
	switch {
	case m.to == toUp:
		return key{}, false
	case below < none && below>>2 == s.up[below&3] && b.safe(s, below):
		return key{}, false
	case !b.kings:
		free := b.free(s)
		if m.to == toPlace {
			free--
		}
		if s.key.hi>>aloneShift != 0 || free == 0 && below < none && s.under[below] == none {
			return key{}, false
		}
	}
	return b.after(s.key, m), true
}

// settled is what settling a state has done.
type settled struct {
	ups      []code // the cards that went up, in order
	loosened uint64 // the cards alone in columns that became loose
}

// settle makes the forced moves to the foundations and then brings the state into
// canonical form.
func (b *board) settle(s *state, done *settled) {
	done.ups, done.loosened = done.ups[:0], 0
	for again := true; again; {
		again = false
		for suit := range code(card.Suits) {
			c := s.up[suit]<<2 | suit
			if int(s.up[suit]) < b.ranks && s.on[c] == none && b.safe(s, c) {
				b.do(s, step{c, toUp})
				done.ups = append(done.ups, c)
				again = true
			}
		}
	}
	if !b.kings {
		done.loosened = b.canonicalize(s)
	}
}

// canonicalize makes cards that lie alone in a column loose if a place is free, and
// returns them. If none is, it marks them as fixed in the key.
func (b *board) canonicalize(s *state) (loosened uint64) {
	s.key.hi &= 1<<aloneShift - 1
	alone := uint64(0)
	for set := s.tops; set != 0; set &= set - 1 {
		if s.under[bits.TrailingZeros64(set)] == none {
			alone |= set & -set
		}
	}
	if b.free(s) == 0 {
		for set := alone; set != 0; set &= set - 1 {
			before := set&-set - 1
			s.key.hi |= 1 << (aloneShift + bits.OnesCount64((alone|s.loose)&before))
		}
		return 0
	}
	s.loosen(alone)
	return alone
}

// loosen makes cards that lie alone in columns loose.
func (s *state) loosen(alone uint64) {
	s.tops ^= alone
	s.loose |= alone
	for ; alone != 0; alone &= alone - 1 {
		s.under[bits.TrailingZeros64(alone)] = inCell
	}
}

// safe reports whether a card that can go up is sent up as a forced move
// (docs/inside/freecell.md).
func (b *board) safe(s *state, c code) bool {
	if c < 4 || b.sameSuit {
		return c < 4 || b.with.SafeFoundations
	}
	suit, height := c&3, int(c>>2)+1
	first, second, sister := int(s.up[suit^1]), int(s.up[suit^3]), int(s.up[suit^2])
	return b.with.SafeFoundations &&
		(min(first, second) >= height-1 || min(first, second) >= height-2 && sister >= height-3)
}
