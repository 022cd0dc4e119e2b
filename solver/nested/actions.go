package nested

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/simulate"
)

// action is a move of K+, or two that are made together.
type action struct {
	first, second simulate.Move
	pair          bool
	order         order
	worth         int32 // of the table that it leads to
}

// order is the place of an action in the order in which they are tried (section 4.4).
type order uint8

// The order of actions. A pair has the place of its first move.
const (
	rising     order = iota // from a column to its foundation, turning a card up
	up                      // to its foundation
	uncovering              // from one column to another, turning a card up
	lay                     // from the talon to a column
	back                    // from a foundation to a column
	moving                  // from one column to another
	orders                  // how many there are
)

// actions appends what is done in a state: the moves of K+ that section 4.4 allows, those
// that one move would take back only in pairs with each move that they make possible.
func (s *Search) actions(b *simulate.Board, w *worths, worth int32, to []action) []action {
	s.moves = s.game.Macros(b, s.moves[:0])
	down := hidden(b)
	for _, m := range s.moves {
		if !allowed(b, m) {
			continue
		}
		a := action{first: m, order: orderOf(b, m), worth: worth + w.gain(b, down, m)}
		if !restorable(b, m) {
			to = append(to, a)
			continue
		}
		next := *b
		s.game.Do(&next, m)
		s.seconds = s.game.Macros(&next, s.seconds[:0])
		alone := a.worth
		a.pair = true
		for _, o := range s.seconds {
			if enables(m, o) && allowed(&next, o) {
				a.second, a.worth = o, alone+w.gain(&next, down, o)
				to = append(to, a)
			}
		}
	}
	return to
}

// allowed leaves out what duplicates other actions: into any space but the first, a king
// from the bottom of one column to another, and back from a foundation what nothing that
// is still to come up could need.
func allowed(b *simulate.Board, m simulate.Move) bool {
	switch m.Kind {
	case simulate.Down:
		if b.Up[m.From]-2 <= min(b.Up[0], b.Up[1], b.Up[2], b.Up[3]) {
			return false
		}
	case simulate.Across:
		if b.Columns[m.To].Count == 0 && m.Count == b.Columns[m.From].Count {
			return false
		}
	case simulate.Lay:
	default:
		return true
	}
	if b.Columns[m.To].Count > 0 {
		return true
	}
	for i := range m.To {
		if b.Columns[i].Count == 0 {
			return false
		}
	}
	return true
}

// orderOf is a move's place in the order.
func orderOf(b *simulate.Board, m simulate.Move) order {
	switch m.Kind {
	case simulate.Play:
		return up
	case simulate.Lay:
		return lay
	case simulate.Up:
		if uncovers(b, m.From, 1) {
			return rising
		}
		return up
	case simulate.Across:
		if uncovers(b, m.From, m.Count) {
			return uncovering
		}
		return moving
	}
	return back
}

// uncovers tells whether a card is turned up when so many cards leave a column.
func uncovers(b *simulate.Board, column, leaving int8) bool {
	c := &b.Columns[column]
	return c.Down > 0 && leaving == c.Count-c.Down
}

// restorable tells whether one move would take a move back: of a part of a run from one
// card that carries it to the other, or from a foundation.
func restorable(b *simulate.Board, m simulate.Move) bool {
	return m.Kind == simulate.Down ||
		m.Kind == simulate.Across && m.Count < b.Columns[m.From].Count-b.Columns[m.From].Down
}

// enables tells whether a restorable move makes another one possible, without which it
// could not be made, and which does not take it back. A part of a run uncovers a card that
// can go up or carry another; a card from a foundation carries another, and uncovers the
// one before it.
func enables(m, next simulate.Move) bool {
	into := next.Kind == simulate.Lay || next.Kind == simulate.Across || next.Kind == simulate.Down
	if m.Kind == simulate.Down {
		return into && next.To == m.To || next.Kind == simulate.Down && next.From == m.From
	}
	if next.Kind == simulate.Across && next.From == m.To && next.To == m.From && next.Count == m.Count {
		return false
	}
	return into && next.To == m.From || next.Kind == simulate.Up && next.From == m.From
}
