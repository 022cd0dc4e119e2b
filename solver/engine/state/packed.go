package state

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// A packed state is the bytes from which Unpack restores it:
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

// Packer packs the states of one search.
type Packer struct {
	Bytes int    // length of a packed state
	stock []Code // the talon's cards at the start, by their numbers
}

// NewPacker returns a packer for the states that can be reached from s.
func NewPacker(s *State) Packer {
	return Packer{
		Bytes: 2 + packedTalon + len(s.Height) + len(s.Cells) + len(s.Reserve) + 2*len(s.Length) +
			s.C.Rules.DeckSize() + beyond,
		stock: append([]Code(nil), s.Talon.Cards...),
	}
}

// Pack packs state s into the bytes of to.
func (p *Packer) Pack(s *State, to []byte) {
	to[0], to[1] = uint8(s.Talon.Waste), uint8(int8(s.Talon.Redeals))
	binary.LittleEndian.PutUint64(to[2:], s.Talon.left[0])
	binary.LittleEndian.PutUint64(to[10:], s.Talon.left[1])
	to = to[2+packedTalon:]
	for _, part := range [...][]uint8{s.Height, s.Cells, s.Reserve, s.Length, s.Down} {
		to = to[copy(to, part):]
	}
	at := 0
	for i, n := range s.Length {
		column := s.Cards[i*s.Stride:]
		for k := 0; k < int(n); k += 8 {
			binary.LittleEndian.PutUint64(to[at+k:], binary.LittleEndian.Uint64(column[k:]))
		}
		at += int(n)
	}
}

// Unpack makes s the packed state in from, which is of the same search. States that are unpacked
// one after another have much in common, so Unpack changes only what differs.
func (p *Packer) Unpack(s *State, from []byte) {
	ordered := s.Ordered
	p.unpackTalon(s, from)
	from = from[2+packedTalon:]
	from = from[s.unpackFoundations(from):]
	from = from[replace(s.Cells, from, s.setCell):]
	from = from[replace(s.Reserve, from, s.setReserve):]
	lengths, down := from[:len(s.Length)], from[len(s.Length):2*len(s.Length)]
	from = from[2*len(s.Length):]
	for i, n := range lengths {
		s.unpackColumn(i, down[i], from, int(n), ordered)
		from = from[n:]
	}
}

// replace makes the cards of some cells or places those of a packed state, and returns
// how many there are.
func replace(places []Code, from []byte, set func(i int, x Code)) int {
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
func (s *State) unpackColumn(i int, down uint8, cards []Code, n int, ordered bool) {
	old := s.Cards[i*s.Stride:]
	length := int(s.Length[i])
	same := min(n, length)
	for k := 0; k < same; k += 8 {
		if differ := binary.LittleEndian.Uint64(old[k:]) ^ binary.LittleEndian.Uint64(cards[k:]); differ != 0 {
			same = min(same, k+bits.TrailingZeros64(differ)/8)
		}
	}
	if down != s.Down[i] {
		same = min(same, int(s.Down[i]), int(down))
		s.Down[i] = down
	} else if same == n && n == length && ordered == s.Ordered {
		return
	}
	s.Length[i] = uint8(same)
	s.attach(i, cards[same:n])
}

// unpackFoundations restores the foundations, and returns how many there are.
func (s *State) unpackFoundations(from []byte) int {
	if bytes.Equal(s.Height, from[:len(s.Height)]) {
		return len(s.Height)
	}
	s.Out = 0
	for f, h := range from[:len(s.Height)] {
		s.Out += int(h)
		if h != s.Height[f] {
			s.Height[f] = h
			s.updateWanted(s.C.SuitOf(uint8(f)))
		}
	}
	return len(s.Height)
}

// unpackTalon restores stock and waste. What lies behind the talon's end is for giveBack, which
// takes back only what was taken after this.
func (p *Packer) unpackTalon(s *State, from []byte) {
	t := &s.Talon
	s.Key = s.Key.Minus(t.phase(s.C))
	t.Waste, t.Redeals = int(from[0]), int(int8(from[1]))
	left := [2]uint64{binary.LittleEndian.Uint64(from[2:]), binary.LittleEndian.Uint64(from[10:])}
	if left != t.left {
		p.change(s, left)
	}
	s.Ordered = s.C.Rules.Stock.To == rules.ToTableau && len(t.Cards) > 0
	s.Key = s.Key.Plus(t.phase(s.C))
}

// change makes the cards of the talon those whose numbers are given. It lists again only those
// between the first and the last that differ.
func (p *Packer) change(s *State, left [2]uint64) {
	t := &s.Talon
	low, high := len(p.stock), 0
	for w := range left {
		differ := left[w] ^ t.left[w]
		if differ != 0 {
			low, high = min(low, w<<6+bits.TrailingZeros64(differ)), w<<6+63-bits.LeadingZeros64(differ)
		}
		for set := differ & t.left[w]; set != 0; set &= set - 1 {
			n := w<<6 + bits.TrailingZeros64(set)
			s.Key = s.Key.Minus(InTalon[n])
			t.Kind -= InTalon[n].Lo
			x := p.stock[n]
			if t.count[x]--; t.count[x] == 0 {
				t.Mask &^= 1 << x
			}
		}
		for set := differ & left[w]; set != 0; set &= set - 1 {
			n := w<<6 + bits.TrailingZeros64(set)
			s.Key = s.Key.Plus(InTalon[n])
			t.Kind += InTalon[n].Lo
			x := p.stock[n]
			t.count[x]++
			t.Mask |= 1 << x
		}
	}
	at := below(left, low)
	oldEnd, end := below(t.left, high+1), below(left, high+1)
	length := len(t.Cards) - oldEnd + end
	t.Cards = t.Cards[:len(p.stock)]
	copy(t.Cards[end:length], t.Cards[oldEnd:])
	copy(t.Number[end:length], t.Number[oldEnd:])
	t.Cards, t.left = t.Cards[:length], left
	for n := low; at < end; n++ {
		if left[n>>6]>>(n&63)&1 != 0 {
			t.Cards[at], t.Number[at] = p.stock[n], uint8(n)
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
