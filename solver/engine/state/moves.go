package state

import (
	"math"
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Each generator appends the legal steps of one kind. They use what Scan found. Of
// several spaces, and of several empty cells, only the first is filled: the others are
// equivalent, except for columns to which the stock will be dealt.

// columnsWith calls visit for each column whose top card is in a set.
func (s *State) columnsWith(set uint64, visit func(column uint8)) {
	for set &= s.Tops; set != 0; set &= set - 1 {
		for i := s.where[bits.TrailingZeros64(set)]; i != none; i = s.next[i] {
			visit(i)
		}
	}
}

// spaces calls visit for the spaces worth trying. Beams try only the first, even if the stock will be
// dealt to the columns.
func (s *State) spaces(visit func(column uint8)) {
	if s.Space < 0 {
		return
	}
	visit(uint8(s.Space))
	if s.Ordered && !s.C.Techniques.Strata {
		for i := s.Space + 1; i < len(s.Length); i++ {
			if s.Length[i] == 0 {
				visit(uint8(i))
			}
		}
	}
}

// OnlyTarget restricts moves in the tableau to moves onto this column, until the next Scan.
func (s *State) OnlyTarget(column uint8) {
	x := s.Top(int(column))
	s.Tops, s.where[x], s.next[column], s.Space = 1<<x, column, none, -1
}

// Targets calls visit for each column, spaces included, on which card x may be laid. from is the
// kind of place from which x comes.
func (s *State) Targets(from uint8, x Code, visit func(column uint8)) {
	if s.frozen(from) {
		return
	}
	s.columnsWith(s.C.Onto[x], visit)
	if s.fillable(from) && s.C.SpaceTakes&(1<<x) != 0 {
		s.spaces(visit)
	}
}

// fillable reports whether a card that comes from this kind of place may fill a space, if its rank
// allows it.
func (s *State) fillable(from uint8) bool {
	return s.Space >= 0 && (s.C.Rules.Tableau.Spaces != rules.SpacesReserveThenWaste || from == AtTalon)
}

// frozen reports whether nothing from this kind of place may move to the tableau,
// because a space waits for the waste.
func (s *State) frozen(from uint8) bool {
	return s.C.Rules.Tableau.Freeze && s.Space >= 0 && from != AtTalon
}

// Available calls visit for each card of the reserve that can be played.
func (s *State) Available(visit func(i uint8, x Code)) {
	if s.C.Rules.Reserve.Stacked {
		if s.Piled > 0 {
			visit(uint8(s.Piled-1), s.Reserve[s.Piled-1])
		}
		return
	}
	for i, x := range s.Reserve {
		if x != 0 {
			visit(uint8(i), x)
		}
	}
}

// upMoves appends the moves from columns, cells and reserve to the foundations.
func (s *State) upMoves(steps []Step) []Step {
	next := s.NextUp()
	s.columnsWith(next, func(i uint8) {
		steps = append(steps, Step{From: AtColumn, I: i, To: AtFoundation, J: s.foundationFor(s.Top(int(i))), N: 1})
	})
	for i, x := range s.Cells {
		if next&(1<<x) != 0 {
			steps = append(steps, Step{From: AtCell, I: uint8(i), To: AtFoundation, J: s.foundationFor(x), N: 1})
		}
	}
	s.Available(func(i uint8, x Code) {
		if next&(1<<x) != 0 {
			steps = append(steps, Step{From: atReserve, I: i, To: AtFoundation, J: s.foundationFor(x), N: 1})
		}
	})
	return steps
}

func (s *State) talonUpMoves(steps []Step) []Step {
	next := s.NextUp()
	if next&s.Talon.Mask == 0 {
		return steps
	}
	s.Talon.Reach(s.C, func(pos int, flags uint8) {
		if x := s.Talon.Cards[pos]; next&(1<<x) != 0 {
			m := Step{From: AtTalon, To: AtFoundation, J: s.foundationFor(x), N: 1, Pos: uint8(pos), Flags: flags}
			steps = append(steps, m)
		}
	})
	return steps
}

// runMoves appends the moves of complete runs to their foundations.
func (s *State) runMoves(steps []Step) []Step {
	for i := range s.Length {
		if m, ok := s.completeRun(i); ok {
			steps = append(steps, m)
		}
	}
	return steps
}

// completeRun returns the step that sends a column's complete run up, if it has one.
func (s *State) completeRun(i int) (Step, bool) {
	column := s.Column(i)
	n := int(s.C.Rules.MaxRank)
	if len(column)-int(s.Down[i]) < n || column[len(column)-1]>>2 != 1 {
		return Step{}, false
	}
	suit := column[len(column)-1] & 3
	for k := range n {
		if column[len(column)-1-k] != Code(k+1)<<2|suit {
			return Step{}, false
		}
	}
	f := suit * s.C.Copies
	for s.Height[f] > 0 {
		f++
	}
	return Step{From: AtColumn, I: uint8(i), To: AtFoundation, J: f, N: uint8(n)}, true
}

// holeMoves appends the moves from columns, cells, reserve and talon into the hole.
func (s *State) holeMoves(steps []Step) []Step {
	next := s.C.neighbours[s.hole]
	s.columnsWith(next, func(i uint8) {
		steps = append(steps, Step{From: AtColumn, I: i, To: atHole, N: 1})
	})
	for i, x := range s.Cells {
		if next&(1<<x) != 0 {
			steps = append(steps, Step{From: AtCell, I: uint8(i), To: atHole, N: 1})
		}
	}
	s.Available(func(i uint8, x Code) {
		if next&(1<<x) != 0 {
			steps = append(steps, Step{From: atReserve, I: i, To: atHole, N: 1})
		}
	})
	if s.C.Rules.Waste() && next&s.Talon.Mask != 0 {
		s.Talon.Reach(s.C, func(pos int, flags uint8) {
			if x := s.Talon.Cards[pos]; next&(1<<x) != 0 {
				steps = append(steps, Step{From: AtTalon, To: atHole, N: 1, Pos: uint8(pos), Flags: flags})
			}
		})
	}
	return steps
}

// stockToHole appends the move of the next stock card into the hole, whatever it is.
func (s *State) stockToHole(steps []Step) []Step {
	if len(s.Talon.Cards) == 0 {
		return steps
	}
	return append(steps, Step{From: AtTalon, To: atHole, N: 1, Flags: unturned})
}

// dealMoves appends the deal of the next stock cards to the columns.
func (s *State) dealMoves(steps []Step) []Step {
	n := min(len(s.Talon.Cards), len(s.Length))
	if n == 0 || s.Space >= 0 && !s.C.Rules.Stock.OntoSpaces {
		return steps
	}
	return append(steps, Step{From: AtStock, To: AtColumn, N: uint8(n)})
}

// turnMoves appends the turn of the next stock cards, or of the waste.
func (s *State) turnMoves(steps []Step) []Step {
	t := &s.Talon
	switch n := len(t.Cards); {
	case t.Waste < n:
		return append(steps, Step{From: AtStock, To: AtTalon, Pos: uint8(min(t.Waste+s.C.Draw, n))})
	case n > 0 && t.Redeals != 0:
		return append(steps, Step{From: AtStock, To: AtTalon, Flags: redeals})
	}
	return steps
}

func (s *State) cellToColumn(steps []Step) []Step {
	for i, x := range s.Cells {
		if x != 0 {
			s.Targets(AtCell, x, func(j uint8) {
				steps = append(steps, Step{From: AtCell, I: uint8(i), To: AtColumn, J: j, N: 1})
			})
		}
	}
	return steps
}

func (s *State) reserveToColumn(steps []Step) []Step {
	s.Available(func(i uint8, x Code) {
		s.Targets(atReserve, x, func(j uint8) {
			steps = append(steps, Step{From: atReserve, I: i, To: AtColumn, J: j, N: 1})
		})
	})
	return steps
}

func (s *State) talonToColumn(steps []Step) []Step {
	s.Talon.Reach(s.C, func(pos int, flags uint8) {
		s.Targets(AtTalon, s.Talon.Cards[pos], func(j uint8) {
			steps = append(steps, Step{From: AtTalon, To: AtColumn, J: j, N: 1, Pos: uint8(pos), Flags: flags})
		})
	})
	return steps
}

// Returnable calls visit for each foundation whose top card is in set. Of foundations of a suit
// with equal heights it visits only one.
func (s *State) Returnable(set uint64, visit func(foundation uint8, x Code)) {
	for f, h := range s.Height {
		f := uint8(f)
		if x := h<<2 | s.C.SuitOf(f); h > 0 && set&(1<<x) != 0 && (f%s.C.Copies == 0 || s.Height[f-1] != h) {
			visit(f, x)
		}
	}
}

// worryable calls visit for the top cards of foundations that may be taken back. A card
// that would be sent up again at once stays (Blake & Gent, Corollary 2).
func (s *State) worryable(visit func(foundation uint8, x Code)) {
	s.Returnable(math.MaxUint64, func(f uint8, x Code) {
		if !s.Safe(x) {
			visit(f, x)
		}
	})
}

// TakenTo returns the step that takes the top card of a foundation back onto column j.
func TakenTo(foundation, j uint8) Step {
	return Step{From: AtFoundation, I: foundation, To: AtColumn, J: j, N: 1}
}

func (s *State) foundationToColumn(steps []Step) []Step {
	s.worryable(func(f uint8, x Code) {
		s.Targets(AtFoundation, x, func(j uint8) {
			steps = append(steps, TakenTo(f, j))
		})
	})
	return steps
}

func (s *State) foundationToCell(steps []Step) []Step {
	if s.freeCell >= 0 {
		s.worryable(func(f uint8, _ Code) {
			steps = append(steps, Step{From: AtFoundation, I: f, To: AtCell, J: uint8(s.freeCell), N: 1})
		})
	}
	return steps
}

func (s *State) columnToCell(steps []Step) []Step {
	if s.freeCell < 0 {
		return steps
	}
	for i, n := range s.Length {
		if n > 0 {
			steps = append(steps, Step{From: AtColumn, I: uint8(i), To: AtCell, J: uint8(s.freeCell), N: 1})
		}
	}
	return steps
}

func (s *State) reserveToCell(steps []Step) []Step {
	if s.freeCell >= 0 {
		s.Available(func(i uint8, _ Code) {
			steps = append(steps, Step{From: atReserve, I: i, To: AtCell, J: uint8(s.freeCell), N: 1})
		})
	}
	return steps
}

func (s *State) talonToCell(steps []Step) []Step {
	if s.freeCell >= 0 {
		s.Talon.Reach(s.C, func(pos int, flags uint8) {
			steps = append(steps, Step{From: AtTalon, To: AtCell, J: uint8(s.freeCell), N: 1, Pos: uint8(pos), Flags: flags})
		})
	}
	return steps
}

// singleMoves appends the moves between columns in games without group moves.
func (s *State) singleMoves(steps []Step) []Step {
	if s.frozen(AtColumn) {
		return steps
	}
	for i, n := range s.Length {
		if n == 0 {
			continue
		}
		x := s.Top(i)
		m := Step{From: AtColumn, I: uint8(i), To: AtColumn, N: 1}
		move := func(j uint8) {
			m.J = j
			steps = append(steps, m)
		}
		s.columnsWith(s.C.Onto[x], move)
		if s.intoSpace(n, 1) && s.C.SpaceTakes&(1<<x) != 0 {
			s.spaces(move)
		}
	}
	return steps
}

// intoSpace reports whether the n top cards of a column of some length may go into a
// space, if their rank allows it. Moving a whole column to a space changes nothing,
// unless the columns can be told apart.
func (s *State) intoSpace(length uint8, n int) bool {
	return s.fillable(AtColumn) && (int(length) > n || s.Ordered && !s.C.Techniques.Strata)
}

// groupMoves appends the moves between columns in games with group moves.
func (s *State) groupMoves(steps []Step) []Step {
	if s.frozen(AtColumn) {
		return steps
	}
	fills := uint64(0) // cards that may head a group into a space
	if s.fillable(AtColumn) {
		fills = s.C.SpaceTakes
	}
	for i, length := range s.Length {
		if length == 0 {
			continue
		}
		n := int(length)
		start := int(s.Run[i*s.Stride+n-1])
		least := n - 1 // first card of the shortest part that may move
		switch s.C.Rules.Tableau.Groups {
		case rules.GroupsWholePile:
			if start > 0 {
				continue
			}
			least = start
		case rules.GroupsMaximal:
			least = start
		case rules.GroupsAny:
			start = int(s.Down[i])
		}
		for first := start; first <= least; first++ {
			head := s.Cards[i*s.Stride+first]
			under := s.C.Onto[head]
			if n-first > 1 {
				under = s.C.OntoGroup[head]
			}
			// Most parts fit nowhere.
			if under &= s.Tops; under != 0 || fills&(1<<head) != 0 {
				steps = s.cut(steps, i, first, start, under)
			}
		}
	}
	return steps
}

// cut appends the moves of the part of column i that begins at first, which fits onto certain tops.
// The group of the column begins at start.
func (s *State) cut(steps []Step, i, first, start int, under uint64) []Step {
	n := int(s.Length[i])
	head := s.Cards[i*s.Stride+first]
	m := Step{From: AtColumn, I: uint8(i), To: AtColumn, N: uint8(n - first)}
	move := func(j uint8) {
		if j != m.I { // a loose group may fit the top of its own column
			m.J = j
			steps = append(steps, m)
		}
	}
	if s.intoSpace(uint8(n), n-first) && s.C.SpaceTakes&(1<<head) != 0 {
		s.spaces(move)
	}
	if under == 0 {
		return steps
	}
	if s.C.Partial && first > start {
		// Blake & Gent, Theorem 4, strong form.
		above := s.Cards[i*s.Stride+first-1]
		if s.NextUp()&(1<<above) == 0 {
			return steps
		}
		m.Flags, m.Pos = ThenUp, s.foundationFor(above)
	}
	s.columnsWith(under, move)
	return steps
}
