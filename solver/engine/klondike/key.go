package klondike

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// layout describes how a state is written as a number, and what the table notes beside
// it:
//
//	[ redeals left, or free stock | foundations and columns | stock | (cards turned) ]
//
// The number of cards turned is left out if the table's notes have room for it: they
// then say from how many cards turned the rest of the state is known to be lost.
type layout struct {
	columns   uint64 // number of arrangements of the columns
	stock     uint   // cards in the stock at the start
	freeStock uint64 // marks a free stock, in place of the redeals left

	head uint // bits below the redeals left
	key  uint // bits of the number

	exact bool // the number holds the cards turned
	draw  uint
	first uint // the first residue modulo draw with a field in the notes
	width uint // bits of a field
}

const turnedBits = 5

// fix chooses the layout. It returns false if the number would be too long.
func (l *layout) fix(b *board, p *deal.Position) bool {
	redeals := max(0, p.RedealsLeft)
	l.freeStock = uint64(redeals + 1)
	tail := l.stock // bits below the foundations and columns
	length := func() bool {
		base := uint64(b.ranks + 1)
		l.head = uint(bits.Len64(base*base*base*base*l.columns-1)) + tail
		l.key = l.head + uint(bits.Len64(l.freeStock))
		return noteBits(l.key) > 1
	}
	l.draw = uint(b.draw)
	l.width = uint(bits.Len(l.stock/l.draw + 1))
	if b.unlimited {
		l.first = 1
	}
	if length() && 1+(l.draw-l.first)*l.width <= noteBits(l.key) {
		return true
	}
	l.exact = true
	tail += turnedBits
	return length()
}

// key returns the number of a state.
func (b *board) key(s *state) uint64 {
	l := &b.layout
	base := uint64(b.ranks) + 1
	k := ((uint64(s.found[0])*base+uint64(s.found[1]))*base+uint64(s.found[2]))*base + uint64(s.found[3])
	k = (k*l.columns+uint64(s.columns))<<l.stock | uint64(s.stock)
	if l.exact {
		k <<= turnedBits
	}
	if s.freeStock {
		return k | l.freeStock<<l.head
	}
	if l.exact {
		k |= uint64(s.waste)
	}
	return k | uint64(s.redeals)<<l.head
}

// The notes. With a free stock a note is lost or won. With a turned stock it tells with how many or
// more cards turned the state is lost.
const (
	lost = 1
	won  = 2
)

// lostAs returns the note for a state that is lost with its number of cards turned.
//
// With w cards turned a player may turn draw more without playing one, until all are
// turned, and then redeal; w modulo draw decides which cards come up. So the state with
// fewer cards turned and the same residue can do all that this one can. Each residue
// has its own field in the note; a greater value means fewer cards turned. With
// unlimited redeals a pure state needs no field: it can be reached from any other, so
// it is lost if there is any note.
func (b *board) lostAs(s *state) uint64 {
	l := &b.layout
	if s.freeStock || l.exact || b.unlimited && b.pure(s) {
		return lost
	}
	residue, turns := uint(s.waste)%l.draw, uint(s.waste)/l.draw
	return lost | uint64(l.stock/l.draw+1-turns)<<(1+(residue-l.first)*l.width)
}

// isLost reports whether a note proves a state lost.
func (b *board) isLost(s *state, note uint64) bool {
	l := &b.layout
	switch {
	case note == 0:
		return false
	case s.freeStock || l.exact:
		return note == lost
	case int(s.waste) == bits.OnesCount32(s.stock) || b.unlimited && b.pure(s):
		return true // reached from any number of cards turned
	}
	residue, turns := uint(s.waste)%l.draw, uint(s.waste)/l.draw
	field := note >> (1 + (residue-l.first)*l.width) & (1<<l.width - 1)
	return field >= uint64(l.stock/l.draw+1-turns)
}

// mergeNotes combines two notes of losses.
func (b *board) mergeNotes(x, y uint64) uint64 {
	l := &b.layout
	if l.exact || x|y <= lost {
		return x | y
	}
	note := uint64(lost)
	field := uint64(1)<<l.width - 1
	for shift := uint(1); shift < 1+(l.draw-l.first)*l.width; shift += l.width {
		note |= max(x>>shift&field, y>>shift&field) << shift
	}
	return note
}

// turned returns a key of a state that includes the number of cards turned, which its own key may
// leave out. Two states have the same key with a chance of 2^-58 at most; then a player may take a
// lost state for won.
func (b *board) turned(s *state, mixed uint64) uint64 {
	waste := uint64(s.waste)
	if b.unlimited && b.pure(s) {
		waste = 1<<turnedBits - 1 // makes no difference
	}
	return (mixed<<turnedBits ^ waste) * 0x9e3779b97f4a7c15
}

// isLostWithMore reports whether a state is known to be lost even with more redeals
// left. With one redeal more a player may redeal and then turn any multiple of draw, or
// all.
func (e *searcher) isLostWithMore(s *state) bool {
	b := e.board
	more := *s
	for more.redeals++; uint64(more.redeals) < b.layout.freeStock; more.redeals++ {
		note := e.table.find(e.table.mix(b.key(&more)))
		if b.isLost(&more, note) || note != 0 && !b.layout.exact && b.pure(s) {
			return true
		}
	}
	return false
}
