package search

import (
	"math"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// holdings proves states of Forty Thieves and its like lost: games of two packs that are built in
// suit, card by card, with a waste that is not turned over.
//
// A holding is where each card lies, but not how the loose cards of columns are arranged (holding.go).
// Loose cards may be arranged anew at any time for nothing; only, there must be an arrangement in
// which nothing lies on the card that moves. Every move takes a card from one place for good. So the
// graph of holdings has no cycles, and a search in it, depth first, decides each holding when it
// leaves it. If no won one can be reached from that of a state, the state is lost.
// docs/engines/holdings.md has the proof.
type holdings struct {
	// Lifetime: one search.
	c       *compiled
	on      bool
	columns [][]code // as the search began
	talon   []code   // in the order of turning, as the search began
	deck    uint64
	full    int          // cards on the foundations of a won holding
	known   outlineTable // what is known of holdings
	states  int64        // holdings listed, and confines asked, as confineStates states each
	asked   bool         // the first search is done
	before  int64        // states when it was

	// Lifetime: the engine.
	limit int64 // holdingsLimit, but in tests
	stock int   // holdingsStock, but in tests
	plain int64 // holdingsPlain, but in tests

	// Lifetime: one search among holdings.
	path     []holdingFrame
	next     []holding // those to which a move leads, of all holdings on the path
	entered  int       // holdings entered
	confined bool      // confines says how far the stock may be turned
	hint     int       // how far it could be turned last
	confines confines
}

// holdingFrame is a holding on the path of a search.
type holdingFrame struct {
	key  key
	base int // those to which a move leads from it begin here
}

// The limits of the searches among holdings. The first one may take three quarters of what is left of
// a budget, as few other lost deals are decided; the others are for states with few cards in the
// stock, most of which need little.
const (
	holdingsFirst = 5_000_000 // states of the first one
	holdingsPlain = 3         // the part of these without confines: one of so many
	holdingsLimit = 2000      // states of the others
	holdingsRatio = 4         // states of the others for each state entered
	holdingsStock = 3         // cards in the stock
)

// HoldingsHandle reports whether a complete search under these rules has the dead ends of games like
// Forty Thieves.
func HoldingsHandle(r *rules.Rules) bool {
	return compile(r, r.Foundations.Base, Complete).holdingsHandle()
}

// holdingsHandle reports whether the relaxation is for games with these rules.
func (c *compiled) holdingsHandle() bool {
	r, t := &c.rules, &c.rules.Tableau
	return c.copies == 2 && c.singlesUp && !r.Foundations.Removable && !r.Hole.Present && r.Cells.Count == 0 &&
		r.Reserve.Size == 0 && r.Waste() && r.Stock.Count == 1 && r.Stock.Redeals == 0 &&
		t.Count > 0 && t.Count <= maxOutlined && t.Build == rules.SameSuit && t.Groups == rules.GroupsNo &&
		t.Spaces == rules.SpacesAny && t.Packets == 0 && !t.UpOrDown && !t.Freeze && !c.techniques.AutoFoundations
}

// begin prepares for a search from a position. It returns the part of words that it leaves to
// others. It is off where words are few, and if cards lie face down or a column is long.
func (e *holdings) begin(c *compiled, position *deal.Position, words []uint64) []uint64 {
	e.c, e.states, e.asked, e.before = c, 0, false, 0
	known := len(words) / 4 * 3
	if e.on = c.techniques.Exchange && c.holdingsHandle() && known >= outlineLeast; !e.on {
		return words
	}
	s := newState(c, position)
	for i, n := range s.length {
		if s.down[i] > 0 || n > 15 {
			e.on = false
			return words
		}
	}
	e.known = newOutlineTable(words[:known])
	e.full, e.talon, e.deck = s.full, s.talon.cards, 0
	e.columns = e.columns[:0]
	for i := range s.length {
		e.columns = append(e.columns, slices.Clone(s.column(i)))
	}
	for _, suit := range c.rules.SuitsInPlay() {
		for rank := code(1); rank <= code(c.rules.MaxRank); rank++ {
			e.deck |= 1 << (rank<<2 | code(suit))
		}
	}
	return words[known:]
}

// lost reports whether the relaxation proves a state of the search lost. entered is the number of
// states entered so far, most the number of states that may still be listed; math.MaxInt64 if states
// are not bounded.
func (e *holdings) lost(clock *solver.Clock, s *state, entered, most int64) bool {
	if !e.on || e.asked && len(s.talon.cards)-s.talon.waste > e.stock {
		return false
	}
	t := e.holdingOf(s)
	e.settle(&t)
	if !e.asked {
		lost := e.first(clock, &t, most)
		e.asked, e.before = true, e.states
		return lost
	}
	e.confined = false
	if e.states > e.before+holdingsRatio*entered {
		most = 0
	}
	return e.decide(clock, &t, min(most, e.limit)) == outlineLost
}

// first searches from the holding of the state from which the search begins. Some deals have few
// holdings, others few that are not confined. Where states are bounded, only their number says how
// long it may take, so that the answer does not depend on the clock.
func (e *holdings) first(clock *solver.Clock, t *holding, most int64) bool {
	plain, all := clock, clock
	if left, ends := clock.Left(); ends && most == math.MaxInt64 {
		plain, all = clock.Within(left/4*3/time.Duration(e.plain)), clock.Within(left/4*3)
	}
	most = min(most/4*3, holdingsFirst)
	e.confined = false
	status := e.decide(plain, t, most/e.plain)
	if status == outlineTried && all.StopReason() == solver.NoReason {
		e.confined, e.hint = true, len(e.talon)
		e.confines.forget()
		status = e.decide(all, t, most-most/e.plain)
	}
	return status == outlineLost
}

// decide searches from a settled holding until all that can be reached are known to be lost, or a won
// one is found. It gives up after most states, or if the clock ends; what it has decided by then stays
// known.
func (e *holdings) decide(clock *solver.Clock, t *holding, most int64) outlineStatus {
	k := t.key()
	switch status := e.known.get(k); {
	case status == outlineLost || status == outlineOpen:
		return status
	case t.up.size() == e.full:
		return outlineOpen
	}
	e.path, e.next = e.path[:0], e.next[:0]
	// What a holding takes at most, and how many are entered between two looks at the clock.
	dearest, seldom := int64(1), stopEvery
	if e.confined {
		dearest, seldom = 1+confineMost*confineStates, stopEvery/16
	}
	limit := e.states + most - dearest
	if e.states > limit {
		return outlineTried
	}
	e.enter(t, k)
	for len(e.path) > 0 {
		f := &e.path[len(e.path)-1]
		if f.base == len(e.next) {
			e.known.set(f.key, outlineLost)
			e.path = e.path[:len(e.path)-1]
			continue
		}
		next := e.next[len(e.next)-1]
		e.next = e.next[:len(e.next)-1]
		e.settle(&next)
		k := next.key()
		status := e.known.get(k)
		switch {
		case status == outlineLost:
		case status == outlineOpen || next.up.size() == e.full:
			for i := range e.path {
				e.known.set(e.path[i].key, outlineOpen)
			}
			return outlineOpen
		case e.states > limit || e.entered%seldom == 0 && clock.StopReason() != solver.NoReason:
			return outlineTried
		default:
			e.enter(&next, k)
		}
	}
	return outlineLost
}

// enter puts a holding on the path and lists those to which a move leads.
func (e *holdings) enter(t *holding, k key) {
	e.states++
	e.entered++
	e.path = append(e.path, holdingFrame{k, len(e.next)})
	e.list(t)
}

// mostTurned returns how many cards of the talon may be turned before another one is played, so that
// nothing shows that all is lost; less than have been turned if that is so already.
func (e *holdings) mostTurned(t *holding) int {
	all := len(e.talon)
	if !e.confined {
		return all
	}
	// If too many are turned, all is lost with more of them, too. So the least number with which it
	// is lies between one with which it is not, and one with which it is.
	open, lost := int(t.turned)-1, all+1
	ask := func(turned int) {
		e.states += confineStates
		if e.confines.lost(e, t, turned) {
			lost = turned
		} else {
			open = turned
		}
	}
	ask(max(int(t.turned), min(all, e.hint)))
	for step := 1; open < int(t.turned) && lost > int(t.turned); step *= 2 {
		ask(max(int(t.turned), lost-step))
	}
	for step := 1; lost > all && open < all; step *= 2 {
		ask(min(all, open+step))
	}
	for lost-open > 1 {
		ask((open + lost) / 2)
	}
	e.hint = open
	return open
}
