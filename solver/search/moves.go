package search

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// The generators: each appends the legal steps of one kind. They rely on
// lookAround. Of several spaces, and of several empty cells, only the first is
// ever filled: the others are the same.

// each calls visit for every code of a set.
func each(set uint64, visit func(x code)) {
	for ; set != 0; set &= set - 1 {
		visit(code(bits.TrailingZeros64(set)))
	}
}

// targets calls visit for each column on which x may be built, and for the first
// space if x may fill it.
func (s *state) targets(x code, visit func(column uint8)) {
	each(s.c.onto[x]&s.tops, func(under code) { visit(s.where[under]) })
	if s.space >= 0 && s.c.spaceTakes&(1<<x) != 0 {
		visit(uint8(s.space))
	}
}

// upMoves are the moves of columns, cells and reserve to the foundations.
func (s *state) upMoves(steps []step) []step {
	next := s.next()
	each(s.tops&next, func(x code) {
		steps = append(steps, step{from: atColumn, i: s.where[x], to: atFoundation, j: x & 3, n: 1})
	})
	for i, x := range s.cells {
		if next&(1<<x) != 0 {
			steps = append(steps, step{from: atCell, i: uint8(i), to: atFoundation, j: x & 3, n: 1})
		}
	}
	for i, x := range s.reserve {
		if next&(1<<x) != 0 {
			steps = append(steps, step{from: atReserve, i: uint8(i), to: atFoundation, j: x & 3, n: 1})
		}
	}
	return steps
}

func (s *state) talonUpMoves(steps []step) []step {
	next := s.next()
	if next&s.talon.mask == 0 {
		return steps
	}
	s.talon.reach(s.c, func(pos int, flags uint8) {
		if x := s.talon.cards[pos]; next&(1<<x) != 0 {
			steps = append(steps, step{from: atTalon, to: atFoundation, j: x & 3, n: 1, pos: uint8(pos), flags: flags})
		}
	})
	return steps
}

func (s *state) cellToColumn(steps []step) []step {
	for i, x := range s.cells {
		if x != 0 {
			s.targets(x, func(j uint8) {
				steps = append(steps, step{from: atCell, i: uint8(i), to: atColumn, j: j, n: 1})
			})
		}
	}
	return steps
}

func (s *state) reserveToColumn(steps []step) []step {
	for i, x := range s.reserve {
		if x != 0 {
			s.targets(x, func(j uint8) {
				steps = append(steps, step{from: atReserve, i: uint8(i), to: atColumn, j: j, n: 1})
			})
		}
	}
	return steps
}

func (s *state) talonToColumn(steps []step) []step {
	s.talon.reach(s.c, func(pos int, flags uint8) {
		s.targets(s.talon.cards[pos], func(j uint8) {
			steps = append(steps, step{from: atTalon, to: atColumn, j: j, n: 1, pos: uint8(pos), flags: flags})
		})
	})
	return steps
}

// foundationToColumn is worrying back. A card that would be sent up again at once
// stays where it is (Blake & Gent, Corollary 2).
func (s *state) foundationToColumn(steps []step) []step {
	for suit, h := range s.height {
		if x := h<<2 | code(suit); h > 0 && !s.safe(x) {
			s.targets(x, func(j uint8) {
				steps = append(steps, step{from: atFoundation, i: uint8(suit), to: atColumn, j: j, n: 1})
			})
		}
	}
	return steps
}

func (s *state) foundationToCell(steps []step) []step {
	if s.freeCell < 0 {
		return steps
	}
	for suit, h := range s.height {
		if x := h<<2 | code(suit); h > 0 && !s.safe(x) {
			steps = append(steps, step{from: atFoundation, i: uint8(suit), to: atCell, j: uint8(s.freeCell), n: 1})
		}
	}
	return steps
}

func (s *state) columnToCell(steps []step) []step {
	if s.freeCell < 0 {
		return steps
	}
	for i, n := range s.length {
		if n > 0 {
			steps = append(steps, step{from: atColumn, i: uint8(i), to: atCell, j: uint8(s.freeCell), n: 1})
		}
	}
	return steps
}

func (s *state) reserveToCell(steps []step) []step {
	if s.freeCell < 0 {
		return steps
	}
	for i, x := range s.reserve {
		if x != 0 {
			steps = append(steps, step{from: atReserve, i: uint8(i), to: atCell, j: uint8(s.freeCell), n: 1})
		}
	}
	return steps
}

func (s *state) talonToCell(steps []step) []step {
	if s.freeCell < 0 {
		return steps
	}
	s.talon.reach(s.c, func(pos int, flags uint8) {
		steps = append(steps, step{from: atTalon, to: atCell, j: uint8(s.freeCell), n: 1, pos: uint8(pos), flags: flags})
	})
	return steps
}

// singleMoves are the moves between columns in games without group moves.
func (s *state) singleMoves(steps []step) []step {
	for i, n := range s.length {
		if n == 0 {
			continue
		}
		x := s.top(i)
		each(s.c.onto[x]&s.tops, func(under code) {
			steps = append(steps, step{from: atColumn, i: uint8(i), to: atColumn, j: s.where[under], n: 1})
		})
		if n > 1 && s.space >= 0 && s.c.spaceTakes&(1<<x) != 0 {
			steps = append(steps, step{from: atColumn, i: uint8(i), to: atColumn, j: uint8(s.space), n: 1})
		}
	}
	return steps
}

// groupMoves are the moves between columns in games with group moves. Moving a
// whole column into a space changes nothing and is left out.
func (s *state) groupMoves(steps []step) []step {
	for i, length := range s.length {
		if length == 0 {
			continue
		}
		n := int(length)
		start := int(s.run[i*s.stride+n-1])
		least := n - 1 // the first card of the shortest part that may move
		switch s.c.rules.Tableau.Groups {
		case rules.GroupsWholePile:
			if start > 0 {
				continue
			}
			least = start
		case rules.GroupsMaximal:
			least = start
		}
		for first := start; first <= least; first++ {
			steps = s.cut(steps, i, first, n, start)
		}
	}
	return steps
}

// cut appends the moves of the part of column i that begins at first. The column
// has n cards, and its group begins at start.
func (s *state) cut(steps []step, i, first, n, start int) []step {
	head := s.cards[i*s.stride+first]
	m := step{from: atColumn, i: uint8(i), to: atColumn, n: uint8(n - first)}
	if first > 0 && s.space >= 0 && s.c.spaceTakes&(1<<head) != 0 {
		m.j = uint8(s.space)
		steps = append(steps, m)
	}
	under := s.c.onto[head]
	if n-first > 1 {
		under = s.c.ontoGroup[head]
	}
	if under &= s.tops; under == 0 {
		return steps
	}
	if s.c.partial && first > start {
		// Blake & Gent, Theorem 4, in its strong form.
		if above := s.cards[i*s.stride+first-1]; s.next()&(1<<above) == 0 {
			return steps
		}
		m.flags = thenUp
	}
	each(under, func(x code) {
		m.j = s.where[x]
		steps = append(steps, m)
	})
	return steps
}

// sentUp gives a step that sends a card up without asking for alternatives, if
// there is one: a dominance, or the streamliner that sends up whatever can go.
func (s *state) sentUp() (step, bool) {
	next := s.next()
	for set := s.tops & next; set != 0; set &= set - 1 {
		if x := code(bits.TrailingZeros64(set)); s.safe(x) {
			return step{from: atColumn, i: s.where[x], to: atFoundation, j: x & 3, n: 1}, true
		}
	}
	for i, x := range s.cells {
		if next&(1<<x) != 0 && s.safe(x) {
			return step{from: atCell, i: uint8(i), to: atFoundation, j: x & 3, n: 1}, true
		}
	}
	for i, x := range s.reserve {
		if next&(1<<x) != 0 && s.safe(x) {
			return step{from: atReserve, i: uint8(i), to: atFoundation, j: x & 3, n: 1}, true
		}
	}
	if s.c.openStock {
		if set := s.talon.mask & next; set != 0 {
			return s.talonSentUp(set)
		}
	}
	return step{}, false
}

// talonSentUp is sentUp for a talon whose every card is at hand.
func (s *state) talonSentUp(set uint64) (m step, found bool) {
	s.talon.reach(s.c, func(pos int, flags uint8) {
		if x := s.talon.cards[pos]; !found && set&(1<<x) != 0 && s.safe(x) {
			m = step{from: atTalon, to: atFoundation, j: x & 3, n: 1, pos: uint8(pos), flags: flags}
			found = true
		}
	})
	return m, found
}
