package search

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// Relaxations are tried on a sample of states. They continue while they prove at least one in
// relaxMinYield of them dead.
const (
	relaxSample   = 1 << 10
	relaxMinYield = 50
	relaxPause    = 1 << 15 // states until the next sample
	roomSample    = 1 << 7  // for the relaxation that counts spaces
)

// compileRelaxations decides which relaxations the rules allow, and sets what they look up.
func (c *compiled) compileRelaxations() {
	r := &c.rules
	c.carpet = c.techniques.DeadEnds && c.oneCopy && r.Tableau.Count == 0 && r.Reserve.Size == 0 && !r.Hole.Present &&
		!r.Foundations.Removable && r.Waste() && r.Stock.Redeals == 0
	c.compileLoose()
	c.compileRoom()
	for upper := range c.onto {
		for set := c.onto[upper] | c.ontoGroup[upper]; set != 0; set &= set - 1 {
			c.guests[bits.TrailingZeros64(set)] |= 1 << upper
		}
	}
}

// relaxation counts how often a relaxation succeeds.
type relaxation struct {
	tried, dead int // in the present sample
	pause       int // states to skip
	failed      int // samples in a row in which it was not worth its time
}

// deadEnd reports whether a relaxation proves the state lost. It skips states where that has not
// been worth its time.
func (w *walker) deadEnd() bool {
	r := &w.relaxed
	switch {
	case w.state.c.rules.Tableau.Packets > 0:
		return false // a redeal of the columns uncovers cards that no relaxation expects
	case !w.state.c.carpet && !w.state.c.loose && !w.state.c.room:
		return false
	case r.pause > 0:
		r.pause--
		return false
	case w.state.c.room && w.state.c.copies == 2 && r.tried == roomSample:
		// It takes as long as twenty states, so it rests longer each time it fails.
		if r.failed++; r.dead*relaxMinYield < r.tried {
			r.pause = relaxPause << min(r.failed, 8)
		} else {
			r.failed = 0
		}
		r.tried, r.dead = 0, 0
	case r.tried == relaxSample:
		if r.dead*relaxMinYield < r.tried {
			r.pause = relaxPause
		}
		r.tried, r.dead = 0, 0
	}
	r.tried++
	if !w.state.hopeless() {
		return false
	}
	r.dead++
	return true
}

// hopeless reports whether the state is proven lost without search, by a relaxation in the spirit
// of Bjarnason, Tadepalli & Fern (2007), section 5, in which nothing that was once possible ever
// ceases to be. What is impossible even then is impossible.
func (s *state) hopeless() bool {
	return s.c.carpet && s.buried() || s.c.loose && s.stuck() || s.c.room && s.crowded()
}

// buried reports whether a position of a carpet (see compile) is lost because of the order of
// its waste. The relaxation lets every card of the stock be played at any time. Then nothing is
// left to choose: cards go up, and if none can, the top of the waste goes to a cell.
func (s *state) buried() bool {
	hand, cells := uint64(0), uint64(0) // cards that can be played; those in cells
	free := 0
	for _, x := range s.cells {
		if x == 0 {
			free++
		} else {
			cells |= 1 << x
		}
	}
	for _, x := range s.talon.cards[s.talon.waste:] {
		hand |= 1 << x
	}
	hand |= cells
	var height [card.Suits]uint8
	copy(height[:], s.height)
	for waste := s.talon.cards[:s.talon.waste]; len(waste) > 0; {
		for suit := range height {
			for x := (height[suit]+1)<<2 | uint8(suit); hand&(1<<x) != 0; x += 4 {
				height[suit]++
				free += int(cells >> x & 1)
			}
		}
		x := waste[len(waste)-1]
		waste = waste[:len(waste)-1]
		hand |= 1 << x
		if height[x&3]+1 == x>>2 {
			continue
		}
		if free == 0 {
			return true
		}
		free--
		cells |= 1 << x
	}
	return false
}
