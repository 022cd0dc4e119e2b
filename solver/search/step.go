package search

import "github.com/thoughtful-solitaire/thoughtful/solver/card"

// step is one move of the engine. It fits a word, because millions of them wait
// on the stack of a deep search.
//
// A step from the talon stands for all the turns of the stock that come before
// its card is played (the K+ representation of Bjarnason, Tadepalli & Fern 2007,
// section 3): pos is the card's place in the talon. A step with thenUp is a part
// of a group moved off the card above it, and that card's going up, in one.
type step struct {
	from, to uint8 // kinds of place
	i, j     uint8 // which of them: column, cell, place of the reserve, suit
	n        uint8 // cards moved
	pos      uint8 // from the talon: the card's place in it; with thenUp: the suit that goes up
	waste    uint8 // from the talon: the waste before, filled in when the step is done
	flags    uint8
}

// The kinds of place.
const (
	atColumn uint8 = iota
	atCell
	atReserve
	atTalon
	atFoundation
)

// The flags of a step. The last two are filled in when it is done.
const (
	redeals   uint8 = 1 << iota // from the talon: the waste is turned over on the way
	thenUp                      // the card above the moved part goes up at once
	turned                      // the move turned a card up
	turnedTwo                   // the card that went up at once had one under it, which was turned up
)

// do makes a step and fills in what undo needs to know.
func (s *state) do(m *step) {
	switch m.from {
	case atColumn:
		from := s.column(int(m.i))
		if m.to == atColumn {
			cards := from[len(from)-int(m.n):]
			s.attach(int(m.j), cards)
			s.detach(int(m.i), int(m.n))
		} else {
			x := from[len(from)-1]
			s.detach(int(m.i), 1)
			s.put(m.to, m.j, x)
		}
		if m.flags&thenUp != 0 {
			x := s.top(int(m.i))
			m.pos = x & 3
			s.detach(int(m.i), 1)
			s.up(x)
			if s.turn(int(m.i)) {
				m.flags |= turnedTwo
			}
		} else if s.turn(int(m.i)) {
			m.flags |= turned
		}
	default:
		var x code
		switch m.from {
		case atCell:
			x = s.cells[m.i]
			s.setCell(int(m.i), 0)
		case atReserve:
			x = s.reserve[m.i]
			s.setReserve(int(m.i), 0)
		case atTalon:
			m.waste = uint8(s.talon.waste)
			x = s.talon.take(s, int(m.pos), m.flags&redeals != 0)
		case atFoundation:
			x = s.worryBack(card.Suit(m.i))
		}
		s.put(m.to, m.j, x)
	}
}

// put lays one card on a column, a cell or its foundation.
func (s *state) put(kind, index uint8, x code) {
	switch kind {
	case atColumn:
		s.attach(int(index), []code{x})
	case atCell:
		s.setCell(int(index), x)
	case atFoundation:
		s.up(x)
	}
}

// undo takes a step back.
func (s *state) undo(m *step) {
	if m.from == atColumn {
		if m.flags&(turned|turnedTwo) != 0 {
			s.turnDown(int(m.i))
		}
		if m.flags&thenUp != 0 {
			s.attach(int(m.i), []code{s.worryBack(card.Suit(m.pos))})
		}
		if m.to == atColumn {
			to := s.column(int(m.j))
			s.attach(int(m.i), to[len(to)-int(m.n):])
			s.detach(int(m.j), int(m.n))
			return
		}
	}
	var x code
	switch m.to {
	case atColumn:
		x = s.top(int(m.j))
		s.detach(int(m.j), 1)
	case atCell:
		x = s.cells[m.j]
		s.setCell(int(m.j), 0)
	case atFoundation:
		x = s.worryBack(card.Suit(m.j))
	}
	switch m.from {
	case atColumn:
		s.attach(int(m.i), []code{x})
	case atCell:
		s.setCell(int(m.i), x)
	case atReserve:
		s.setReserve(int(m.i), x)
	case atTalon:
		s.talon.giveBack(s, x, int(m.pos), int(m.waste), m.flags&redeals != 0)
	case atFoundation:
		s.up(x)
	}
}
