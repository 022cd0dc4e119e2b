package beam

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// peek returns the score and the kind of the state that a quiet step leads to, without making the
// step. The scorer must have begun with the present state.
func (w *scorer) peek(s *state.State, m *state.Step) (score int32, kind uint64) {
	if s.C.LikeSpider {
		return w.peekJoints(s, m)
	}
	score, kind = w.total, w.kind
	t := &s.Talon
	switch m.From {
	case state.AtColumn:
		i := int(m.I)
		n := int(s.Length[i])
		rest := n - int(m.N)
		score += w.columnOf(s, i, rest) - w.columnHere(s, i, n)
		if s.C.Stockless {
			kind += lastHead(s, i, rest) - lastHead(s, i, n)
		}
	case state.AtCell:
		score -= w.cell
	case state.AtTalon:
		gone := state.InTalon[t.Number[m.Pos]].Lo
		kind -= gone
		if s.C.Turning {
			score += w.talonOf(s, t.Kind-gone, int(m.Pos)) - w.talonHere(s)
		} else {
			score -= w.waste
		}
	case state.AtStock:
		score += w.talonOf(s, t.Kind, int(m.Pos)) - w.talonHere(s)
	}
	switch m.To {
	case state.AtColumn:
		j := int(m.J)
		n := int(s.Length[j])
		longer := layBeyond(s, j, n, m)
		score += w.columnOf(s, j, longer) - w.columnHere(s, j, n)
		if s.C.Stockless {
			kind += lastHead(s, j, longer) - lastHead(s, j, n)
		}
	case state.AtCell:
		score += w.cell
	}
	return score, kind
}

// layBeyond writes the cards of a step behind the end of column j, which has n cards, and returns
// the length that the column would have. The cards do not become part of the column.
func layBeyond(s *state.State, j, n int, m *state.Step) int {
	var one [1]state.Code
	cards := one[:]
	switch m.From {
	case state.AtColumn:
		column := s.Column(int(m.I))
		cards = column[len(column)-int(m.N):]
	case state.AtCell:
		one[0] = s.Cells[m.I]
	case state.AtTalon:
		one[0] = s.Talon.Cards[m.Pos]
	}
	for _, x := range cards {
		s.Cards[j*s.Stride+n] = x
		s.UpdateCard(j, n)
		n++
	}
	return n
}
