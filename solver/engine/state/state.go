package state

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// State is the table of cards on which a search makes and undoes steps.
//
// Columns are flat arrays of a fixed stride: column i is the Length[i] elements from
// i·Stride on.
//
//	Cards   the code of each card
//	Run     where the group that ends at this card begins
//	Prefix  the hash of the column up to this card
//
// All three are valid for every card of the column, so removing cards only changes a
// length.
type State struct {
	// Lifetime: one search.
	C      *Compiled // the rules
	Stride int       // elements for each column
	Full   int       // value of Out when the game is won

	// Lifetime: one node. Changed by Do and Undo.
	Length  []uint8
	Down    []uint8 // face-down cards, from the deepest
	Cards   []Code
	Run     []uint8
	Prefix  []memory.Key
	share   []memory.Key // each column's term of the key
	Cells   []Code       // 0 if empty
	Reserve []Code       // 0 if empty; a stacked reserve has its empty places behind its cards
	Piled   int          // cards in the reserve
	Talon   talon
	Height  []uint8 // cards on each foundation; with n copies of each card, suit s has the n foundations from s·n on
	Wanted  uint64  // the cards that the foundations take next: see NextUp
	hole    Code    // its top card
	Out     int     // cards on the foundations or gone into the hole
	Ordered bool    // the columns can be told apart: the stock will be dealt to them, or they may be redealt
	Key     memory.Key
	redealt [][]uint8 // the columns' lengths before each redeal of them

	// Set by Scan for the generators, valid until the next step.
	Tops     uint64       // the top cards of the columns
	where    [Codes]uint8 // the first column with each card on top
	next     []uint8      // after each column, the next one with the same card on top
	Space    int          // the first empty column, −1 if there is none
	freeCell int          // the first empty cell, −1 if there is none
}

// none stands for no column.
const none = 255

// New returns the state of a canonical position.
func New(c *Compiled, p *deal.Position) *State {
	n := len(p.Tableau)
	stride := c.Rules.DeckSize()
	s := &State{
		C:       c,
		Stride:  stride,
		Length:  make([]uint8, n),
		Down:    make([]uint8, n),
		Cards:   make([]Code, n*stride+beyond),
		Run:     make([]uint8, n*stride),
		Prefix:  make([]memory.Key, n*stride),
		share:   make([]memory.Key, n),
		next:    make([]uint8, n),
		Cells:   make([]Code, len(p.Cells)),
		Reserve: make([]Code, len(p.Reserve)),
		Height:  make([]uint8, len(p.Foundations)),
		Ordered: p.ColumnsOrdered(&c.Rules),
		Full:    c.Rules.DeckSize(),
	}
	onTable := len(p.Stock) + len(p.Waste)
	for i, column := range p.Tableau {
		s.Down[i] = uint8(column.Down)
		for _, x := range column.Cards {
			s.attach(i, []Code{c.code(x)})
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
		s.Height[i] = uint8(h)
		s.Out += h
		s.updateWanted(c.SuitOf(uint8(i)))
	}
	if c.Rules.Hole.Present {
		s.Full = onTable
		s.setHole(c.code(p.Hole))
	}
	s.Talon.lay(s, p)
	return s
}

// Won reports whether the game is won.
func (s *State) Won() bool { return s.Out == s.Full }

// Column returns the cards of a column, including face-down cards.
func (s *State) Column(i int) []Code {
	return s.Cards[i*s.Stride : i*s.Stride+int(s.Length[i])]
}

// Top returns the top card of a column that is not empty.
func (s *State) Top(i int) Code { return s.Cards[i*s.Stride+int(s.Length[i])-1] }

// attach lays cards on a column. The slice may be a part of another column's array.
func (s *State) attach(i int, cards []Code) {
	at := i * s.Stride
	n := int(s.Length[i])
	for _, x := range cards {
		s.Cards[at+n] = x
		s.UpdateCard(i, n)
		n++
	}
	s.Length[i] = uint8(n)
	s.updateShare(i)
}

// UpdateCard computes Run and Prefix of card n of column i.
func (s *State) UpdateCard(i, n int) {
	at := i*s.Stride + n
	x := s.Cards[at]
	down := int(s.Down[i])
	start := n
	before := EmptyColumn
	if n > 0 {
		before = s.Prefix[at-1]
		if n > down && s.C.Above[x]&(1<<s.Cards[at-1]) != 0 {
			start = int(s.Run[at-1])
		}
	}
	s.Run[at] = uint8(start)
	s.Prefix[at] = Extend(before, s.C.Class[x], n < down)
}

// detach removes the n top cards of a column.
func (s *State) detach(i, n int) {
	s.Length[i] -= uint8(n)
	s.updateShare(i)
}

// turn turns the top card of a column up if it is face down, and reports whether it
// was.
func (s *State) turn(i int) bool {
	if n := s.Length[i]; n == 0 || s.Down[i] < n {
		return false
	}
	s.Down[i]--
	s.UpdateCard(i, int(s.Down[i]))
	s.updateShare(i)
	return true
}

// turnDown undoes turn.
func (s *State) turnDown(i int) {
	s.Down[i]++
	s.UpdateCard(i, int(s.Down[i])-1)
	s.updateShare(i)
}

// updateShare recomputes a column's term of the key.
func (s *State) updateShare(i int) {
	s.Key = s.Key.Minus(s.share[i])
	s.share[i] = memory.Key{}
	if n := int(s.Length[i]); n > 0 {
		s.share[i] = s.shareOf(i, s.Prefix[i*s.Stride+n-1])
		s.Key = s.Key.Plus(s.share[i])
	}
}

// shareOf returns the term of the key for column i with this hash.
func (s *State) shareOf(i int, column memory.Key) memory.Key {
	k := s.C.placed(column, i)
	if s.Ordered {
		k = memory.Key{Lo: k.Lo ^ InPlace[i].Lo, Hi: k.Hi ^ InPlace[i].Hi}
	}
	return Finish(k)
}

// setCell puts card x into an empty cell or, if x is 0, empties the cell.
func (s *State) setCell(i int, x Code) {
	if x == 0 {
		s.Key = s.Key.Minus(s.C.placed(InCell[s.C.Class[s.Cells[i]]], i))
	} else {
		s.Key = s.Key.Plus(s.C.placed(InCell[s.C.Class[x]], i))
	}
	s.Cells[i] = x
}

// setReserve is setCell for a place of the reserve. In a stacked reserve only the last
// occupied place is emptied and only the first empty one filled.
func (s *State) setReserve(i int, x Code) {
	if x == 0 {
		s.Key = s.Key.Minus(s.inReserve(i, s.Reserve[i]))
		s.Piled--
	} else {
		s.Key = s.Key.Plus(s.inReserve(i, x))
		s.Piled++
	}
	s.Reserve[i] = x
}

func (s *State) inReserve(i int, x Code) memory.Key {
	k := InReserve[s.C.Class[x]]
	if s.C.Rules.Reserve.Stacked {
		return inNumberedPlace(k, i)
	}
	return s.C.placed(k, i)
}

// setHole puts a card on top of the hole.
func (s *State) setHole(x Code) {
	s.Key = s.Key.Minus(inHole[s.C.Class[s.hole]]).Plus(inHole[s.C.Class[x]])
	s.hole = x
}

// up puts the next card on a foundation. Foundations are not part of the key: they hold the cards
// that lie nowhere else.
func (s *State) up(foundation uint8) {
	s.Height[foundation]++
	s.Out++
	s.updateWanted(s.C.SuitOf(foundation))
}

// worryBack takes the top card off a foundation.
func (s *State) worryBack(foundation uint8) Code {
	suit := s.C.SuitOf(foundation)
	x := s.Height[foundation]<<2 | suit
	s.Height[foundation]--
	s.Out--
	s.updateWanted(suit)
	return x
}

// updateWanted updates wanted after foundations of a suit have changed.
func (s *State) updateWanted(suit uint8) {
	if !s.C.SinglesUp {
		return
	}
	s.Wanted &^= oneSuit << suit
	first := int(suit * s.C.Copies)
	for _, h := range s.Height[first : first+int(s.C.Copies)] {
		s.Wanted |= 1 << (h<<2 + 4 + suit)
	}
}

// NextUp returns the set of cards that the foundations take next. A complete foundation adds a code
// that no card has. The set is empty in games whose cards don't go up one by one.
func (s *State) NextUp() uint64 { return s.Wanted }

// foundationFor returns the foundation that takes card x of NextUp.
func (s *State) foundationFor(x Code) uint8 {
	if s.C.OneCopy {
		return x & 3
	}
	f := x & 3 * s.C.Copies
	for s.Height[f]+1 != x>>2 {
		f++
	}
	return f
}

// deal lays the next n cards of the stock on the first n columns.
func (s *State) deal(n int) {
	for i := range n {
		s.attach(i, []Code{s.Talon.take(s, 0, false)})
	}
	if len(s.Talon.Cards) == 0 {
		s.order(false)
	}
}

// undeal undoes deal.
func (s *State) undeal(n int) {
	if len(s.Talon.Cards) == 0 {
		s.order(true)
	}
	for i := n - 1; i >= 0; i-- {
		x := s.Top(i)
		s.detach(i, 1)
		s.Talon.giveBack(s, x, 0, 0, false)
	}
}

// order sets Ordered, and the columns' terms of the key.
func (s *State) order(ordered bool) {
	s.Ordered = ordered
	for i := range s.Length {
		s.updateShare(i)
	}
}

// Scan sets the fields that the generators look up: the top cards, the spaces and the free cell.
func (s *State) Scan() {
	s.Tops, s.Space, s.freeCell = 0, -1, -1
	for i := len(s.Length) - 1; i >= 0; i-- {
		n := s.Length[i]
		if n == 0 {
			s.Space = i
			continue
		}
		x := s.Cards[i*s.Stride+int(n)-1]
		s.next[i] = none
		if s.Tops&(1<<x) != 0 {
			s.next[i] = s.where[x]
		}
		s.Tops |= 1 << x
		s.where[x] = uint8(i)
	}
	for i, x := range s.Cells {
		if x == 0 {
			s.freeCell = i
			break
		}
	}
}
