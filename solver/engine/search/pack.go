package search

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// A packed state is the bytes from which unpack restores it:
//
//	waste, redeals left, cards of the talon by their numbers (a bit each),
//	heights of the foundations, cells, reserve,
//	length and face-down cards of each column, the columns' cards
//
// The hole is left out: no game that is played with beams has one.
const packedTalon = 16 // bytes for the bits of 104 cards, in two words

// packer packs the states of one search.
type packer struct {
	bytes int    // of a packed state, at most
	stock []code // the talon's cards at the start, by their numbers
}

func newPacker(s *state) packer {
	return packer{
		bytes: 2 + packedTalon + len(s.height) + len(s.cells) + len(s.reserve) + 2*len(s.length) + s.c.rules.DeckSize(),
		stock: append([]code(nil), s.talon.cards...),
	}
}

// pack writes a state.
func (p *packer) pack(s *state, to []byte) {
	to[0], to[1] = uint8(s.talon.waste), uint8(int8(s.talon.redeals))
	binary.LittleEndian.PutUint64(to[2:], s.talon.left[0])
	binary.LittleEndian.PutUint64(to[10:], s.talon.left[1])
	to = to[2+packedTalon:]
	for _, part := range [...][]uint8{s.height, s.cells, s.reserve, s.length, s.down} {
		to = to[copy(to, part):]
	}
	for i := range s.length {
		to = to[copy(to, s.column(i)):]
	}
}

// unpack restores a packed state of the same search. States that are unpacked one after
// another have much in common, so it changes only what differs from the present state.
func (p *packer) unpack(s *state, from []byte) {
	ordered := s.ordered
	p.unpackTalon(s, from)
	from = from[2+packedTalon:]
	from = from[copy(s.height, from):]
	s.out = 0
	for _, h := range s.height {
		s.out += int(h)
	}
	from = from[replace(s.cells, from, s.setCell):]
	from = from[replace(s.reserve, from, s.setReserve):]
	lengths, down := from[:len(s.length)], from[len(s.length):2*len(s.length)]
	from = from[2*len(s.length):]
	for i, n := range lengths {
		s.unpackColumn(i, down[i], from[:n], ordered)
		from = from[n:]
	}
}

// replace makes the cards of some cells or places those of a packed state, and returns
// how many there are.
func replace(places []code, from []byte, set func(i int, x code)) int {
	for i, old := range places {
		x := from[i]
		if x == old {
			continue
		}
		if old != 0 {
			set(i, 0)
		}
		if x != 0 {
			set(i, x)
		}
	}
	return len(places)
}

// unpackColumn lays out a column. ordered is whether its share of the key is that of columns
// that can be told apart.
func (s *state) unpackColumn(i int, down uint8, cards []code, ordered bool) {
	old := s.column(i)
	if down == s.down[i] && ordered == s.ordered && bytes.Equal(old, cards) {
		return
	}
	same := min(len(old), len(cards))
	for k := range same {
		if old[k] != cards[k] {
			same = k
			break
		}
	}
	if was := s.down[i]; down != was {
		same = min(same, int(was), int(down))
		s.down[i] = down
	}
	s.length[i] = uint8(same)
	s.attach(i, cards[same:])
}

// unpackTalon restores stock and waste. What lies behind the talon's end is for giveBack, which
// takes back only what was taken after this.
func (p *packer) unpackTalon(s *state, from []byte) {
	t := &s.talon
	s.key = s.key.minus(t.phase(s.c))
	t.waste, t.redeals = int(from[0]), int(int8(from[1]))
	for w := range t.left {
		left := binary.LittleEndian.Uint64(from[2+8*w:])
		if left == t.left[w] {
			continue
		}
		for set := t.left[w] &^ left; set != 0; set &= set - 1 {
			n := w<<6 + bits.TrailingZeros64(set)
			s.key = s.key.minus(inTalon[n])
			t.kind -= inTalon[n].Lo
			x := p.stock[n]
			if t.count[x]--; t.count[x] == 0 {
				t.mask &^= 1 << x
			}
		}
		for set := left &^ t.left[w]; set != 0; set &= set - 1 {
			n := w<<6 + bits.TrailingZeros64(set)
			s.key = s.key.plus(inTalon[n])
			t.kind += inTalon[n].Lo
			x := p.stock[n]
			t.count[x]++
			t.mask |= 1 << x
		}
		t.left[w] = left
		t.cards = t.cards[:0]
	}
	if len(t.cards) == 0 {
		p.list(t)
	}
	s.ordered = s.c.rules.Stock.To == rules.ToTableau && len(t.cards) > 0
	s.key = s.key.plus(t.phase(s.c))
}

// list makes the lists of the talon's cards and their numbers from left.
func (p *packer) list(t *talon) {
	k := 0
	t.cards = t.cards[:bits.OnesCount64(t.left[0])+bits.OnesCount64(t.left[1])]
	for w, set := range t.left {
		for ; set != 0; set &= set - 1 {
			n := w<<6 + bits.TrailingZeros64(set)
			t.cards[k], t.number[k] = p.stock[n], uint8(n)
			k++
		}
	}
}
