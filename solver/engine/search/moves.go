package search

import (
	"math"
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Each generator appends the legal steps of one kind. They use what scan found. Of
// several spaces, and of several empty cells, only the first is filled: the others are
// equivalent, except for columns to which the stock will be dealt.

// columnsWith calls visit for each column whose top card is in a set.
func (s *state) columnsWith(set uint64, visit func(column uint8)) {
	for set &= s.tops; set != 0; set &= set - 1 {
		for i := s.where[bits.TrailingZeros64(set)]; i != none; i = s.next[i] {
			visit(i)
		}
	}
}

// spaces calls visit for the spaces worth trying. Beams try only the first, even if the stock will be
// dealt to the columns.
func (s *state) spaces(visit func(column uint8)) {
	if s.space < 0 {
		return
	}
	visit(uint8(s.space))
	if s.ordered && !s.c.techniques.Strata {
		for i := s.space + 1; i < len(s.length); i++ {
			if s.length[i] == 0 {
				visit(uint8(i))
			}
		}
	}
}

// targets calls visit for each column on which card x from this kind of place may be
// laid, spaces included.
func (s *state) targets(from uint8, x code, visit func(column uint8)) {
	if s.frozen(from) {
		return
	}
	s.columnsWith(s.c.onto[x], visit)
	if s.fillable(from) && s.c.spaceTakes&(1<<x) != 0 {
		s.spaces(visit)
	}
}

// fillable reports whether a card from this kind of place may fill a space, if its rank
// allows it.
func (s *state) fillable(from uint8) bool {
	return s.space >= 0 && (s.c.rules.Tableau.Spaces != rules.SpacesReserveThenWaste || from == atTalon)
}

// frozen reports whether nothing from this kind of place may move to the tableau,
// because a space waits for the waste.
func (s *state) frozen(from uint8) bool {
	return s.c.rules.Tableau.Freeze && s.space >= 0 && from != atTalon
}

// available calls visit for the cards of the reserve that can be played.
func (s *state) available(visit func(i uint8, x code)) {
	if s.c.rules.Reserve.Stacked {
		if s.piled > 0 {
			visit(uint8(s.piled-1), s.reserve[s.piled-1])
		}
		return
	}
	for i, x := range s.reserve {
		if x != 0 {
			visit(uint8(i), x)
		}
	}
}

// upMoves appends the moves from columns, cells and reserve to the foundations.
func (s *state) upMoves(steps []step) []step {
	next := s.nextUp()
	s.columnsWith(next, func(i uint8) {
		steps = append(steps, step{from: atColumn, i: i, to: atFoundation, j: s.foundationFor(s.top(int(i))), n: 1})
	})
	for i, x := range s.cells {
		if next&(1<<x) != 0 {
			steps = append(steps, step{from: atCell, i: uint8(i), to: atFoundation, j: s.foundationFor(x), n: 1})
		}
	}
	s.available(func(i uint8, x code) {
		if next&(1<<x) != 0 {
			steps = append(steps, step{from: atReserve, i: i, to: atFoundation, j: s.foundationFor(x), n: 1})
		}
	})
	return steps
}

func (s *state) talonUpMoves(steps []step) []step {
	next := s.nextUp()
	if next&s.talon.mask == 0 {
		return steps
	}
	s.talon.reach(s.c, func(pos int, flags uint8) {
		if x := s.talon.cards[pos]; next&(1<<x) != 0 {
			steps = append(steps, step{from: atTalon, to: atFoundation, j: s.foundationFor(x), n: 1, pos: uint8(pos), flags: flags})
		}
	})
	return steps
}

// runMoves appends the moves of complete runs to their foundations.
func (s *state) runMoves(steps []step) []step {
	for i := range s.length {
		if m, ok := s.completeRun(i); ok {
			steps = append(steps, m)
		}
	}
	return steps
}

// completeRun returns the step that sends a column's complete run up, if it has one.
func (s *state) completeRun(i int) (step, bool) {
	column := s.column(i)
	n := int(s.c.rules.MaxRank)
	if len(column)-int(s.down[i]) < n || column[len(column)-1]>>2 != 1 {
		return step{}, false
	}
	suit := column[len(column)-1] & 3
	for k := range n {
		if column[len(column)-1-k] != code(k+1)<<2|suit {
			return step{}, false
		}
	}
	f := suit * s.c.copies
	for s.height[f] > 0 {
		f++
	}
	return step{from: atColumn, i: uint8(i), to: atFoundation, j: f, n: uint8(n)}, true
}

// holeMoves appends the moves from columns, cells, reserve and talon into the hole.
func (s *state) holeMoves(steps []step) []step {
	next := s.c.neighbours[s.hole]
	s.columnsWith(next, func(i uint8) {
		steps = append(steps, step{from: atColumn, i: i, to: atHole, n: 1})
	})
	for i, x := range s.cells {
		if next&(1<<x) != 0 {
			steps = append(steps, step{from: atCell, i: uint8(i), to: atHole, n: 1})
		}
	}
	s.available(func(i uint8, x code) {
		if next&(1<<x) != 0 {
			steps = append(steps, step{from: atReserve, i: i, to: atHole, n: 1})
		}
	})
	if s.c.rules.Waste() && next&s.talon.mask != 0 {
		s.talon.reach(s.c, func(pos int, flags uint8) {
			if x := s.talon.cards[pos]; next&(1<<x) != 0 {
				steps = append(steps, step{from: atTalon, to: atHole, n: 1, pos: uint8(pos), flags: flags})
			}
		})
	}
	return steps
}

// stockToHole appends the move of the next stock card into the hole, whatever it is.
func (s *state) stockToHole(steps []step) []step {
	if len(s.talon.cards) == 0 {
		return steps
	}
	return append(steps, step{from: atTalon, to: atHole, n: 1, flags: unturned})
}

// dealMoves appends the deal of the next stock cards to the columns.
func (s *state) dealMoves(steps []step) []step {
	n := min(len(s.talon.cards), len(s.length))
	if n == 0 || s.space >= 0 && !s.c.rules.Stock.OntoSpaces {
		return steps
	}
	return append(steps, step{from: atStock, to: atColumn, n: uint8(n)})
}

// turnMoves appends the turn of the next stock cards, or of the waste.
func (s *state) turnMoves(steps []step) []step {
	t := &s.talon
	switch n := len(t.cards); {
	case t.waste < n:
		return append(steps, step{from: atStock, to: atTalon, pos: uint8(min(t.waste+s.c.draw, n))})
	case n > 0 && t.redeals != 0:
		return append(steps, step{from: atStock, to: atTalon, flags: redeals})
	}
	return steps
}

func (s *state) cellToColumn(steps []step) []step {
	for i, x := range s.cells {
		if x != 0 {
			s.targets(atCell, x, func(j uint8) {
				steps = append(steps, step{from: atCell, i: uint8(i), to: atColumn, j: j, n: 1})
			})
		}
	}
	return steps
}

func (s *state) reserveToColumn(steps []step) []step {
	s.available(func(i uint8, x code) {
		s.targets(atReserve, x, func(j uint8) {
			steps = append(steps, step{from: atReserve, i: i, to: atColumn, j: j, n: 1})
		})
	})
	return steps
}

func (s *state) talonToColumn(steps []step) []step {
	s.talon.reach(s.c, func(pos int, flags uint8) {
		s.targets(atTalon, s.talon.cards[pos], func(j uint8) {
			steps = append(steps, step{from: atTalon, to: atColumn, j: j, n: 1, pos: uint8(pos), flags: flags})
		})
	})
	return steps
}

// returnable calls visit for the foundations topped by one of a set. Of equal foundations
// of a suit only one is visited.
func (s *state) returnable(set uint64, visit func(foundation uint8, x code)) {
	for f, h := range s.height {
		f := uint8(f)
		if x := h<<2 | s.c.suitOf(f); h > 0 && set&(1<<x) != 0 && (f%s.c.copies == 0 || s.height[f-1] != h) {
			visit(f, x)
		}
	}
}

// worryable calls visit for the top cards of foundations that may be taken back. A card
// that would be sent up again at once stays (Blake & Gent, Corollary 2).
func (s *state) worryable(visit func(foundation uint8, x code)) {
	s.returnable(math.MaxUint64, func(f uint8, x code) {
		if !s.safe(x) {
			visit(f, x)
		}
	})
}

func (s *state) foundationToColumn(steps []step) []step {
	s.worryable(func(f uint8, x code) {
		s.targets(atFoundation, x, func(j uint8) {
			steps = append(steps, takenTo(f, j))
		})
	})
	return steps
}

func (s *state) foundationToCell(steps []step) []step {
	if s.freeCell >= 0 {
		s.worryable(func(f uint8, _ code) {
			steps = append(steps, step{from: atFoundation, i: f, to: atCell, j: uint8(s.freeCell), n: 1})
		})
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
	if s.freeCell >= 0 {
		s.available(func(i uint8, _ code) {
			steps = append(steps, step{from: atReserve, i: i, to: atCell, j: uint8(s.freeCell), n: 1})
		})
	}
	return steps
}

func (s *state) talonToCell(steps []step) []step {
	if s.freeCell >= 0 {
		s.talon.reach(s.c, func(pos int, flags uint8) {
			steps = append(steps, step{from: atTalon, to: atCell, j: uint8(s.freeCell), n: 1, pos: uint8(pos), flags: flags})
		})
	}
	return steps
}

// singleMoves appends the moves between columns in games without group moves.
func (s *state) singleMoves(steps []step) []step {
	if s.frozen(atColumn) {
		return steps
	}
	for i, n := range s.length {
		if n == 0 {
			continue
		}
		x := s.top(i)
		m := step{from: atColumn, i: uint8(i), to: atColumn, n: 1}
		move := func(j uint8) {
			m.j = j
			steps = append(steps, m)
		}
		s.columnsWith(s.c.onto[x], move)
		if s.intoSpace(n, 1) && s.c.spaceTakes&(1<<x) != 0 {
			s.spaces(move)
		}
	}
	return steps
}

// intoSpace reports whether the n top cards of a column of some length may go into a
// space, if their rank allows it. Moving a whole column to a space changes nothing,
// unless the columns can be told apart.
func (s *state) intoSpace(length uint8, n int) bool {
	return s.fillable(atColumn) && (int(length) > n || s.ordered && !s.c.techniques.Strata)
}

// groupMoves appends the moves between columns in games with group moves.
func (s *state) groupMoves(steps []step) []step {
	if s.frozen(atColumn) {
		return steps
	}
	fills := uint64(0) // cards that may head a group into a space
	if s.fillable(atColumn) {
		fills = s.c.spaceTakes
	}
	for i, length := range s.length {
		if length == 0 {
			continue
		}
		n := int(length)
		start := int(s.run[i*s.stride+n-1])
		least := n - 1 // first card of the shortest part that may move
		switch s.c.rules.Tableau.Groups {
		case rules.GroupsWholePile:
			if start > 0 {
				continue
			}
			least = start
		case rules.GroupsMaximal:
			least = start
		case rules.GroupsAny:
			start = int(s.down[i])
		}
		for first := start; first <= least; first++ {
			head := s.cards[i*s.stride+first]
			under := s.c.onto[head]
			if n-first > 1 {
				under = s.c.ontoGroup[head]
			}
			// Most parts fit nowhere.
			if under &= s.tops; under != 0 || fills&(1<<head) != 0 {
				steps = s.cut(steps, i, first, start, under)
			}
		}
	}
	return steps
}

// cut appends the moves of the part of column i that begins at first, which fits onto certain tops.
// The group of the column begins at start.
func (s *state) cut(steps []step, i, first, start int, under uint64) []step {
	n := int(s.length[i])
	head := s.cards[i*s.stride+first]
	m := step{from: atColumn, i: uint8(i), to: atColumn, n: uint8(n - first)}
	move := func(j uint8) {
		if j != m.i { // a loose group may fit the top of its own column
			m.j = j
			steps = append(steps, m)
		}
	}
	if s.intoSpace(uint8(n), n-first) && s.c.spaceTakes&(1<<head) != 0 {
		s.spaces(move)
	}
	if under == 0 {
		return steps
	}
	if s.c.partial && first > start {
		// Blake & Gent, Theorem 4, strong form.
		above := s.cards[i*s.stride+first-1]
		if s.nextUp()&(1<<above) == 0 {
			return steps
		}
		m.flags, m.pos = thenUp, s.foundationFor(above)
	}
	s.columnsWith(under, move)
	return steps
}
