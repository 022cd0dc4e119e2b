package state

// Step is one move of the engine. It fits a word, because millions of steps wait on the stack of a
// deep search.
//
// A step from the talon first turns the stock until its card can be played (the K+ representation
// of Bjarnason, Tadepalli & Fern 2007, section 3). Pos is the card's place in the talon. A step
// with the flag ThenUp moves a part of a group off the card above it, and then sends that card up.
type Step struct {
	From, To uint8 // kinds of place
	I, J     uint8 // index of the column, cell, place of the reserve or foundation; to the hole, Do sets J to its old card
	N        uint8 // cards moved
	Pos      uint8 // from the talon: the card's place in it; with ThenUp: the foundation
	waste    uint8 // from the talon: the waste before; set by Do
	Flags    uint8
}

// The kinds of place. A step from the stock to a column deals the next cards to the columns. A step
// from the stock to the talon turns them to the waste. A step from the stock to the stock redeals
// the columns.
const (
	AtColumn uint8 = iota
	AtCell
	atReserve
	AtTalon
	AtFoundation
	atHole
	AtStock
)

// The flags of a step. The two about cards turned up are set by Do.
const (
	redeals   uint8 = 1 << iota // from the talon: includes a redeal
	unturned                    // from the talon: the card comes straight from the stock
	ThenUp                      // the card above the moved part goes up at once
	turned                      // a card was turned up
	turnedTwo                   // the card that went up at once uncovered one, which was turned up
	Unsettled                   // in a beam: no step is forced after it, since the next step belongs to it
)

// Do makes a step and sets the fields of m that Undo needs.
func (s *State) Do(m *Step) {
	switch {
	case m.From == AtStock && m.To == AtColumn:
		s.deal(int(m.N))
	case m.From == AtStock && m.To == AtStock:
		s.redeal()
	case m.From == AtStock:
		m.waste = uint8(s.Talon.Waste)
		s.Talon.turn(s, int(m.Pos), m.Flags&redeals != 0, -1)
	case m.From == AtColumn && m.N > 1 || m.To == AtColumn && m.From == AtColumn:
		s.doGroup(m)
	default:
		s.put(m, s.lift(m))
		if m.From == AtColumn && s.turn(int(m.I)) {
			m.Flags |= turned
		}
	}
}

// doGroup moves several cards of a column together: to another column, or a complete
// run to its foundation.
func (s *State) doGroup(m *Step) {
	from := s.Column(int(m.I))
	cards := from[len(from)-int(m.N):]
	if m.To == AtColumn {
		s.attach(int(m.J), cards)
	} else {
		s.Height[m.J] = m.N
		s.Out += int(m.N)
	}
	s.detach(int(m.I), int(m.N))
	if m.Flags&ThenUp != 0 {
		s.up(m.Pos)
		s.detach(int(m.I), 1)
		if s.turn(int(m.I)) {
			m.Flags |= turnedTwo
		}
	} else if s.turn(int(m.I)) {
		m.Flags |= turned
	}
}

// lift takes the card of a step from its place.
func (s *State) lift(m *Step) Code {
	if m.From == AtTalon {
		m.waste = uint8(s.Talon.Waste)
		return s.Talon.take(s, int(m.Pos), m.Flags&redeals != 0)
	}
	return s.remove(m.From, m.I)
}

// put lays the card of a step on its target.
func (s *State) put(m *Step, x Code) {
	if m.To == atHole {
		m.J = s.hole
		s.setHole(x)
		s.Out++
		return
	}
	s.add(m.To, m.J, x)
}

// remove takes the top card from a place and returns it.
func (s *State) remove(kind, i uint8) (x Code) {
	switch kind {
	case AtColumn:
		x = s.Top(int(i))
		s.detach(int(i), 1)
	case AtCell:
		x = s.Cells[i]
		s.setCell(int(i), 0)
	case atReserve:
		x = s.Reserve[i]
		s.setReserve(int(i), 0)
	case AtFoundation:
		x = s.worryBack(i)
	}
	return x
}

// add lays a card on a place.
func (s *State) add(kind, i uint8, x Code) {
	switch kind {
	case AtColumn:
		s.attach(int(i), []Code{x})
	case AtCell:
		s.setCell(int(i), x)
	case atReserve:
		s.setReserve(int(i), x)
	case AtFoundation:
		s.up(i)
	}
}

// Undo takes back step m, which was the last one made.
func (s *State) Undo(m *Step) {
	if m.Flags&(turned|turnedTwo) != 0 {
		s.turnDown(int(m.I))
	}
	switch {
	case m.From == AtStock && m.To == AtColumn:
		s.undeal(int(m.N))
	case m.From == AtStock && m.To == AtStock:
		s.undoRedeal()
	case m.From == AtStock:
		s.Talon.turn(s, int(m.waste), m.Flags&redeals != 0, 1)
	case m.From == AtColumn && m.N > 1 || m.To == AtColumn && m.From == AtColumn:
		s.undoGroup(m)
	default:
		s.putBack(m, s.liftBack(m))
	}
}

func (s *State) undoGroup(m *Step) {
	if m.Flags&ThenUp != 0 {
		s.attach(int(m.I), []Code{s.worryBack(m.Pos)})
	}
	if m.To == AtColumn {
		to := s.Column(int(m.J))
		s.attach(int(m.I), to[len(to)-int(m.N):])
		s.detach(int(m.J), int(m.N))
		return
	}
	// A complete run, from its highest card down.
	s.Height[m.J] = 0
	s.Out -= int(m.N)
	var run [14]Code
	for i := range m.N {
		run[i] = (m.N-i)<<2 | s.C.SuitOf(m.J)
	}
	s.attach(int(m.I), run[:m.N])
}

// liftBack takes the card of a step back from its target.
func (s *State) liftBack(m *Step) Code {
	if m.To == atHole {
		x := s.hole
		s.setHole(m.J)
		s.Out--
		return x
	}
	return s.remove(m.To, m.J)
}

// putBack lays the card of a step back in its place.
func (s *State) putBack(m *Step, x Code) {
	if m.From == AtTalon {
		s.Talon.giveBack(s, x, int(m.Pos), int(m.waste), m.Flags&redeals != 0)
		return
	}
	s.add(m.From, m.I, x)
}
