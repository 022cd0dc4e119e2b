package search

import "github.com/thoughtful-solitaire/thoughtful/solver/rules"

// quiet reports whether no step is forced after a step out of a settled state, so that the step
// alone leads to a settled state. It says so only of some of those steps that peek can score; space
// and wanted must be those of the state.
func (s *state) quiet(m *step) bool {
	if s.c.likeSpider && s.c.safety == safeNever {
		return m.to == atColumn // nothing is ever forced
	}
	if m.flags&(thenUp|unturned) != 0 || m.to > atCell && m.from != atStock {
		return false
	}
	emptied, talon := false, len(s.talon.cards)
	switch m.from {
	case atColumn:
		i, rest := int(m.i), int(s.length[m.i])-int(m.n)
		if rest == int(s.down[i]) && rest > 0 || s.goesUp(s.top(i)) {
			return false
		}
		if emptied = rest == 0; !emptied && s.goesUp(s.cards[i*s.stride+rest-1]) {
			return false
		}
	case atCell:
		if s.goesUp(s.cells[m.i]) {
			return false
		}
	case atTalon:
		pos := int(m.pos)
		if talon--; talon == 0 || s.goesUp(s.talon.cards[pos]) {
			return false
		}
		if s.c.wasteUp && (pos > 0 && s.goesUp(s.talon.cards[pos-1]) || pos < talon && s.goesUp(s.talon.cards[pos+1])) {
			return false
		}
	case atStock:
		if m.to != atTalon || s.c.wasteUp && m.pos > 0 && s.goesUp(s.talon.cards[m.pos-1]) {
			return false
		}
	default:
		return false
	}
	return !s.filled(talon) || !emptied && s.space < 0
}

// goesUp reports whether a card would be sent up as a forced step, were it within reach.
func (s *state) goesUp(x code) bool { return s.wanted&(1<<x) != 0 && s.safe(x) }

// filled reports whether the rules have a space filled, with this many cards in the talon.
func (s *state) filled(talon int) bool {
	switch s.c.rules.Tableau.Spaces {
	case rules.SpacesReserveThenAny, rules.SpacesReserveThenWaste:
		return s.piled > 0
	case rules.SpacesWasteThenStock:
		return talon > 0
	default:
		return false
	}
}

// peek returns the score and the kind of the state that a quiet step leads to, without making it.
// The scorer has begun with the present state.
func (w *scorer) peek(s *state, m *step) (score int32, kind uint64) {
	if s.c.likeSpider {
		return w.peekJoints(s, m)
	}
	score, kind = w.total, w.kind
	t := &s.talon
	switch m.from {
	case atColumn:
		i := int(m.i)
		n := int(s.length[i])
		rest := n - int(m.n)
		score += w.columnOf(s, i, rest) - w.columnHere(s, i, n)
		if s.c.stockless {
			kind += s.lastHead(i, rest) - s.lastHead(i, n)
		}
	case atCell:
		score -= w.cell
	case atTalon:
		gone := inTalon[t.number[m.pos]].Lo
		kind -= gone
		if s.c.turning {
			score += w.talonOf(s, t.kind-gone, int(m.pos)) - w.talonHere(s)
		} else {
			score -= w.waste
		}
	case atStock:
		score += w.talonOf(s, t.kind, int(m.pos)) - w.talonHere(s)
	}
	switch m.to {
	case atColumn:
		j := int(m.j)
		n := int(s.length[j])
		longer := s.layBeyond(j, n, m)
		score += w.columnOf(s, j, longer) - w.columnHere(s, j, n)
		if s.c.stockless {
			kind += s.lastHead(j, longer) - s.lastHead(j, n)
		}
	case atCell:
		score += w.cell
	}
	return score, kind
}

// layBeyond lays the cards of a step behind the end of column j, where they are not yet part of it,
// and returns the length that the column would have. It has n cards.
func (s *state) layBeyond(j, n int, m *step) int {
	var one [1]code
	cards := one[:]
	switch m.from {
	case atColumn:
		column := s.column(int(m.i))
		cards = column[len(column)-int(m.n):]
	case atCell:
		one[0] = s.cells[m.i]
	case atTalon:
		one[0] = s.talon.cards[m.pos]
	}
	for _, x := range cards {
		s.cards[j*s.stride+n] = x
		s.updateCard(j, n)
		n++
	}
	return n
}
