package klondike

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// layout is how a state is written in one number, and what a table notes beside it.
//
//	[ heap 1 | foundations 16 | columns | stock | (waste 5 | redeals left) ]
//
// With redeals unlimited the number leaves out how many cards are turned, if the
// notes of the table have room for it: they say from how many turned cards on the
// rest of the state is known to be lost.
type layout struct {
	columns, stock, redeals uint // bits
	key                     uint // all bits of the number
	exact                   bool // the waste is in it

	draw, width uint // how many notes there are, but for one, and their size in bits
}

const (
	foundBits = 16
	wasteBits = 5
)

// fix chooses the layout. It fails if the number would be too long.
func (l *layout) fix(b *board, p *deal.Position) bool {
	l.draw = uint(b.draw)
	l.redeals = uint(bits.Len(uint(max(0, p.RedealsLeft))))
	l.key = 1 + foundBits + l.columns + l.stock
	l.width = uint(bits.Len(l.stock/l.draw + 1))
	if !b.unlimited || 1+(l.draw-1)*l.width > noteBits(l.key) {
		l.exact = true
		l.key += wasteBits + l.redeals
	}
	return noteBits(l.key) >= 2
}

// key writes a state.
func (b *board) key(s *state) uint64 {
	l := &b.layout
	k := uint64(s.found[0]) | uint64(s.found[1])<<4 | uint64(s.found[2])<<8 | uint64(s.found[3])<<12
	k = k<<l.columns | uint64(s.columns)
	k = k<<l.stock | uint64(s.stock)
	if s.heap {
		return k | 1<<(l.key-1)
	}
	if l.exact {
		k = (k<<wasteBits|uint64(s.waste))<<l.redeals | uint64(s.redeals)
	}
	return k
}

// Notes of a state that is known: of one of the heap, whether it is lost or won; of
// others, from how many turned cards on it is lost.
const (
	lost = 1
	won  = 2
)

// lostAs is the note that says that a state is lost, turned as it is.
//
// Whoever has turned w cards may turn draw more without playing any, and redeal at
// the end, while w modulo draw tells which cards he comes to. So the state with fewer
// cards turned, but as many modulo draw, has all that this one has and more, and any
// has what a pure one has. Each residue but zero has its own field in the note, the
// greater the fewer cards are turned; any note at all says that the pure one is lost.
func (b *board) lostAs(s *state) uint64 {
	l := &b.layout
	if s.heap || l.exact || b.pure(s) {
		return lost
	}
	residue := uint(s.waste) % l.draw
	turns := uint(s.waste) / l.draw
	return lost | uint64(l.stock/l.draw+1-turns)<<(1+(residue-1)*l.width)
}

// isLost tells whether a note says that a state is lost.
func (b *board) isLost(s *state, note uint64) bool {
	l := &b.layout
	switch {
	case note == 0:
		return false
	case s.heap || l.exact:
		return note == lost
	case b.pure(s):
		return true
	}
	shift := 1 + (uint(s.waste)%l.draw-1)*l.width
	field := uint64(1)<<l.width - 1
	return note>>shift&field >= b.lostAs(s)>>shift&field
}

// both joins two notes of losses.
func (b *board) both(x, y uint64) uint64 {
	l := &b.layout
	if l.exact || x|y == lost {
		return x | y
	}
	note := uint64(lost)
	field := uint64(1)<<l.width - 1
	for shift := uint(1); shift < 1+(l.draw-1)*l.width; shift += l.width {
		note |= max(x>>shift&field, y>>shift&field) << shift
	}
	return note
}
