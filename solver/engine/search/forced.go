package search

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// fill returns the step that fills a space by force, if the rules force one without a
// choice. A choice among the cards of an open reserve, or among spaces that can be told
// apart, is left to fillMoves.
func (s *state) fill() (step, bool) {
	if s.space < 0 {
		return step{}, false
	}
	m := step{to: atColumn, j: uint8(s.space), n: 1}
	switch s.c.rules.Tableau.Spaces {
	case rules.SpacesReserveThenAny, rules.SpacesReserveThenWaste:
		if s.c.rules.Reserve.Stacked && s.piled > 0 && !s.ordered {
			m.from, m.i = atReserve, uint8(s.piled-1)
			return m, true
		}
	case rules.SpacesWasteThenStock:
		if t := &s.talon; len(t.cards) > 0 {
			m.from, m.pos = atTalon, uint8(max(0, t.waste-1))
			if t.waste == 0 {
				m.flags = unturned
			}
			return m, true
		}
	}
	return step{}, false
}

// mustChoose reports whether a space must be filled from the reserve, with a choice.
func (s *state) mustChoose() bool {
	t := &s.c.rules.Tableau
	return s.space >= 0 && s.piled > 0 &&
		(t.Spaces == rules.SpacesReserveThenAny || t.Spaces == rules.SpacesReserveThenWaste)
}

// fillMoves appends the moves that fill a space with a card of the reserve.
func (s *state) fillMoves(steps []step) []step {
	s.available(func(i uint8, _ code) {
		s.spaces(func(j uint8) {
			steps = append(steps, step{from: atReserve, i: i, to: atColumn, j: j, n: 1})
		})
	})
	return steps
}

// generate appends all steps out of the state.
func (s *state) generate(steps []step) []step {
	if s.mustChoose() {
		return s.fillMoves(steps)
	}
	for _, kind := range s.c.generators {
		steps = kind(s, steps)
	}
	return steps
}

// everyStep appends all steps out of the state, including a forced filling of a space.
func (s *state) everyStep(steps []step) []step {
	if m, ok := s.fill(); ok {
		return append(steps, m)
	}
	steps = s.generate(steps)
	if s.c.turners != nil && !s.mustChoose() {
		steps = s.turns(steps)
	}
	return steps
}

// turns appends the steps that turn or deal the stock, in a search by strata.
func (s *state) turns(steps []step) []step {
	for _, kind := range s.c.turners {
		steps = kind(s, steps)
	}
	return steps
}

// forced returns a forced step, for which no alternative is tried, if there is one: the
// filling of a space, a dominance, or the streamliner that sends up every card.
func (s *state) forced() (step, bool) {
	if m, ok := s.fill(); ok {
		return m, true
	}
	if s.mustChoose() {
		return step{}, false
	}
	return s.sentUp()
}

// sentUp returns a forced step that sends a card up, if there is one.
func (s *state) sentUp() (step, bool) {
	if s.c.safety == safeNever {
		return step{}, false
	}
	if s.c.rules.Foundations.CompleteOnly {
		for i := range s.length {
			if m, ok := s.completeRun(i); ok {
				return m, true
			}
		}
		return step{}, false
	}
	next := s.nextUp()
	for set := s.tops & next; set != 0; set &= set - 1 {
		x := code(bits.TrailingZeros64(set))
		if i := s.where[x]; s.safe(x) && !s.fillsBadly(i) {
			return step{from: atColumn, i: i, to: atFoundation, j: s.foundationFor(x), n: 1}, true
		}
	}
	for i, x := range s.cells {
		if next&(1<<x) != 0 && s.safe(x) {
			return step{from: atCell, i: uint8(i), to: atFoundation, j: s.foundationFor(x), n: 1}, true
		}
	}
	var m step
	found := false
	if s.c.rules.Tableau.Freeze && !s.c.techniques.AutoFoundations {
		return m, false // a space that the reserve can't fill any more stops other moves
	}
	s.available(func(i uint8, x code) {
		if !found && next&(1<<x) != 0 && s.safe(x) {
			m, found = step{from: atReserve, i: i, to: atFoundation, j: s.foundationFor(x), n: 1}, true
		}
	})
	if !found && s.c.freeStock && s.talon.mask&next != 0 {
		s.talon.reach(s.c, func(pos int, flags uint8) {
			if x := s.talon.cards[pos]; !found && next&(1<<x) != 0 && s.safe(x) {
				m = step{from: atTalon, to: atFoundation, j: s.foundationFor(x), n: 1, pos: uint8(pos), flags: flags}
				found = true
			}
		})
	}
	if !found && s.c.wasteUp && s.talon.mask&next != 0 {
		return s.wasteUp(next)
	}
	return m, found
}

// wasteUp returns a forced step that sends up the top of the waste or, if one card is turned at a
// time, the next card of the stock: either leaves the other cards in their order.
func (s *state) wasteUp(next uint64) (step, bool) {
	t := &s.talon
	first, last := t.waste-1, t.waste-1
	if s.c.draw == 1 && !s.c.turning {
		last = min(last+1, len(t.cards)-1)
	}
	for pos := max(0, first); pos <= last; pos++ {
		if x := t.cards[pos]; next&(1<<x) != 0 && s.safe(x) {
			return step{from: atTalon, to: atFoundation, j: s.foundationFor(x), n: 1, pos: uint8(pos)}, true
		}
	}
	return step{}, false
}
