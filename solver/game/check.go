package game

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Refusal is the reason why a move is illegal, in words; empty if it is legal.
type Refusal string

// legal is the refusal of a move against which nothing can be said.
const legal Refusal = ""

// Check tells why a move is illegal here. The cards of a Shift must be the ones
// that lie there; what it turns up is compared if the move says it.
func (s *State) Check(m Move) Refusal {
	switch m.Action {
	case Draw:
		want := min(s.rules.Stock.Count, len(s.at.Stock))
		switch {
		case want == 0:
			return "there is no stock to draw from"
		case m.Count != want:
			return "a draw turns the draw size, or all that is left if that is less"
		}
	case Redeal:
		switch {
		case !s.rules.Waste() || len(s.at.Waste) == 0:
			return "there is no waste to turn over"
		case len(s.at.Stock) > 0:
			return "the waste is turned over only when the stock is empty"
		case s.at.RedealsLeft == 0:
			return "there is no redeal left"
		}
	case Deal:
		return "this game's stock is not dealt to the tableau"
	case Shift:
		return s.checkShift(m)
	default:
		return "there is no such action"
	}
	return legal
}

func (s *State) checkShift(m Move) Refusal {
	switch {
	case !s.has(m.From) || !s.has(m.To):
		return "the table has no such place"
	case m.From == m.To:
		return "the cards lie there already"
	}
	have := s.cards(m.From)
	n := len(m.Cards)
	if n == 0 || n > len(have) || !slices.Equal(have[len(have)-n:], m.Cards) {
		return "these cards don't lie face up on top there"
	}
	refusal := legal
	switch {
	case n > 1 && (m.From.Pile != Tableau || m.To.Pile != Tableau):
		refusal = "cards move together only between columns"
	case m.From.Pile == Foundation && !s.rules.Foundations.Removable:
		refusal = "cards on a foundation stay there"
	case m.From.Pile == Tableau && m.To.Pile == Tableau:
		refusal = s.checkGroup(m)
	}
	if refusal == legal {
		refusal = s.checkTarget(m)
	}
	if refusal == legal && m.TurnsUp != card.None {
		c := deal.Column{}
		if m.From.Pile == Tableau {
			c = s.at.Tableau[m.From.N-1]
		}
		if c.Down == 0 || len(c.Cards)-n != c.Down || c.Cards[c.Down-1] != m.TurnsUp {
			refusal = "the move does not turn this card up"
		}
	}
	return refusal
}

// has tells whether the table has a place.
func (s *State) has(p Place) bool {
	if p.M != 0 {
		return false
	}
	switch p.Pile {
	case Waste:
		return s.rules.Waste() && p.N == 0
	case Reserve:
		return p.N >= 1 && p.N <= len(s.at.Reserve)
	case Cell:
		return p.N >= 1 && p.N <= len(s.at.Cells)
	case Foundation:
		return p.N >= 1 && p.N <= len(s.at.Foundations)
	case Tableau:
		return p.N >= 1 && p.N <= len(s.at.Tableau)
	}
	return false
}

// checkGroup tells why cards of a column don't move together, or why a part of a
// column may not leave the rest.
func (s *State) checkGroup(m Move) Refusal {
	t := &s.rules.Tableau
	column := s.at.Tableau[m.From.N-1]
	group := s.groupLength(column)
	n := len(m.Cards)
	switch {
	case n > 1 && t.Groups == rules.GroupsNo:
		return "cards move one by one"
	case n > group:
		return "these cards are no group: each must lie on the next higher one under the group policy"
	case t.Groups == rules.GroupsMaximal && n < group:
		return "only the whole group moves"
	case t.Groups == rules.GroupsWholePile && n < len(column.Cards):
		return "only a whole column moves"
	}
	return legal
}

// groupLength is how many cards at the end of a column form a group.
func (s *State) groupLength(c deal.Column) int {
	n := min(1, len(c.Cards)-c.Down)
	for n > 0 && n < len(c.Cards)-c.Down {
		lower, upper := c.Cards[len(c.Cards)-n-1], c.Cards[len(c.Cards)-n]
		if !s.follows(s.rules.Tableau.GroupPolicy, lower, upper) {
			break
		}
		n++
	}
	return n
}

// follows tells whether upper may lie on lower: one rank lower, going round at
// the highest rank but not past the foundations' base, and of suits that the
// policy allows.
func (s *State) follows(policy rules.Build, lower, upper card.Card) bool {
	return deal.AboveBase(&s.rules, s.at.Base, lower) == deal.AboveBase(&s.rules, s.at.Base, upper)+1 &&
		policy.Follows(lower, upper)
}

// checkTarget tells why a place does not take the cards.
func (s *State) checkTarget(m Move) Refusal {
	head := m.Cards[0]
	switch m.To.Pile {
	case Foundation:
		switch {
		case m.From.Pile == Foundation:
			return "cards don't move between foundations"
		case m.To.N-1 != int(head.Suit()):
			return "the foundation is of another suit"
		case deal.AboveBase(&s.rules, s.at.Base, head) != s.at.Foundations[m.To.N-1]+1:
			return "it is not the foundation's next card"
		}
	case Cell:
		switch {
		case m.From.Pile == Cell:
			return "a card leaves a cell only for the tableau or a foundation"
		case s.at.Cells[m.To.N-1] != card.None:
			return "the cell is taken"
		}
	case Tableau:
		return s.checkTableau(m)
	default:
		return "nothing can be moved there"
	}
	return legal
}

func (s *State) checkTableau(m Move) Refusal {
	t := &s.rules.Tableau
	head := m.Cards[0]
	if t.Build == rules.NoBuild {
		return "nothing is built on the tableau"
	}
	column := s.at.Tableau[m.To.N-1].Cards
	if len(column) == 0 {
		switch {
		case t.Spaces == rules.SpacesNone:
			return "spaces stay empty"
		case t.Spaces == rules.SpacesKings && deal.AboveBase(&s.rules, s.at.Base, head) != int(s.rules.MaxRank):
			return "only a king, the last card of its foundation, fills a space"
		}
		return legal
	}
	policy := t.Build
	if len(m.Cards) > 1 && t.Target == rules.TargetGroup {
		policy = t.GroupPolicy
	}
	if !s.follows(policy, column[len(column)-1], head) {
		return "it can't be built on the card there: the tableau goes down by one under the build policy"
	}
	return legal
}
