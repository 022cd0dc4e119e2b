package search

// step is one move of the engine. It fits a word, because millions of steps wait on the
// stack of a deep search.
//
// A step from the talon includes all turns of the stock before its card is played (the
// K+ representation of Bjarnason, Tadepalli & Fern 2007, section 3); pos is the card's
// place in the talon. A step with thenUp moves a part of a group off the card above it
// and sends that card up.
type step struct {
	from, to uint8 // kinds of place
	i, j     uint8 // index of the column, cell, place of the reserve or foundation; to the hole, do sets j to the card covered
	n        uint8 // cards moved
	pos      uint8 // from the talon: the card's place in it; with thenUp: the foundation
	waste    uint8 // from the talon: the waste before; set by do
	flags    uint8
}

// The kinds of place. A step from the stock to a column deals the next cards to the
// columns; one from the stock to the talon turns them to the waste; one from the stock to
// the stock redeals the columns.
const (
	atColumn uint8 = iota
	atCell
	atReserve
	atTalon
	atFoundation
	atHole
	atStock
)

// The flags of a step. The two about cards turned up are set by do.
const (
	redeals   uint8 = 1 << iota // from the talon: includes a redeal
	unturned                    // from the talon: the card comes straight from the stock
	thenUp                      // the card above the moved part goes up at once
	turned                      // a card was turned up
	turnedTwo                   // the card that went up at once uncovered one, which was turned up
	unsettled                   // in a beam: nothing is forced after it, since the next step belongs to it
)

// do makes a step and sets what undo needs to know.
func (s *state) do(m *step) {
	switch {
	case m.from == atStock && m.to == atColumn:
		s.deal(int(m.n))
	case m.from == atStock && m.to == atStock:
		s.redeal()
	case m.from == atStock:
		m.waste = uint8(s.talon.waste)
		s.talon.turn(s, int(m.pos), m.flags&redeals != 0)
	case m.from == atColumn && m.n > 1 || m.to == atColumn && m.from == atColumn:
		s.doGroup(m)
	default:
		s.put(m, s.lift(m))
		if m.from == atColumn && s.turn(int(m.i)) {
			m.flags |= turned
		}
	}
}

// doGroup moves several cards of a column together: to another column, or a complete
// run to its foundation.
func (s *state) doGroup(m *step) {
	from := s.column(int(m.i))
	cards := from[len(from)-int(m.n):]
	if m.to == atColumn {
		s.attach(int(m.j), cards)
	} else {
		s.height[m.j] = m.n
		s.out += int(m.n)
	}
	s.detach(int(m.i), int(m.n))
	if m.flags&thenUp != 0 {
		s.up(m.pos)
		s.detach(int(m.i), 1)
		if s.turn(int(m.i)) {
			m.flags |= turnedTwo
		}
	} else if s.turn(int(m.i)) {
		m.flags |= turned
	}
}

// lift takes the card of a step from its place.
func (s *state) lift(m *step) (x code) {
	switch m.from {
	case atColumn:
		x = s.top(int(m.i))
		s.detach(int(m.i), 1)
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
		x = s.worryBack(m.i)
	}
	return x
}

// put lays the card of a step on its target.
func (s *state) put(m *step, x code) {
	switch m.to {
	case atColumn:
		s.attach(int(m.j), []code{x})
	case atCell:
		s.setCell(int(m.j), x)
	case atFoundation:
		s.up(m.j)
	case atHole:
		m.j = s.hole
		s.setHole(x)
		s.out++
	}
}

// undo takes a step back.
func (s *state) undo(m *step) {
	if m.flags&(turned|turnedTwo) != 0 {
		s.turnDown(int(m.i))
	}
	switch {
	case m.from == atStock && m.to == atColumn:
		s.undeal(int(m.n))
	case m.from == atStock && m.to == atStock:
		s.undoRedeal()
	case m.from == atStock:
		s.talon.turnBack(s, int(m.waste), m.flags&redeals != 0)
	case m.from == atColumn && m.n > 1 || m.to == atColumn && m.from == atColumn:
		s.undoGroup(m)
	default:
		s.putBack(m, s.liftBack(m))
	}
}

func (s *state) undoGroup(m *step) {
	if m.flags&thenUp != 0 {
		s.attach(int(m.i), []code{s.worryBack(m.pos)})
	}
	if m.to == atColumn {
		to := s.column(int(m.j))
		s.attach(int(m.i), to[len(to)-int(m.n):])
		s.detach(int(m.j), int(m.n))
		return
	}
	// A complete run, from its highest card down.
	s.height[m.j] = 0
	s.out -= int(m.n)
	var run [14]code
	for i := range m.n {
		run[i] = (m.n-i)<<2 | s.c.suitOf(m.j)
	}
	s.attach(int(m.i), run[:m.n])
}

// liftBack takes the card of a step back from its target.
func (s *state) liftBack(m *step) (x code) {
	switch m.to {
	case atColumn:
		x = s.top(int(m.j))
		s.detach(int(m.j), 1)
	case atCell:
		x = s.cells[m.j]
		s.setCell(int(m.j), 0)
	case atFoundation:
		x = s.worryBack(m.j)
	case atHole:
		x = s.hole
		s.setHole(m.j)
		s.out--
	}
	return x
}

// putBack lays the card of a step back in its place.
func (s *state) putBack(m *step, x code) {
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
		s.up(m.i)
	}
}
