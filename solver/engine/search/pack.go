package search

import "github.com/thoughtful-solitaire/thoughtful/solver/rules"

// A packed state is the bytes from which unpack restores it:
//
//	waste, redeals left, cards of the talon by their numbers (a bit each),
//	heights of the foundations, cells, reserve,
//	length and face-down cards of each column, the columns' cards
//
// The hole is left out: no game that is played with beams has one.
const packedTalon = 13 // bytes for the bits of 104 cards

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
	to = to[2:]
	clear(to[:packedTalon])
	for _, n := range s.talon.number[:len(s.talon.cards)] {
		to[n>>3] |= 1 << (n & 7)
	}
	to = to[packedTalon:]
	for _, part := range [...][]uint8{s.height, s.cells, s.reserve, s.length, s.down} {
		to = to[copy(to, part):]
	}
	for i := range s.length {
		to = to[copy(to, s.column(i)):]
	}
}

// unpack restores a packed state of the same search.
func (p *packer) unpack(s *state, from []byte) {
	s.key, s.piled, s.out = key{}, 0, 0
	p.unpackTalon(s, from)
	from = from[2+packedTalon:]
	from = from[copy(s.height, from):]
	for _, h := range s.height {
		s.out += int(h)
	}
	for i := range s.cells {
		s.cells[i] = 0
		if x := from[i]; x != 0 {
			s.setCell(i, x)
		}
	}
	from = from[len(s.cells):]
	for i := range s.reserve {
		s.reserve[i] = 0
		if x := from[i]; x != 0 {
			s.setReserve(i, x)
		}
	}
	from = from[len(s.reserve):]
	lengths := from[:len(s.length)]
	from = from[len(s.length):]
	from = from[copy(s.down, from):]
	for i, n := range lengths {
		s.length[i], s.share[i] = 0, key{}
		if n > 0 {
			s.attach(i, from[:n])
			from = from[n:]
		}
	}
}

func (p *packer) unpackTalon(s *state, from []byte) {
	t := &s.talon
	t.waste, t.redeals, t.mask = int(from[0]), int(int8(from[1])), 0
	clear(t.count[:])
	t.cards = t.cards[:0]
	gone := len(p.stock)
	for n := len(p.stock) - 1; n >= 0; n-- {
		if from[2+n>>3]&(1<<(n&7)) == 0 {
			gone--
			t.number[gone] = uint8(n) // giveBack expects every number somewhere
		}
	}
	for n, x := range p.stock {
		if from[2+n>>3]&(1<<(n&7)) != 0 {
			t.number[len(t.cards)] = uint8(n)
			t.cards = append(t.cards, x)
			t.mask |= 1 << x
			t.count[x]++
			s.key = s.key.plus(inTalon[n])
		}
	}
	s.ordered = s.c.rules.Stock.To == rules.ToTableau && len(t.cards) > 0
	s.key = s.key.plus(t.phase(s.c))
}
