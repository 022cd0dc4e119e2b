package search

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// exchange proves states lost in a relaxation in which cards change places for nothing: in
// columns, loose cards of a class with each other, and the ends of runs with each other. A class
// is the cards that may lie on the same cards; a card is loose unless the card under it was
// dealt there and does not carry it. docs/engines/exchange.md has the proof.
//
// What is left of a state is its outline. There are few outlines, and a search among them, depth
// first, finds all that can be reached from one. If none of these is won, all are lost.
type exchange struct {
	// Lifetime: one search.
	c      *compiled
	on     bool
	after  int64        // states before the first search among outlines
	start  *state       // as the search began, but for its foundations
	dealt  [][]run      // of column i with n cards left
	locks  [][]key      // the term of the key for column i with n locked cards
	known  outlineTable // what is known of outlines
	states int64        // outlines listed

	// Lifetime: one search among outlines.
	entered []key
	path    transposition.Path[outlineVisit, hop]
}

// run is how a dealt column ends: how many cards are locked, and the rank of the top card.
type run struct{ locked, top uint8 }

// outline is what is left of a state. A column is its locked cards and a run on the last of
// them, or a run alone. Which loose cards are in the runs follows from the other cards.
type outline struct {
	locked [maxOutlined]uint8 // cards of column i up to the head of its run; 0 if the run begins the column
	head   [maxOutlined]code  // the class of the run's highest card; 0 for a space
	top    [maxOutlined]uint8 // the rank of its lowest card; 0 for a space
	height [4]uint8
	hand   uint64 // cards of the reserve
	loose  uint64 // cards of the runs but for locked heads
}

// maxOutlined is the greatest number of columns.
const maxOutlined = 16

// outlineVisit is an outline on the path of a search.
type outlineVisit struct {
	outline outline
	key     key
}

// The limits of the searches among outlines, in states and outlines.
const (
	exchangeAfter = 2000    // states before the first one
	exchangeLimit = 50_000  // outlines in one
	exchangeLeast = 300_000 // outlines that may be listed in any case
	exchangeRatio = 3       // outlines listed for each state entered
)

// ExchangeHandles reports whether a complete search under these rules has the dead ends of games
// whose cards move one by one.
func ExchangeHandles(r *rules.Rules) bool {
	return compile(r, r.Foundations.Base, Complete).exchangeHandles()
}

// exchangeHandles reports whether the relaxation is for games with these rules: one pack, cards
// that move one by one between columns, foundations and an open reserve, and two suits at least
// that may lie on the same cards.
func (c *compiled) exchangeHandles() bool {
	r := &c.rules
	build, spaces := r.Tableau.Build, r.Tableau.Spaces
	return c.oneCopy && !r.Hole.Present && r.Cells.Count == 0 && r.Stock.Size == 0 && !r.Reserve.Stacked &&
		r.Tableau.Groups == rules.GroupsNo && r.Tableau.Packets == 0 && !r.Tableau.UpOrDown &&
		r.Tableau.Count > 0 && r.Tableau.Count <= maxOutlined &&
		(build == rules.AnySuit || build == rules.RedBlack || build == rules.SameColour) &&
		(spaces == rules.SpacesAny || spaces == rules.SpacesNone || spaces == rules.SpacesKings) &&
		!c.techniques.AutoFoundations
}

// begin prepares for a search from a position. It returns the part of words that it leaves to others.
// It is off where words are few.
func (e *exchange) begin(c *compiled, position *deal.Position, words []uint64) []uint64 {
	e.c, e.states = c, 0
	known := len(words) / 16
	if e.on = c.techniques.Exchange && c.exchangeHandles() && known >= outlineLeast; !e.on {
		return words
	}
	e.known = newOutlineTable(words[:known])
	start := newState(c, position)
	e.start = start
	e.dealt, e.locks = e.dealt[:0], e.locks[:0]
	for i := range start.length {
		column := start.column(i)
		runs, locks := make([]run, len(column)+1), make([]key, len(column)+1)
		for n := range column {
			runs[n+1] = c.runOf(column[:n+1])
			locks[n+1] = key{inPlace[i].Lo ^ inTalon[n].Lo, inPlace[i].Hi ^ inTalon[n].Hi}.finish()
		}
		e.dealt, e.locks = append(e.dealt, runs), append(e.locks, locks)
	}
	return words[known:]
}

// runOf returns how a column ends that is not empty.
func (c *compiled) runOf(column []code) run {
	k := len(column) - 1
	r := run{top: column[k] >> 2}
	for k > 0 && c.onto[column[k]]>>column[k-1]&1 != 0 {
		k--
	}
	if k > 0 {
		r.locked = uint8(k + 1)
	}
	return r
}

// lost reports whether the relaxation proves a state of the search lost. entered is the number of
// states entered so far, most the number of outlines that may still be listed.
func (e *exchange) lost(clock *solver.Clock, s *state, entered, most int64) bool {
	if !e.on || entered < e.after {
		return false
	}
	var t outline
	e.outlineOf(s, &t)
	k := e.keyOf(&t)
	switch e.known.get(k) {
	case outlineLost:
		return true
	case outlineOpen, outlineTried:
		return false
	}
	if most <= 0 || e.states+exchangeLimit > max(exchangeLeast, exchangeRatio*entered) {
		return false
	}
	return e.exhaust(clock, t, k, min(most, exchangeLimit))
}

// exhaust searches from an outline that is not known until all that can be reached are known to
// be lost, or a won one is found. It gives up after most outlines, or if the clock ends.
func (e *exchange) exhaust(clock *solver.Clock, t outline, k key, most int64) bool {
	e.entered = e.entered[:0]
	e.path.Reset()
	won := e.won(&t)
	stopped := !won && !e.enter(&t, k)
	for !won && !stopped && e.path.Len() > 0 {
		m, left := e.path.Next()
		if !left {
			e.path.Pop()
			continue
		}
		next := e.path.Last().outline
		if !e.hop(&next, m) {
			continue
		}
		k := e.keyOf(&next)
		switch e.known.get(k) {
		case outlineOpen:
			won = true
		case outlineUnknown, outlineTried:
			if won = e.won(&next); !won {
				most--
				stopped = most <= 0 || len(e.entered)%stopEvery == 0 && clock.StopReason() != solver.NoReason ||
					!e.enter(&next, k)
			}
		}
	}
	lost := !won && !stopped
	for _, k := range e.entered {
		if lost {
			e.known.set(k, outlineLost)
		} else {
			e.known.set(k, outlineUnknown)
		}
	}
	switch {
	case won:
		for i := range e.path.Len() {
			e.known.set(e.path.At(i).key, outlineOpen)
		}
	case stopped:
		e.known.set(k, outlineTried)
	}
	return lost
}

func (e *exchange) won(t *outline) bool {
	out := 0
	for _, h := range t.height {
		out += int(h)
	}
	return out == e.start.full
}

// enter enters an outline and lists the hops out of it. It returns false if there is no room.
func (e *exchange) enter(t *outline, k key) bool {
	if !e.known.set(k, outlineEntered) {
		return false
	}
	e.states++
	e.entered = append(e.entered, k)
	*e.path.Push() = outlineVisit{*t, k}
	e.path.Steps = e.list(t, e.path.Steps)
	return true
}

// outlineOf sets t to the outline of a state.
func (e *exchange) outlineOf(s *state, t *outline) {
	*t = outline{}
	copy(t.height[:], s.height)
	for i, n := range s.length {
		if n > 0 {
			column := s.column(i)
			t.lay(e.c, i, column, e.c.runOf(column))
		}
	}
	for _, x := range s.reserve {
		if x != 0 {
			t.hand |= 1 << x
		}
	}
	e.fit(t)
}

// lay makes column i of an outline one with these cards.
func (t *outline) lay(c *compiled, i int, column []code, r run) {
	t.locked[i], t.top[i] = r.locked, r.top
	head := max(int(r.locked), 1) - 1
	t.head[i] = c.classOf(column[head])
	for _, x := range column[int(r.locked):] {
		t.loose |= 1 << x
	}
}

// keyOf returns the key of an outline. It has no term for the tops, which follow from the rest:
// of each class the loose cards that are no heads lie on the cards that carry them.
func (e *exchange) keyOf(t *outline) key {
	k := key{}
	for i := range e.locks {
		switch {
		case t.locked[i] > 0:
			k = k.plus(e.locks[i][t.locked[i]])
		case t.head[i] > 0:
			k = k.plus(inCell[t.head[i]])
		}
	}
	for set := t.hand; set != 0; set &= set - 1 {
		k = k.plus(inReserve[bits.TrailingZeros64(set)])
	}
	for suit, h := range t.height {
		k = k.plus(inColumnDown[h<<2|uint8(suit)])
	}
	return k
}

// fit sorts the tops of the runs of each kind, the highest to the run with the highest head, and
// reports whether each top fits its head. If any order fits, this one does.
func (e *exchange) fit(t *outline) bool {
	n := len(e.locks)
	for kind := code(0); kind < 2; kind++ {
		var columns [maxOutlined]int
		var tops [maxOutlined]uint8
		m := 0
		for i := range n {
			if t.top[i] == 0 || e.c.kindOf(t.head[i]) != kind {
				continue
			}
			a, b := m, m
			for ; a > 0 && t.head[columns[a-1]] < t.head[i]; a-- {
				columns[a] = columns[a-1]
			}
			for ; b > 0 && tops[b-1] < t.top[i]; b-- {
				tops[b] = tops[b-1]
			}
			columns[a], tops[b] = i, t.top[i]
			m++
		}
		for a := range m {
			if tops[a] > t.head[columns[a]]>>2 {
				return false
			}
			t.top[columns[a]] = tops[a]
		}
	}
	return true
}

// classOf returns the code that stands for the class of a card.
func (c *compiled) classOf(x code) code {
	if c.rules.Tableau.Build == rules.AnySuit {
		return x &^ 3
	}
	return x &^ 2 // the suits of one colour differ in this bit
}

// members returns the cards of a class.
func (c *compiled) members(class code) uint64 {
	if c.rules.Tableau.Build == rules.AnySuit {
		return 15 << class
	}
	return 5 << class
}

// kindOf returns the kind of the runs that a class is in, 0 or 1: a run has one class of each
// rank. Only ends of runs of one kind can be exchanged.
func (c *compiled) kindOf(class code) code {
	switch c.rules.Tableau.Build {
	case rules.AnySuit:
		return 0
	case rules.RedBlack:
		return (class ^ class>>2) & 1
	default:
		return class & 1
	}
}

// classIn returns the class of a rank in the runs of a kind.
func (c *compiled) classIn(kind code, rank uint8) code {
	if c.rules.Tableau.Build == rules.RedBlack {
		kind ^= rank & 1
	}
	return rank<<2 | kind
}
