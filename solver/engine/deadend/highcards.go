package deadend

import (
	"math/bits"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// HighCards proves states lost in games like Alina, whose spaces are not filled and whose cards
// move one by one. It searches a relaxed game without low cards. Only high cards, from some rank
// upwards, cover others and need a place. A low card can go up when all high cards dealt above it
// have moved. docs/inside/dead-ends.md has the proof.
//
// With fewer high cards there are fewer positions. So a state is tried with kings alone, then with
// kings and queens, and so on. The state is lost if one of these relaxed games can't be won.
type HighCards struct {
	// Lifetime: one search.
	c      *state.Compiled
	safety *state.State        // has the foundations of a position, to ask which cards are safe
	above  [state.Codes]uint64 // the cards above each card in its column
	States int64               // positions listed

	// Lifetime: one search with one rank.
	Rank    uint8                    // of the lowest high cards
	needs   [4]uint64                // the high cards above lower ones of each suit
	entered *memory.Set[memory.Pair] // positions
	path    memory.Path[highs, highHop]
}

// highs is a position of the relaxed game.
type highs struct {
	placed uint64                  // high cards that lie where they were dealt, not on a card that carries them
	cells  uint64                  // high cards in cells
	hosts  uint64                  // cards with a high card on them that they carry
	under  [state.Codes]state.Code // the card that carries each high card; 0 if none does
	height [4]uint8                // high cards up to this rank are up; 0 if none is
}

// highHop is a move of a high card.
type highHop struct{ card, to state.Code }

// Where a hop takes a card that does not go onto another one.
const (
	highUp   state.Code = 0
	highCell state.Code = 1
)

// HandlesHighCards reports whether the relaxation is for games with these rules. One pack is dealt
// to columns. Cards move one by one: up, onto another card or into a cell, but never into a space.
// Games built in suit have so few moves that the main search is enough.
func HandlesHighCards(c *state.Compiled) bool {
	r, t := &c.Rules, &c.Rules.Tableau
	return c.OneCopy && !r.Hole.Present && r.Stock.Size == 0 && r.Reserve.Size == 0 && t.Build != rules.SameSuit &&
		t.Groups == rules.GroupsNo && t.Spaces == rules.SpacesNone && t.Packets == 0 && !t.UpOrDown &&
		!c.Techniques.AutoFoundations
}

const (
	// highLimit is how many positions are listed at most, for all ranks together. They take at most
	// half of a budget of states.
	highLimit = 1_000_000

	// highMost bounds the hops out of a position: each of 52 cards goes up, into a cell, or onto one of
	// four others.
	highMost = 6 * 52
)

// ProvesLost reports whether the relaxation proves the state lost from which a search begins. It
// uses words as memory.
func (e *HighCards) ProvesLost(clock *solver.Clock, s *state.State, words []uint64, b solver.Budget) bool {
	e.c, e.States = s.C, 0
	if !e.c.Techniques.HighCards || !HandlesHighCards(e.c) {
		return false
	}
	half := len(words) / 2
	e.path = memory.NewPath[highs, highHop](words[half:], 4)
	defer func() { e.path = memory.Path[highs, highHop]{} }()
	limit := int64(highLimit)
	if b.States > 0 {
		limit = min(limit, b.States/2)
	}
	e.safety = &state.State{C: e.c, Height: slices.Clone(s.Height)}
	e.above = [state.Codes]uint64{}
	for i := range s.Length {
		set, column := uint64(0), s.Column(i)
		for _, x := range slices.Backward(column) {
			e.above[x] = set
			set |= 1 << x
		}
	}
	for e.Rank = uint8(e.c.Rules.MaxRank); e.Rank > 1 && e.States < limit; e.Rank-- {
		e.entered, e.needs = memory.NewSet[memory.Pair](words[:half]), [4]uint64{}
		for x := range e.Rank << 2 {
			e.needs[x&3] |= e.above[x] >> (e.Rank << 2) << (e.Rank << 2)
		}
		if won, decided := e.exhaust(clock, e.highsOf(s), limit); !won {
			return decided // with a lower rank there are only more positions
		}
	}
	return false
}

// highsOf returns the position of a state.
func (e *HighCards) highsOf(s *state.State) (t highs) {
	for suit, h := range s.Height {
		if h >= e.Rank {
			t.height[suit] = h
		}
	}
	for i := range s.Length {
		column := s.Column(i)
		for k, x := range column {
			switch {
			case x>>2 < e.Rank:
			case k > 0 && e.c.Onto[x]>>column[k-1]&1 != 0:
				t.lay(x, column[k-1])
			default:
				t.placed |= 1 << x
			}
		}
	}
	for _, x := range s.Cells {
		if x != 0 && x>>2 >= e.Rank {
			t.cells |= 1 << x
		}
	}
	return t
}

// lay lays a card on one that carries it.
func (t *highs) lay(x, host state.Code) {
	t.under[x] = host
	t.hosts |= 1 << host
}

func (e *HighCards) keyOf(t *highs) memory.Key {
	k := state.EmptyColumn // no position has the zero key, which stands for none
	for set := t.placed; set != 0; set &= set - 1 {
		k = k.Plus(state.InReserve[bits.TrailingZeros64(set)])
	}
	for set := t.cells; set != 0; set &= set - 1 {
		k = k.Plus(state.InCell[bits.TrailingZeros64(set)])
	}
	for x := e.Rank << 2; x < state.Codes; x++ {
		if host := t.under[x]; host != 0 {
			k = k.Plus(state.InJoint[x][host&3])
		}
	}
	return k
}

// ready returns the heights of the foundations after all cards have gone up that can do so without
// a move of a high card.
func (e *HighCards) ready(t *highs) (height [4]uint8, won bool) {
	won = true
	for suit, h := range t.height {
		switch {
		case h > 0:
			height[suit] = h
		case e.needs[suit]&t.placed == 0:
			height[suit] = e.Rank - 1
		}
		won = won && height[suit] == uint8(e.c.Rules.MaxRank)
	}
	return height, won
}

// exhaust reports whether a won position can be reached from one. That is not decided when limit
// positions are listed, without room for more, or if the clock ends. Where memory is small the set forgets
// positions, and the search may go round in circles until the limit; it never misses a position.
func (e *HighCards) exhaust(clock *solver.Clock, t highs, limit int64) (won, decided bool) {
	e.path.Reset()
	for {
		if e.entered.Add(e.keyOf(&t).Pair()) {
			height, won := e.ready(&t)
			if won {
				return true, true
			}
			if e.States == limit || e.path.Full(highMost) || e.States%clockEvery == 0 && clock.StopReason() != solver.NoReason {
				return false, false
			}
			e.States++
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
func (e *HighCards) list(t *highs, height [4]uint8) {
	copy(e.safety.Height, height[:])
	free := bits.OnesCount64(t.cells) < e.c.Rules.Cells.Count
	base := len(e.path.Steps)
	add := func(x, to state.Code) { e.path.Steps = append(e.path.Steps, highHop{x, to}) }
	last := state.Code(e.c.Rules.MaxRank)<<2 | 3
	tops := uint64(0) // of columns
	for x := e.Rank << 2; x <= last; x++ {
		if x>>2 > t.height[x&3] && t.cells>>x&1 == 0 && e.bare(t, x) {
			tops |= 1 << x
		}
	}
	down := func(x state.Code) {
		for hosts := e.c.Onto[x] & tops &^ (1 << t.under[x]); hosts != 0; hosts &= hosts - 1 {
			add(x, state.Code(bits.TrailingZeros64(hosts)))
		}
	}
	for suit, h := range t.height {
		if x := h<<2 | uint8(suit); e.c.Rules.Foundations.Removable && h > e.Rank && !e.safety.Safe(x) {
			down(x)
			if free {
				add(x, highCell)
			}
		}
	}
	for set := tops; set != 0; set &= set - 1 {
		x := state.Code(bits.TrailingZeros64(set))
		if free {
			add(x, highCell)
		}
		down(x)
	}
	for set := t.cells; set != 0; set &= set - 1 {
		down(state.Code(bits.TrailingZeros64(set)))
	}
	for set := tops | t.cells; set != 0; set &= set - 1 {
		x := state.Code(bits.TrailingZeros64(set))
		if height[x&3]+1 != x>>2 {
			continue
		}
		if x>>2 == e.Rank || e.safety.Safe(x) {
			e.path.Steps = append(e.path.Steps[:base], highHop{x, highUp})
			return
		}
		add(x, highUp)
	}
}

// bare reports whether no high card lies above a card of a column.
func (e *HighCards) bare(t *highs, x state.Code) bool {
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
