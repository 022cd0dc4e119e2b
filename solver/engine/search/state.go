package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// state is the one table of cards on which the search moves forwards and backwards.
//
// Columns are flat arrays of a fixed stride: column i is the length[i] elements from
// i·stride on.
//
//	cards   the code of each card
//	run     where the group that ends at this card begins
//	prefix  the hash of the column up to this card
//
// All three are valid for every card of the column, so removing cards only changes a
// length.
type state struct {
	// Lifetime: one search.
	c      *compiled
	stride int // elements for each column
	full   int // value of out when the game is won

	// Lifetime: one node. Changed by do and undo.
	length  []uint8
	down    []uint8 // face-down cards, from the deepest
	cards   []code
	run     []uint8
	prefix  []key
	share   []key  // each column's term of the key
	cells   []code // 0 if empty
	reserve []code // 0 if empty; a stacked reserve has its empty places behind its cards
	piled   int    // cards in the reserve
	talon   talon
	height  []uint8 // cards on each foundation; suit s with n copies of a card has the n from s·n on
	wanted  uint64  // the cards that the foundations take next: see nextUp
	hole    code    // its top card
	out     int     // cards on the foundations or gone into the hole
	ordered bool    // the columns can be told apart: the stock will be dealt to them from left to right, or they may be redealt
	key     key
	redealt [][]uint8 // the columns' lengths before each redeal of them

	// What the generators look up, valid since the last scan.
	tops     uint64       // the top cards of the columns
	where    [codes]uint8 // the first column with each card on top
	next     []uint8      // after each column, the next one with the same card on top
	space    int          // the first empty column, −1 if there is none
	freeCell int          // the first empty cell, −1 if there is none
}

// none stands for no column.
const none = 255

// newState lays out a canonical position.
func newState(c *compiled, p *deal.Position) *state {
	n := len(p.Tableau)
	stride := c.rules.DeckSize()
	s := &state{
		c:       c,
		stride:  stride,
		length:  make([]uint8, n),
		down:    make([]uint8, n),
		cards:   make([]code, n*stride+beyond),
		run:     make([]uint8, n*stride),
		prefix:  make([]key, n*stride),
		share:   make([]key, n),
		next:    make([]uint8, n),
		cells:   make([]code, len(p.Cells)),
		reserve: make([]code, len(p.Reserve)),
		height:  make([]uint8, len(p.Foundations)),
		ordered: p.ColumnsOrdered(&c.rules),
		full:    c.rules.DeckSize(),
	}
	onTable := len(p.Stock) + len(p.Waste)
	for i, column := range p.Tableau {
		s.down[i] = uint8(column.Down)
		for _, x := range column.Cards {
			s.attach(i, []code{c.code(x)})
		}
		onTable += len(column.Cards)
	}
	for i, x := range p.Cells {
		if x != card.None {
			s.setCell(i, c.code(x))
			onTable++
		}
	}
	for i, x := range p.Reserve {
		if x != card.None {
			s.setReserve(i, c.code(x))
			onTable++
		}
	}
	for i, h := range p.Foundations {
		s.height[i] = uint8(h)
		s.out += h
		s.want(c.suitOf(uint8(i)))
	}
	if c.rules.Hole.Present {
		s.full = onTable
		s.setHole(c.code(p.Hole))
	}
	s.talon.lay(s, p)
	return s
}

func (s *state) won() bool { return s.out == s.full }

// column returns the cards of a column, face-down ones included.
func (s *state) column(i int) []code {
	return s.cards[i*s.stride : i*s.stride+int(s.length[i])]
}

func (s *state) top(i int) code { return s.cards[i*s.stride+int(s.length[i])-1] }

// attach lays cards on a column. They may be part of another column's array.
func (s *state) attach(i int, cards []code) {
	at := i * s.stride
	n := int(s.length[i])
	for _, x := range cards {
		s.cards[at+n] = x
		s.updateCard(i, n)
		n++
	}
	s.length[i] = uint8(n)
	s.updateShare(i)
}

// updateCard computes run and prefix of card n of column i.
func (s *state) updateCard(i, n int) {
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

// detach removes the n top cards of a column.
func (s *state) detach(i, n int) {
	s.length[i] -= uint8(n)
	s.updateShare(i)
}

// turn turns the top card of a column up if it is face down, and reports whether it
// was.
func (s *state) turn(i int) bool {
	if n := s.length[i]; n == 0 || s.down[i] < n {
		return false
	}
	s.down[i]--
	s.updateCard(i, int(s.down[i]))
	s.updateShare(i)
	return true
}

// turnDown undoes turn.
func (s *state) turnDown(i int) {
	s.down[i]++
	s.updateCard(i, int(s.down[i])-1)
	s.updateShare(i)
}

// updateShare recomputes a column's term of the key.
func (s *state) updateShare(i int) {
	s.key = s.key.minus(s.share[i])
	s.share[i] = key{}
	if n := int(s.length[i]); n > 0 {
		s.share[i] = s.shareOf(i, s.prefix[i*s.stride+n-1])
		s.key = s.key.plus(s.share[i])
	}
}

// shareOf returns the term of the key for column i with this hash.
func (s *state) shareOf(i int, column key) key {
	k := s.c.placed(column, i)
	if s.ordered {
		k = key{k.Lo ^ inPlace[i].Lo, k.Hi ^ inPlace[i].Hi}
	}
	return k.finish()
}

// setCell puts a card into an empty cell or, with 0, empties the cell.
func (s *state) setCell(i int, x code) {
	if x == 0 {
		s.key = s.key.minus(s.c.placed(inCell[s.c.class[s.cells[i]]], i))
	} else {
		s.key = s.key.plus(s.c.placed(inCell[s.c.class[x]], i))
	}
	s.cells[i] = x
}

// setReserve is setCell for a place of the reserve. In a stacked reserve only the last
// occupied place is emptied and only the first empty one filled.
func (s *state) setReserve(i int, x code) {
	if x == 0 {
		s.key = s.key.minus(s.inReserve(i, s.reserve[i]))
		s.piled--
	} else {
		s.key = s.key.plus(s.inReserve(i, x))
		s.piled++
	}
	s.reserve[i] = x
}

func (s *state) inReserve(i int, x code) key {
	k := inReserve[s.c.class[x]]
	if s.c.rules.Reserve.Stacked {
		return key{k.Lo ^ inPlace[i].Lo, k.Hi ^ inPlace[i].Hi}.finish()
	}
	return s.c.placed(k, i)
}

// setHole puts a card on top of the hole.
func (s *state) setHole(x code) {
	s.key = s.key.minus(inHole[s.c.class[s.hole]]).plus(inHole[s.c.class[x]])
	s.hole = x
}

// up puts the next card on a foundation. Foundations are not part of the key: they hold
// what lies nowhere else.
func (s *state) up(foundation uint8) {
	s.height[foundation]++
	s.out++
	s.want(s.c.suitOf(foundation))
}

// worryBack takes the top card off a foundation.
func (s *state) worryBack(foundation uint8) code {
	suit := s.c.suitOf(foundation)
	x := s.height[foundation]<<2 | suit
	s.height[foundation]--
	s.out--
	s.want(suit)
	return x
}

// want updates wanted after foundations of a suit have changed.
func (s *state) want(suit uint8) {
	if !s.c.singlesUp {
		return
	}
	s.wanted &^= 0x1111_1111_1111_1111 << suit
	first := int(suit * s.c.copies)
	for _, h := range s.height[first : first+int(s.c.copies)] {
		s.wanted |= 1 << (h<<2 + 4 + suit)
	}
}

// nextUp returns the cards that the foundations take next. A complete foundation adds a
// code that no card has. The set is empty where cards don't go up one by one.
func (s *state) nextUp() uint64 { return s.wanted }

// foundationFor returns the foundation that takes card x of nextUp.
func (s *state) foundationFor(x code) uint8 {
	if s.c.oneCopy {
		return x & 3
	}
	f := x & 3 * s.c.copies
	for s.height[f]+1 != x>>2 {
		f++
	}
	return f
}

// deal lays the next n cards of the stock on the first n columns.
func (s *state) deal(n int) {
	for i := range n {
		s.attach(i, []code{s.talon.take(s, 0, false)})
	}
	if len(s.talon.cards) == 0 {
		s.order(false)
	}
}

// undeal undoes deal.
func (s *state) undeal(n int) {
	if len(s.talon.cards) == 0 {
		s.order(true)
	}
	for i := n - 1; i >= 0; i-- {
		x := s.top(i)
		s.detach(i, 1)
		s.talon.giveBack(s, x, 0, 0, false)
	}
}

// order sets whether the columns can be told apart.
func (s *state) order(ordered bool) {
	s.ordered = ordered
	for i := range s.length {
		s.updateShare(i)
	}
}

// scan sets what the generators look up.
func (s *state) scan() {
	s.tops, s.space, s.freeCell = 0, -1, -1
	for i := len(s.length) - 1; i >= 0; i-- {
		n := s.length[i]
		if n == 0 {
			s.space = i
			continue
		}
		x := s.cards[i*s.stride+int(n)-1]
		s.next[i] = none
		if s.tops&(1<<x) != 0 {
			s.next[i] = s.where[x]
		}
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
