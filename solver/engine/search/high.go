package search

import (
	"math/bits"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// high proves states of Alina and its like lost: games whose spaces are not filled and whose cards
// move one by one, in a relaxation without low cards. Only cards of some rank and above are in the
// way of others and have to be laid somewhere; lower ones go up when no high card is left above
// them where it was dealt. docs/engines/high-cards.md has the proof.
//
// If the rank is high, there are few positions. So a state is tried with kings alone, then with
// queens, and so on. If no won position can be reached with some rank, the state is lost.
type high struct {
	// Lifetime: one search.
	c      *compiled
	safety *state        // whose foundations are those of a position, to ask which cards are safe
	above  [codes]uint64 // the cards above each card in its column
	states int64         // positions listed

	// Lifetime: one search with one rank.
	rank    uint8                                  // of the lowest high cards
	needs   [4]uint64                              // the high cards above lower ones of each suit
	entered *transposition.Set[transposition.Pair] // positions
	path    transposition.Path[highs, highHop]
}

// highs is a position of the relaxed game.
type highs struct {
	placed uint64      // high cards that lie where they were dealt, not on a card that carries them
	cells  uint64      // high cards in cells
	hosts  uint64      // cards with a high card on them that they carry
	under  [codes]code // the card that carries each high card; 0 if none does
	height [4]uint8    // high cards up to this rank are up; 0 if none is
}

// highHop is a move of a high card.
type highHop struct{ card, to code }

// Where a hop takes a card that does not go onto another one.
const (
	highUp   code = 0
	highCell code = 1
)

// highHandles reports whether the relaxation is for games with these rules: one pack dealt to
// columns, whose cards move one by one, up or onto another or into a cell, and never into a space. If
// they are built in suit, there are so few moves that the search soon sees all of them.
func (c *compiled) highHandles() bool {
	r, t := &c.rules, &c.rules.Tableau
	return c.oneCopy && !r.Hole.Present && r.Stock.Size == 0 && r.Reserve.Size == 0 && t.Build != rules.SameSuit &&
		t.Groups == rules.GroupsNo && t.Spaces == rules.SpacesNone && t.Packets == 0 && !t.UpOrDown &&
		!c.techniques.AutoFoundations
}

const (
	// highLimit is how many positions are listed at most, with all ranks together. Of a number of
	// states they take half.
	highLimit = 1_000_000

	// highMost bounds the hops out of a position: each of 52 cards goes up, into a cell, or onto one of
	// four others.
	highMost = 6 * 52
)

// lost reports whether the relaxation proves the position lost from which a search begins. It borrows
// words.
func (e *high) lost(clock *solver.Clock, s *state, words []uint64, b solver.Budget) bool {
	e.c, e.states = s.c, 0
	if !e.c.techniques.HighCards || !e.c.highHandles() {
		return false
	}
	half := len(words) / 2
	e.path = transposition.NewPath[highs, highHop](words[half:], 4)
	defer func() { e.path = transposition.Path[highs, highHop]{} }()
	limit := int64(highLimit)
	if b.States > 0 {
		limit = min(limit, b.States/2)
	}
	e.safety = &state{c: e.c, height: slices.Clone(s.height)}
	e.above = [codes]uint64{}
	for i := range s.length {
		set, column := uint64(0), s.column(i)
		for _, x := range slices.Backward(column) {
			e.above[x] = set
			set |= 1 << x
		}
	}
	for e.rank = uint8(e.c.rules.MaxRank); e.rank > 1 && e.states < limit; e.rank-- {
		e.entered, e.needs = transposition.NewSet[transposition.Pair](words[:half]), [4]uint64{}
		for x := range e.rank << 2 {
			e.needs[x&3] |= e.above[x] >> (e.rank << 2) << (e.rank << 2)
		}
		if won, decided := e.exhaust(clock, e.highsOf(s), limit); !won {
			return decided // with a lower rank there are only more positions
		}
	}
	return false
}

// highsOf returns the position of a state.
func (e *high) highsOf(s *state) (t highs) {
	for suit, h := range s.height {
		if h >= e.rank {
			t.height[suit] = h
		}
	}
	for i := range s.length {
		column := s.column(i)
		for k, x := range column {
			switch {
			case x>>2 < e.rank:
			case k > 0 && e.c.onto[x]>>column[k-1]&1 != 0:
				t.lay(x, column[k-1])
			default:
				t.placed |= 1 << x
			}
		}
	}
	for _, x := range s.cells {
		if x != 0 && x>>2 >= e.rank {
			t.cells |= 1 << x
		}
	}
	return t
}

// lay lays a card on one that carries it.
func (t *highs) lay(x, host code) {
	t.under[x] = host
	t.hosts |= 1 << host
}

func (e *high) keyOf(t *highs) key {
	k := emptyColumn // no position has the zero key, which stands for none
	for set := t.placed; set != 0; set &= set - 1 {
		k = k.plus(inReserve[bits.TrailingZeros64(set)])
	}
	for set := t.cells; set != 0; set &= set - 1 {
		k = k.plus(inCell[bits.TrailingZeros64(set)])
	}
	for x := e.rank << 2; x < codes; x++ {
		if host := t.under[x]; host != 0 {
			k = k.plus(inJoint[x][host&3])
		}
	}
	return k
}

// ready returns how far the foundations are if all cards are up that can be without a move of a high one.
func (e *high) ready(t *highs) (height [4]uint8, won bool) {
	won = true
	for suit, h := range t.height {
		switch {
		case h > 0:
			height[suit] = h
		case e.needs[suit]&t.placed == 0:
			height[suit] = e.rank - 1
		}
		won = won && height[suit] == uint8(e.c.rules.MaxRank)
	}
	return height, won
}

// exhaust reports whether a won position can be reached from one. That is not decided when limit
// positions are listed, without room for more, or if the clock ends. Where memory is small the set forgets
// positions, and the search may go round in circles until the limit; it never misses a position.
func (e *high) exhaust(clock *solver.Clock, t highs, limit int64) (won, decided bool) {
	e.path.Reset()
	for {
		if e.entered.Add(e.keyOf(&t).pair()) {
			height, won := e.ready(&t)
			if won {
				return true, true
			}
			if e.states == limit || e.path.Full(highMost) || e.states%stopEvery == 0 && clock.StopReason() != solver.NoReason {
				return false, false
			}
			e.states++
			*e.path.Push() = t
			e.list(&t, height)
		}
		m, left := e.path.Next()
		for ; !left; m, left = e.path.Next() {
			if e.path.Pop(); e.path.Len() == 0 {
				return false, true
			}
		}
		t = *e.path.Last()
		t.hop(m)
	}
}

// list appends the hops out of a position. The last ones are tried first.
func (e *high) list(t *highs, height [4]uint8) {
	copy(e.safety.height, height[:])
	free := bits.OnesCount64(t.cells) < e.c.rules.Cells.Count
	base := len(e.path.Steps)
	add := func(x, to code) { e.path.Steps = append(e.path.Steps, highHop{x, to}) }
	last := code(e.c.rules.MaxRank)<<2 | 3
	tops := uint64(0) // of columns
	for x := e.rank << 2; x <= last; x++ {
		if x>>2 > t.height[x&3] && t.cells>>x&1 == 0 && e.bare(t, x) {
			tops |= 1 << x
		}
	}
	down := func(x code) {
		for hosts := e.c.onto[x] & tops &^ (1 << t.under[x]); hosts != 0; hosts &= hosts - 1 {
			add(x, code(bits.TrailingZeros64(hosts)))
		}
	}
	for suit, h := range t.height {
		if x := h<<2 | uint8(suit); e.c.rules.Foundations.Removable && h > e.rank && !e.safety.safe(x) {
			down(x)
			if free {
				add(x, highCell)
			}
		}
	}
	for set := tops; set != 0; set &= set - 1 {
		x := code(bits.TrailingZeros64(set))
		if free {
			add(x, highCell)
		}
		down(x)
	}
	for set := t.cells; set != 0; set &= set - 1 {
		down(code(bits.TrailingZeros64(set)))
	}
	for set := tops | t.cells; set != 0; set &= set - 1 {
		x := code(bits.TrailingZeros64(set))
		if height[x&3]+1 != x>>2 {
			continue
		}
		if x>>2 == e.rank || e.safety.safe(x) {
			e.path.Steps = append(e.path.Steps[:base], highHop{x, highUp})
			return
		}
		add(x, highUp)
	}
}

// bare reports whether no high card lies above a card of a column.
func (e *high) bare(t *highs, x code) bool {
	return (e.above[x]&t.placed | t.hosts&(1<<x)) == 0
}

// hop makes a hop.
func (t *highs) hop(m highHop) {
	x := m.card
	if t.under[x] != 0 {
		t.hosts &^= 1 << t.under[x]
		t.under[x] = 0
	}
	if t.height[x&3] == x>>2 {
		t.height[x&3]--
	}
	t.placed &^= 1 << x
	t.cells &^= 1 << x
	switch m.to {
	case highUp:
		t.height[x&3] = x >> 2
	case highCell:
		t.cells |= 1 << x
	default:
		t.lay(x, m.to)
	}
}
