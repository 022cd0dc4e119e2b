package state

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// forcedFill returns the step that fills a space by force, if the rules force one without a
// choice. A choice among the cards of an open reserve, or among spaces that can be told
// apart, is left to fillMoves.
func (s *State) forcedFill() (Step, bool) {
	if s.Space < 0 {
		return Step{}, false
	}
	m := Step{To: AtColumn, J: uint8(s.Space), N: 1}
	switch s.C.Rules.Tableau.Spaces {
	case rules.SpacesReserveThenAny, rules.SpacesReserveThenWaste:
		if s.C.Rules.Reserve.Stacked && s.Piled > 0 && !s.Ordered {
			m.From, m.I = atReserve, uint8(s.Piled-1)
			return m, true
		}
	case rules.SpacesWasteThenStock:
		if t := &s.Talon; len(t.Cards) > 0 {
			m.From, m.Pos = AtTalon, uint8(max(0, t.Waste-1))
			if t.Waste == 0 {
				m.Flags = unturned
			}
			return m, true
		}
	}
	return Step{}, false
}

// MustChoose reports whether the rules demand that a space is filled from the reserve now.
// [State.Forced] makes that step if there is no choice.
func (s *State) MustChoose() bool {
	t := &s.C.Rules.Tableau
	return s.Space >= 0 && s.Piled > 0 &&
		(t.Spaces == rules.SpacesReserveThenAny || t.Spaces == rules.SpacesReserveThenWaste)
}

// fillMoves appends the moves that fill a space with a card of the reserve.
func (s *State) fillMoves(steps []Step) []Step {
	s.Available(func(i uint8, _ Code) {
		s.spaces(func(j uint8) {
			steps = append(steps, Step{From: atReserve, I: i, To: AtColumn, J: j, N: 1})
		})
	})
	return steps
}

// Generate appends the steps out of the state, except a forced filling of a space and the steps of
// [State.Turns].
func (s *State) Generate(steps []Step) []Step {
	if s.MustChoose() {
		return s.fillMoves(steps)
	}
	for _, kind := range s.C.generators {
		steps = kind(s, steps)
	}
	return steps
}

// EveryStep appends all steps out of the state. If the rules force the filling of a space without a
// choice, that is the only step.
func (s *State) EveryStep(steps []Step) []Step {
	if m, ok := s.forcedFill(); ok {
		return append(steps, m)
	}
	steps = s.Generate(steps)
	if s.C.Turners != nil && !s.MustChoose() {
		steps = s.Turns(steps)
	}
	return steps
}

// Turns appends the steps that turn or deal the stock, in a search with [Techniques.Strata].
func (s *State) Turns(steps []Step) []Step {
	for _, kind := range s.C.Turners {
		steps = kind(s, steps)
	}
	return steps
}

// Forced returns a step for which no alternative is tried, if there is one. The step fills a space
// by force, or sends up a safe card. With the streamliner AutoFoundations every card counts as
// safe.
func (s *State) Forced() (Step, bool) {
	if m, ok := s.forcedFill(); ok {
		return m, true
	}
	if s.MustChoose() {
		return Step{}, false
	}
	return s.forcedUp()
}

// forcedUp returns a forced step that sends a card up, if there is one.
func (s *State) forcedUp() (Step, bool) {
	if s.C.safety == safeNever {
		return Step{}, false
	}
	if s.C.Rules.Foundations.CompleteOnly {
		for i := range s.Length {
			if m, ok := s.completeRun(i); ok {
				return m, true
			}
		}
		return Step{}, false
	}
	next := s.NextUp()
	for set := s.Tops & next; set != 0; set &= set - 1 {
		x := Code(bits.TrailingZeros64(set))
		if i := s.where[x]; s.Safe(x) && !s.fillsBadly(i) {
			return Step{From: AtColumn, I: i, To: AtFoundation, J: s.foundationFor(x), N: 1}, true
		}
	}
	for i, x := range s.Cells {
		if next&(1<<x) != 0 && s.Safe(x) {
			return Step{From: AtCell, I: uint8(i), To: AtFoundation, J: s.foundationFor(x), N: 1}, true
		}
	}
	var m Step
	found := false
	if s.C.Rules.Tableau.Freeze && !s.C.Techniques.AutoFoundations {
		return m, false // an empty reserve can't fill spaces, and a space stops other moves
	}
	s.Available(func(i uint8, x Code) {
		if !found && next&(1<<x) != 0 && s.Safe(x) {
			m, found = Step{From: atReserve, I: i, To: AtFoundation, J: s.foundationFor(x), N: 1}, true
		}
	})
	if !found && s.C.freeStock && s.Talon.Mask&next != 0 {
		s.Talon.Reach(s.C, func(pos int, flags uint8) {
			if x := s.Talon.Cards[pos]; !found && next&(1<<x) != 0 && s.Safe(x) {
				m = Step{From: AtTalon, To: AtFoundation, J: s.foundationFor(x), N: 1, Pos: uint8(pos), Flags: flags}
				found = true
			}
		})
	}
	if !found && s.C.wasteGoesUp && s.Talon.Mask&next != 0 {
		return s.wasteUp(next)
	}
	return m, found
}

// wasteUp returns a forced step that sends up the top of the waste or, if one card is turned at a
// time, the next card of the stock: either leaves the other cards in their order.
func (s *State) wasteUp(next uint64) (Step, bool) {
	t := &s.Talon
	first, last := t.Waste-1, t.Waste-1
	if s.C.Draw == 1 && !s.C.Turning {
		last = min(last+1, len(t.Cards)-1)
	}
	for pos := max(0, first); pos <= last; pos++ {
		if x := t.Cards[pos]; next&(1<<x) != 0 && s.Safe(x) {
			return Step{From: AtTalon, To: AtFoundation, J: s.foundationFor(x), N: 1, Pos: uint8(pos)}, true
		}
	}
	return Step{}, false
}
