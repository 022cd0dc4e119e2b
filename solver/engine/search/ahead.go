package search

import "github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"

// dropKnown drops the steps that lead to states in the table. Two thirds of all steps
// and more do. Making such a step, scanning the state and undoing the step costs
// several times as much as computing the key. The table is read for all steps of a
// state before any result is needed, so the processor waits for memory once.
//
// A state with a forced step is never entered, so a step to one is never dropped here.
func (e *Engine) dropKnown(steps []step) []step {
	if len(steps) > len(e.keys) {
		e.keys = make([]transposition.Key, 2*len(steps))
	}
	read := uint64(0)
	for i := range steps {
		k := transposition.Key(e.state.keyAfter(&steps[i]))
		e.keys[i] = k
		read |= e.table.Touch(k)
	}
	e.read = read // keeps the reads from being optimized away
	left := steps[:0]
	for i := range steps {
		if !e.table.Has(e.keys[i]) {
			left = append(left, steps[i])
		}
	}
	return left
}

// keyAfter returns the key of the state that a step leads to: the key that do would
// compute. For a deal to the columns, and a redeal of them, it returns zero, which is no state's key.
func (s *state) keyAfter(m *step) key {
	if m.from == atStock {
		if m.to != atTalon {
			return key{}
		}
		k := s.key.minus(s.talon.phase(s.c))
		return k.plus(s.talon.phaseOf(s.c, int(m.pos), len(s.talon.cards), s.redealsAfter(m)))
	}
	k := s.key
	var one [1]code
	cards := one[:]
	switch m.from {
	case atColumn:
		i, n := int(m.i), int(m.n)
		column := s.column(i)
		rest := len(column) - n
		cards = column[rest:]
		if m.flags&thenUp != 0 {
			rest--
		}
		k = k.minus(s.share[i])
		if rest > 0 {
			at := i*s.stride + rest - 1
			p := s.prefix[at]
			if int(s.down[i]) == rest {
				p = s.turnedUp(i, rest)
			}
			k = k.plus(s.shareOf(i, p))
		}
	case atCell:
		one[0] = s.cells[m.i]
		k = k.minus(s.c.placed(inCell[s.c.class[one[0]]], int(m.i)))
	case atReserve:
		one[0] = s.reserve[m.i]
		k = k.minus(s.inReserve(int(m.i), one[0]))
	case atTalon:
		t := &s.talon
		one[0] = t.cards[m.pos]
		k = k.minus(t.phase(s.c)).minus(inTalon[t.number[m.pos]])
		k = k.plus(t.phaseOf(s.c, int(m.pos), len(t.cards)-1, s.redealsAfter(m)))
	case atFoundation:
		one[0] = s.height[m.i]<<2 | s.c.suitOf(m.i)
	}
	switch m.to {
	case atColumn:
		j := int(m.j)
		p := emptyColumn
		if n := int(s.length[j]); n > 0 {
			p = s.prefix[j*s.stride+n-1]
		}
		for _, x := range cards {
			p = p.extend(s.c.class[x], false)
		}
		k = k.minus(s.share[j]).plus(s.shareOf(j, p))
	case atCell:
		k = k.plus(s.c.placed(inCell[s.c.class[cards[0]]], int(m.j)))
	case atHole:
		k = k.minus(inHole[s.c.class[s.hole]]).plus(inHole[s.c.class[cards[0]]])
	}
	return k
}

// turnedUp returns the hash of the first n cards of column i, all face down, with the last of them
// turned up.
func (s *state) turnedUp(i, n int) key {
	at, p := i*s.stride+n-1, emptyColumn
	if n > 1 {
		p = s.prefix[at-1]
	}
	return p.extend(s.c.class[s.cards[at]], false)
}

// redealsAfter returns the redeals left after a step from the talon.
func (s *state) redealsAfter(m *step) int {
	if m.flags&redeals != 0 && s.talon.redeals > 0 {
		return s.talon.redeals - 1
	}
	return s.talon.redeals
}
