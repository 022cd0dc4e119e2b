package analysis

import (
	"cmp"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// merge keeps the first of several moves that differ only by interchangeable targets, and gives it
// the targets of the others.
func (s *positionStudy) merge(moves []Move) []Move {
	kept := moves[:0]
	first := map[game.Place]int{} // index in kept of the first move from a place to a cell, space or foundation
	for _, m := range moves {
		if !s.replaceable(&m.Move) {
			kept = append(kept, m)
			continue
		}
		key := game.Place{Pile: m.From.Pile, N: m.From.N, M: m.From.M<<16 | len(m.Cards)<<8 | int(m.To.Pile)}
		if i, found := first[key]; found {
			kept[i].Also = append(kept[i].Also, m.To)
			continue
		}
		first[key] = len(kept)
		kept = append(kept, m)
	}
	for i := range kept {
		slices.SortFunc(kept[i].Also, func(a, b game.Place) int { return cmp.Or(a.N-b.N, a.M-b.M) })
	}
	return kept
}

// replaceable reports whether the target of a move is a place that any other free place of its kind
// can replace: an empty cell, a space of columns that nothing tells apart, or one of several foundations. All
// foundations to which a card can go are of its suit and equally high.
func (s *positionStudy) replaceable(m *game.Move) bool {
	if m.Action != game.Shift {
		return false
	}
	switch m.To.Pile {
	case game.Cell, game.Foundation:
		return true
	case game.Tableau:
		at := s.table.Table()
		return len(at.Tableau[m.To.N-1].Cards) == 0 && !at.ColumnsOrdered(s.rules)
	}
	return false
}

// idle returns 1 for a move of a whole column into a space, which changes nothing, else 0.
func (s *positionStudy) idle(m *game.Move) int {
	if s.replaceable(m) && m.From.Pile == game.Tableau && m.To.Pile == game.Tableau && len(m.Cards) == len(s.table.Table().Tableau[m.From.N-1].Cards) {
		return 1
	}
	return 0
}
