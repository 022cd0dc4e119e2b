package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// state is the one table on which the search moves forwards and backwards.
//
// Columns lie in flat arrays of a fixed stride, column i in the elements from
// i·stride on, as many as length[i] says:
//
//	cards   the code of each card
//	run     where the group that ends at this card begins
//	prefix  the hash of the column up to this card
//
// All three are right for every card of the column, so that taking cards away is
// only a matter of length.
type state struct {
	c *compiled

	stride int
	length []uint8
	down   []uint8 // cards lying face down, from the deepest
	cards  []code
	run    []uint8
	prefix []key
	share  []key // what each column adds to the key

	cells   []code // 0 for an empty one
	reserve []code
	talon   talon
	height  [card.Suits]uint8 // cards on each foundation
	out     int               // cards on all foundations together

	key key

	// What the generators look up, set by lookAround for the state as it is.
	tops     uint64       // the top cards of the columns
	where    [codes]uint8 // and the column in which each is
	space    int          // the first empty column, −1 if there is none
	freeCell int          // the first empty cell, −1 if there is none
}

// newState lays out a canonical position.
func newState(c *compiled, p *deal.Position) *state {
	n := len(p.Tableau)
	s := &state{
		c:       c,
		stride:  c.full,
		length:  make([]uint8, n),
		down:    make([]uint8, n),
		cards:   make([]code, n*c.full),
		run:     make([]uint8, n*c.full),
		prefix:  make([]key, n*c.full),
		share:   make([]key, n),
		cells:   make([]code, len(p.Cells)),
		reserve: make([]code, len(p.Reserve)),
	}
	for i, column := range p.Tableau {
		s.down[i] = uint8(column.Down)
		for _, x := range column.Cards {
			s.attach(i, []code{c.code(x)})
		}
	}
	for i, x := range p.Cells {
		if x != card.None {
			s.setCell(i, c.code(x))
		}
	}
	for i, x := range p.Reserve {
		if x != card.None {
			s.setReserve(i, c.code(x))
		}
	}
	for i, h := range p.Foundations {
		s.height[i] = uint8(h)
		s.out += h
	}
	s.talon.lay(s, p)
	return s
}

func (s *state) won() bool { return s.out == s.c.full }

// column is the cards of a column, face down ones included.
func (s *state) column(i int) []code {
	return s.cards[i*s.stride : i*s.stride+int(s.length[i])]
}

func (s *state) top(i int) code { return s.cards[i*s.stride+int(s.length[i])-1] }

// attach lays cards on a column. They may lie in another column's array.
func (s *state) attach(i int, cards []code) {
	at := i * s.stride
	n := int(s.length[i])
	for _, x := range cards {
		s.cards[at+n] = x
		s.settle(i, n)
		n++
	}
	s.length[i] = uint8(n)
	s.reshare(i)
}

// settle works out run and prefix of card n of column i.
func (s *state) settle(i, n int) {
	at := i*s.stride + n
	x := s.cards[at]
	down := int(s.down[i])
	start := n
	before := emptyColumn
	if n > 0 {
		before = s.prefix[at-1]
		if n > down && s.c.above[x]&(1<<s.cards[at-1]) != 0 {
			start = int(s.run[at-1])
		}
	}
	s.run[at] = uint8(start)
	s.prefix[at] = before.extend(s.c.class[x], n < down)
}

// detach takes the n top cards of a column away.
func (s *state) detach(i, n int) {
	s.length[i] -= uint8(n)
	s.reshare(i)
}

// turn turns the top card of a column up if it lies face down, and tells whether
// it did.
func (s *state) turn(i int) bool {
	if n := s.length[i]; n == 0 || s.down[i] < n {
		return false
	}
	s.down[i]--
	s.settle(i, int(s.down[i]))
	s.reshare(i)
	return true
}

// turnDown undoes turn.
func (s *state) turnDown(i int) {
	s.down[i]++
	s.settle(i, int(s.down[i])-1)
	s.reshare(i)
}

// reshare renews what a column adds to the key.
func (s *state) reshare(i int) {
	s.key = s.key.minus(s.share[i])
	s.share[i] = key{}
	if n := int(s.length[i]); n > 0 {
		s.share[i] = s.c.placed(s.prefix[i*s.stride+n-1], i).finish()
		s.key = s.key.plus(s.share[i])
	}
}

// setCell puts a card into an empty cell or, with 0, empties it.
func (s *state) setCell(i int, x code) {
	if x == 0 {
		s.key = s.key.minus(s.c.placed(inCell[s.c.class[s.cells[i]]], i))
	} else {
		s.key = s.key.plus(s.c.placed(inCell[s.c.class[x]], i))
	}
	s.cells[i] = x
}

// setReserve is setCell for a place of the reserve.
func (s *state) setReserve(i int, x code) {
	if x == 0 {
		s.key = s.key.minus(s.c.placed(inReserve[s.c.class[s.reserve[i]]], i))
	} else {
		s.key = s.key.plus(s.c.placed(inReserve[s.c.class[x]], i))
	}
	s.reserve[i] = x
}

// up puts a card on its foundation. The foundations are not part of the key:
// what is not elsewhere is there.
func (s *state) up(x code) {
	s.height[x&3]++
	s.out++
}

// worryBack takes the top card of a foundation.
func (s *state) worryBack(suit card.Suit) code {
	x := code(s.height[suit])<<2 | code(suit)
	s.height[suit]--
	s.out--
	return x
}

// next is the set of the cards that the foundations take next. A complete
// foundation adds a code that no card has.
func (s *state) next() uint64 {
	return 1<<(s.height[0]<<2+4) | 2<<(s.height[1]<<2+4) | 4<<(s.height[2]<<2+4) | 8<<(s.height[3]<<2+4)
}

// lookAround sets what the generators look up.
func (s *state) lookAround() {
	s.tops, s.space, s.freeCell = 0, -1, -1
	for i, n := range s.length {
		if n == 0 {
			if s.space < 0 {
				s.space = i
			}
			continue
		}
		x := s.cards[i*s.stride+int(n)-1]
		s.tops |= 1 << x
		s.where[x] = uint8(i)
	}
	for i, x := range s.cells {
		if x == 0 {
			s.freeCell = i
			break
		}
	}
}
