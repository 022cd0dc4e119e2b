package state

import "github.com/thoughtful-solitaire/thoughtful/solver/rules"

// Quiet reports whether no step is forced after step m out of a settled state. False may also mean
// that this is not known. The fields Space and Wanted must be up to date.
func (s *State) Quiet(m *Step) bool {
	if s.C.LikeSpider && s.C.safety == safeNever {
		return m.To == AtColumn // no step is ever forced
	}
	if m.Flags&(ThenUp|unturned) != 0 || m.To > AtCell && m.From != AtStock {
		return false
	}
	emptied, talon := false, len(s.Talon.Cards)
	switch m.From {
	case AtColumn:
		i, rest := int(m.I), int(s.Length[m.I])-int(m.N)
		if rest == int(s.Down[i]) && rest > 0 || s.goesUp(s.Top(i)) {
			return false
		}
		if emptied = rest == 0; !emptied && s.goesUp(s.Cards[i*s.Stride+rest-1]) {
			return false
		}
	case AtCell:
		if s.goesUp(s.Cells[m.I]) {
			return false
		}
	case AtTalon:
		pos := int(m.Pos)
		if talon--; talon == 0 || s.goesUp(s.Talon.Cards[pos]) {
			return false
		}
		if s.C.wasteGoesUp && (pos > 0 && s.goesUp(s.Talon.Cards[pos-1]) || pos < talon && s.goesUp(s.Talon.Cards[pos+1])) {
			return false
		}
	case AtStock:
		if m.To != AtTalon || s.C.wasteGoesUp && m.Pos > 0 && s.goesUp(s.Talon.Cards[m.Pos-1]) {
			return false
		}
	default:
		return false
	}
	return !s.filled(talon) || !emptied && s.Space < 0
}

// goesUp reports whether a card would be sent up as a forced step, were it within reach.
func (s *State) goesUp(x Code) bool { return s.Wanted&(1<<x) != 0 && s.Safe(x) }

// filled reports whether the rules force a space to be filled, with this many cards in the talon.
func (s *State) filled(talon int) bool {
	switch s.C.Rules.Tableau.Spaces {
	case rules.SpacesReserveThenAny, rules.SpacesReserveThenWaste:
		return s.Piled > 0
	case rules.SpacesWasteThenStock:
		return talon > 0
	default:
		return false
	}
}
