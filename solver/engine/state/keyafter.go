package state

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// KeyAfter returns the key that the state would have after step m. For a deal to the columns or a
// redeal of the columns it returns zero, which is the key of no state.
func (s *State) KeyAfter(m *Step) memory.Key {
	if m.From == AtStock {
		if m.To != AtTalon {
			return memory.Key{}
		}
		k := s.Key.Minus(s.Talon.phase(s.C))
		return k.Plus(s.Talon.phaseOf(s.C, int(m.Pos), len(s.Talon.Cards), s.redealsAfter(m)))
	}
	k := s.Key
	var one [1]Code
	cards := one[:]
	switch m.From {
	case AtColumn:
		i, n := int(m.I), int(m.N)
		column := s.Column(i)
		rest := len(column) - n
		cards = column[rest:]
		if m.Flags&ThenUp != 0 {
			rest--
		}
		k = k.Minus(s.share[i])
		if rest > 0 {
			at := i*s.Stride + rest - 1
			p := s.Prefix[at]
			if int(s.Down[i]) == rest {
				p = s.TurnedUp(i, rest)
			}
			k = k.Plus(s.shareOf(i, p))
		}
	case AtCell:
		one[0] = s.Cells[m.I]
		k = k.Minus(s.C.placed(InCell[s.C.Class[one[0]]], int(m.I)))
	case atReserve:
		one[0] = s.Reserve[m.I]
		k = k.Minus(s.inReserve(int(m.I), one[0]))
	case AtTalon:
		t := &s.Talon
		one[0] = t.Cards[m.Pos]
		k = k.Minus(t.phase(s.C)).Minus(InTalon[t.Number[m.Pos]])
		k = k.Plus(t.phaseOf(s.C, int(m.Pos), len(t.Cards)-1, s.redealsAfter(m)))
	case AtFoundation:
		one[0] = s.Height[m.I]<<2 | s.C.SuitOf(m.I)
	}
	switch m.To {
	case AtColumn:
		j := int(m.J)
		p := EmptyColumn
		if n := int(s.Length[j]); n > 0 {
			p = s.Prefix[j*s.Stride+n-1]
		}
		for _, x := range cards {
			p = Extend(p, s.C.Class[x], false)
		}
		k = k.Minus(s.share[j]).Plus(s.shareOf(j, p))
	case AtCell:
		k = k.Plus(s.C.placed(InCell[s.C.Class[cards[0]]], int(m.J)))
	case atHole:
		k = k.Minus(inHole[s.C.Class[s.hole]]).Plus(inHole[s.C.Class[cards[0]]])
	}
	return k
}

// TurnedUp returns the hash that the first n cards of column i, all face down, would have with the
// last of them turned up.
func (s *State) TurnedUp(i, n int) memory.Key {
	at, p := i*s.Stride+n-1, EmptyColumn
	if n > 1 {
		p = s.Prefix[at-1]
	}
	return Extend(p, s.C.Class[s.Cards[at]], false)
}

// redealsAfter returns the redeals left after a step from the talon.
func (s *State) redealsAfter(m *Step) int {
	if m.Flags&redeals != 0 && s.Talon.Redeals > 0 {
		return s.Talon.Redeals - 1
	}
	return s.Talon.Redeals
}
