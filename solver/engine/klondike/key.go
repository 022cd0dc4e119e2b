package klondike

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// layout is how a state is written in one number, and what a table notes beside it.
//
//	[ redeals left, or heap | foundations and columns | stock | (cards turned) ]
//
// The number leaves out how many cards are turned, if the notes of the table have room
// for it: they say from how many turned cards on the rest of the state is known to be
// lost.
type layout struct {
	columns uint64 // ways that the columns can be
	stock   uint   // its cards at the start
	heap    uint64 // what stands for a heap in place of the redeals left

	head uint // bits up to the redeals left
	key  uint // all bits of the number

	exact bool // the cards turned are in the number
	draw  uint
	first uint // the first residue modulo draw that has a field in the notes
	width uint // of a field, in bits
}

const turnedBits = 5

// fix chooses the layout. It fails if the number would be too long.
func (l *layout) fix(b *board, p *deal.Position) bool {
	redeals := max(0, p.RedealsLeft)
	l.heap = uint64(redeals + 1)
	tail := l.stock // bits after the foundations and columns
	length := func() bool {
		base := uint64(b.ranks + 1)
		l.head = uint(bits.Len64(base*base*base*base*l.columns-1)) + tail
		l.key = l.head + uint(bits.Len64(l.heap))
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

// key writes a state.
func (b *board) key(s *state) uint64 {
	l := &b.layout
	base := uint64(b.ranks) + 1
	k := ((uint64(s.found[0])*base+uint64(s.found[1]))*base+uint64(s.found[2]))*base + uint64(s.found[3])
	k = (k*l.columns+uint64(s.columns))<<l.stock | uint64(s.stock)
	if l.exact {
		k <<= turnedBits
	}
	if s.heap {
		return k | l.heap<<l.head
	}
	if l.exact {
		k |= uint64(s.waste)
	}
	return k | uint64(s.redeals)<<l.head
}

// Notes of a state that is known: of one of a heap, whether it is lost or won; of
// others, from how many turned cards on it is lost.
const (
	lost = 1
	won  = 2
)

// lostAs is the note that says that a state is lost, turned as it is.
//
// Whoever has turned w cards may turn draw more without playing any, until all are
// turned, and then redeal, while w modulo draw tells which cards come up. So the state
// with fewer cards turned, but as many modulo draw, has all that this one has and more.
// Each residue has its own field in the note, the greater the fewer cards are turned.
// With redeals unlimited a pure state has no field: any other can become it, so it is
// lost if there is a note at all.
func (b *board) lostAs(s *state) uint64 {
	l := &b.layout
	if s.heap || l.exact || b.unlimited && b.pure(s) {
		return lost
	}
	residue, turns := uint(s.waste)%l.draw, uint(s.waste)/l.draw
	return lost | uint64(l.stock/l.draw+1-turns)<<(1+(residue-l.first)*l.width)
}

// isLost tells whether a note says that a state is lost.
func (b *board) isLost(s *state, note uint64) bool {
	l := &b.layout
	switch {
	case note == 0:
		return false
	case s.heap || l.exact:
		return note == lost
	case int(s.waste) == bits.OnesCount32(s.stock) || b.unlimited && b.pure(s):
		return true // all can be turned from any number
	}
	residue, turns := uint(s.waste)%l.draw, uint(s.waste)/l.draw
	field := note >> (1 + (residue-l.first)*l.width) & (1<<l.width - 1)
	return field >= uint64(l.stock/l.draw+1-turns)
}

// both joins two notes of losses.
func (b *board) both(x, y uint64) uint64 {
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

// isLostWithMore tells whether a state is known to be lost although more redeals are
// left. Who has one more may redeal, and turn as many cards as one likes, as long as
// they are a multiple of draw or all.
func (e *searcher) isLostWithMore(s *state) bool {
	b := e.board
	more := *s
	for more.redeals++; uint64(more.redeals) < b.layout.heap; more.redeals++ {
		note := e.table.find(e.table.mix(b.key(&more)))
		if b.isLost(&more, note) || note != 0 && !b.layout.exact && b.pure(s) {
			return true
		}
	}
	return false
}
