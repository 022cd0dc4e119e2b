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

// beyond is the number of bytes behind the last column, here and in a state. Columns are copied and
// compared eight bytes at a time.
const beyond = 8

// packer packs the states of one search.
type packer struct {
	bytes int    // of a packed state, at most
	stock []code // the talon's cards at the start, by their numbers
}

func newPacker(s *state) packer {
	return packer{
		bytes: 2 + packedTalon + len(s.height) + len(s.cells) + len(s.reserve) + 2*len(s.length) + s.c.rules.DeckSize() + beyond,
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
	at := 0
	for i, n := range s.length {
		column := s.cards[i*s.stride:]
		for k := 0; k < int(n); k += 8 {
			binary.LittleEndian.PutUint64(to[at+k:], binary.LittleEndian.Uint64(column[k:]))
		}
		at += int(n)
	}
}

// unpack restores a packed state of the same search. States that are unpacked one after
// another have much in common, so it changes only what differs from the present state.
func (p *packer) unpack(s *state, from []byte) {
	ordered := s.ordered
	p.unpackTalon(s, from)
	from = from[2+packedTalon:]
	from = from[s.unpackFoundations(from):]
	from = from[replace(s.cells, from, s.setCell):]
	from = from[replace(s.reserve, from, s.setReserve):]
	lengths, down := from[:len(s.length)], from[len(s.length):2*len(s.length)]
	from = from[2*len(s.length):]
	for i, n := range lengths {
		s.unpackColumn(i, down[i], from, int(n), ordered)
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

// unpackColumn lays out a column of n cards, the first of those given. ordered is whether its share
// of the key is that of columns that can be told apart.
func (s *state) unpackColumn(i int, down uint8, cards []code, n int, ordered bool) {
	old := s.cards[i*s.stride:]
	length := int(s.length[i])
	same := min(n, length)
	for k := 0; k < same; k += 8 {
		if differ := binary.LittleEndian.Uint64(old[k:]) ^ binary.LittleEndian.Uint64(cards[k:]); differ != 0 {
			same = min(same, k+bits.TrailingZeros64(differ)/8)
		}
	}
	if down != s.down[i] {
		same = min(same, int(s.down[i]), int(down))
		s.down[i] = down
	} else if same == n && n == length && ordered == s.ordered {
		return
	}
	s.length[i] = uint8(same)
	s.attach(i, cards[same:n])
}

// unpackFoundations restores the foundations, and returns how many there are.
func (s *state) unpackFoundations(from []byte) int {
	if bytes.Equal(s.height, from[:len(s.height)]) {
		return len(s.height)
	}
	s.out = 0
	for f, h := range from[:len(s.height)] {
		s.out += int(h)
		if h != s.height[f] {
			s.height[f] = h
			s.want(s.c.suitOf(uint8(f)))
		}
	}
	return len(s.height)
}

// unpackTalon restores stock and waste. What lies behind the talon's end is for giveBack, which
// takes back only what was taken after this.
func (p *packer) unpackTalon(s *state, from []byte) {
	t := &s.talon
	s.key = s.key.minus(t.phase(s.c))
	t.waste, t.redeals = int(from[0]), int(int8(from[1]))
	left := [2]uint64{binary.LittleEndian.Uint64(from[2:]), binary.LittleEndian.Uint64(from[10:])}
	if left != t.left {
		p.change(s, left)
	}
	s.ordered = s.c.rules.Stock.To == rules.ToTableau && len(t.cards) > 0
	s.key = s.key.plus(t.phase(s.c))
}

// change makes the cards of the talon those whose numbers are given. It lists again only those
// between the first and the last that differ.
func (p *packer) change(s *state, left [2]uint64) {
	t := &s.talon
	low, high := len(p.stock), 0
	for w := range left {
		differ := left[w] ^ t.left[w]
		if differ != 0 {
			low, high = min(low, w<<6+bits.TrailingZeros64(differ)), w<<6+63-bits.LeadingZeros64(differ)
		}
		for set := differ & t.left[w]; set != 0; set &= set - 1 {
			n := w<<6 + bits.TrailingZeros64(set)
			s.key = s.key.minus(inTalon[n])
			t.kind -= inTalon[n].Lo
			x := p.stock[n]
			if t.count[x]--; t.count[x] == 0 {
				t.mask &^= 1 << x
			}
		}
		for set := differ & left[w]; set != 0; set &= set - 1 {
			n := w<<6 + bits.TrailingZeros64(set)
			s.key = s.key.plus(inTalon[n])
			t.kind += inTalon[n].Lo
			x := p.stock[n]
			t.count[x]++
			t.mask |= 1 << x
		}
	}
	at := below(left, low)
	oldEnd, end := below(t.left, high+1), below(left, high+1)
	length := len(t.cards) - oldEnd + end
	t.cards = t.cards[:len(p.stock)]
	copy(t.cards[end:length], t.cards[oldEnd:])
	copy(t.number[end:length], t.number[oldEnd:])
	t.cards, t.left = t.cards[:length], left
	for n := low; at < end; n++ {
		if left[n>>6]>>(n&63)&1 != 0 {
			t.cards[at], t.number[at] = p.stock[n], uint8(n)
			at++
		}
	}
}

// below returns how many members of a set are less than n.
func below(set [2]uint64, n int) int {
	if n < 64 {
		return bits.OnesCount64(set[0] & (1<<n - 1))
	}
	return bits.OnesCount64(set[0]) + bits.OnesCount64(set[1]&(1<<(n-64)-1))
}
