package game

import (
	"slices"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// notBuilt and notBuiltEither are the Refusals of a card that is not built on another one, in games
// that build down, and up or down. notGroup are the Refusals of cards that do not move together.
var (
	notBuilt = [rules.OtherSuit + 1]Refusal{
		rules.AnySuit:    refuse("columns go down by one, in any suit"),
		rules.RedBlack:   refuse("columns go down by one, in alternating colours"),
		rules.SameSuit:   refuse("columns go down by one, in suit"),
		rules.SameColour: refuse("columns go down by one, in one colour"),
		rules.OtherSuit:  refuse("columns go down by one, in another suit"),
	}
	notBuiltEither = [rules.OtherSuit + 1]Refusal{
		rules.AnySuit:    refuse("columns go up or down by one, in any suit"),
		rules.RedBlack:   refuse("columns go up or down by one, in alternating colours"),
		rules.SameSuit:   refuse("columns go up or down by one, in suit"),
		rules.SameColour: refuse("columns go up or down by one, in one colour"),
		rules.OtherSuit:  refuse("columns go up or down by one, in another suit"),
	}
	notGroup = [rules.OtherSuit + 1]Refusal{
		rules.AnySuit:    refuse("only cards in sequence, in any suit, move together"),
		rules.RedBlack:   refuse("only cards in sequence, in alternating colours, move together"),
		rules.SameSuit:   refuse("only cards in sequence, in suit, move together"),
		rules.SameColour: refuse("only cards in sequence, in one colour, move together"),
		rules.OtherSuit:  refuse("only cards in sequence, in another suit, move together"),
		rules.NoBuild:    refuse("no cards move together"),
	}
)

// OneByOne refuses a move of several cards in a game whose cards move one by one.
const OneByOne Refusal = "cards move one by one"

// Check returns why a move is illegal here. The cards of a Shift must be the ones that
// lie there; the card it turns up is compared if the move names it.
func (s *State) Check(m Move) Refusal {
	switch m.Action {
	case Draw:
		want := min(s.rules.Stock.Count, len(s.at.Stock))
		switch {
		case !s.rules.Waste():
			return "this game's stock is not turned to a waste"
		case want == 0:
			return "there is no stock to draw from"
		case m.Count != want && want == 1:
			return "a draw turns 1 card here"
		case m.Count != want:
			return refuse("a draw turns {n} cards here", "n", strconv.Itoa(want))
		}
	case Redeal:
		if refusal := s.checkRedeal(); refusal != legal {
			return refusal
		}
	case Deal:
		if refusal := s.checkDeal(m); refusal != legal {
			return refusal
		}
	case Remove:
		if refusal := s.checkRemove(m); refusal != legal {
			return refusal
		}
	case Shift:
		return s.checkShift(m)
	default:
		return "unknown action"
	}
	if s.mustFill() {
		return "a space must be filled first"
	}
	return legal
}

// checkDeal returns why the stock can't be dealt to the columns.
func (s *State) checkDeal(m Move) Refusal {
	want := min(len(s.at.Stock), len(s.at.Tableau))
	switch {
	case s.rules.Stock.To != rules.ToTableau:
		return "this game's stock is not dealt to the tableau"
	case want == 0:
		return "there is no stock to deal from"
	case m.Count != want && want == 1:
		return "a deal lays 1 card here, on the first column"
	case m.Count != want:
		return refuse("a deal lays {n} cards here, one on each column from the left", "n", strconv.Itoa(want))
	case !s.rules.Stock.OntoSpaces && s.space():
		return "the stock is not dealt while a column is empty"
	}
	return legal
}

// space reports whether a column is empty.
func (s *State) space() bool {
	return slices.ContainsFunc(s.at.Tableau, func(c deal.Column) bool { return len(c.Cards) == 0 })
}

// mustFill reports whether a space must be filled before anything else is done.
func (s *State) mustFill() bool {
	switch s.rules.Tableau.Spaces {
	case rules.SpacesReserveThenAny, rules.SpacesReserveThenWaste:
		return s.space() && card.Filled(s.at.Reserve) > 0
	case rules.SpacesWasteThenStock:
		return s.space() && len(s.at.Waste)+len(s.at.Stock) > 0
	}
	return s.rules.Stock.To == rules.ToSpaces && s.space() && len(s.at.Stock) > 0
}

// fills reports whether a move is the forced filling of a space.
func (s *State) fills(m Move) bool {
	if m.To.Pile != Tableau || len(s.at.Tableau[m.To.N-1].Cards) > 0 {
		return false
	}
	if s.rules.Tableau.Spaces == rules.SpacesWasteThenStock {
		return m.From.Pile == Waste || m.From.Pile == Stock && len(s.at.Waste) == 0
	}
	return m.From.Pile == Reserve || m.From.Pile == Stock && s.rules.Stock.To == rules.ToSpaces
}

func (s *State) checkShift(m Move) Refusal {
	switch {
	case !s.has(m.From):
		return s.noPlace(m.From)
	case !s.has(m.To):
		return s.noPlace(m.To)
	case m.From == m.To:
		return "source and target are the same place"
	}
	have := s.cards(m.From)
	n := len(m.Cards)
	if n == 0 || n > len(have) || !slices.Equal(have[len(have)-n:], m.Cards) {
		return "these cards don't lie face up on top there"
	}
	if m.TurnsUp != card.None && m.TurnsUp != s.turnsUp(m.From, n) {
		return "the move does not turn this card up"
	}
	switch {
	case s.mustFill() && (n > 1 || !s.fills(m)):
		return "a space must be filled first"
	case s.mustFill():
		return legal
	case m.From.Pile == Stock && m.To.Pile == Hole && s.rules.Stock.To == rules.ToHole:
		return legal
	case m.From.Pile == Stock && s.rules.Waste():
		return "the next card is still in the stock: the action draw turns it to the waste"
	case m.From.Pile == Stock:
		return "the next card is still in the stock"
	case m.From.Pile == Hole:
		return "cards in the hole stay there"
	case m.From.Pile == Foundation && !s.rules.Foundations.Removable:
		return "cards on a foundation stay there"
	case m.From.Pile == Sequence && m.To.Pile == Sequence:
		return s.checkGap(m)
	case m.From.Pile == Accordion && m.To.Pile == Accordion:
		return s.checkPile(m)
	case m.From.Pile == Row:
		return s.checkOntoWaste(m)
	case m.From.Pile == Tableau && m.To.Pile == Foundation && s.rules.Foundations.CompleteOnly:
		return s.checkRun(m)
	case n > 1 && (m.From.Pile != Tableau || m.To.Pile != Tableau):
		return "cards move together only between columns"
	}
	if m.From.Pile == Tableau && m.To.Pile == Tableau {
		if refusal := s.checkGroup(m); refusal != legal {
			return refusal
		}
	}
	return s.checkTarget(m)
}

// noPlace refuses a place that the table does not have, and names the first and the last one of its kind.
func (s *State) noPlace(p Place) Refusal {
	if p.Pile == Nowhere || int(p.Pile) >= len(pileWords) || p.Pile == Foundation && uint(p.N) > uint(card.Suits) {
		return "the table has no such place" // it has no words
	}
	first, last := Place{Pile: p.Pile, N: 1}, Place{Pile: p.Pile}
	switch p.Pile {
	case Reserve:
		last.N = len(s.at.Reserve)
	case Cell:
		last.N = len(s.at.Cells)
	case Tableau:
		last.N = len(s.at.Tableau)
	case Accordion:
		last.N = len(s.at.Accordion)
	case Foundation:
		if suits := s.rules.SuitsInPlay(); len(s.at.Foundations) > 0 {
			first.N, last.N = int(suits[0])+1, int(suits[len(suits)-1])+1
		}
		if s.rules.Copies() > 1 {
			first.M, last.M = 1, s.rules.Copies()
		}
	}
	switch {
	case !s.has(first) || !s.has(last):
		return refuse("the table has no {place}", "place", p.String())
	case first == last:
		return refuse("the table has no {place}, only {only}", "place", p.String(), "only", first.String())
	}
	return refuse("the table has no {place}, only {first} to {last}", "place", p.String(), "first", first.String(), "last", last.String())
}

// has reports whether the table has a place.
func (s *State) has(p Place) bool {
	most, several := 0, 0
	switch p.Pile {
	case Stock:
		return s.rules.Stock.Size > 0 && p == Place{Pile: Stock}
	case Waste:
		return s.rules.Waste() && p == Place{Pile: Waste}
	case Hole:
		return s.rules.Hole.Present && p == Place{Pile: Hole}
	case Reserve:
		if s.rules.Reserve.Stacked {
			return p == Place{Pile: Reserve}
		}
		most = len(s.at.Reserve)
	case Cell:
		most = len(s.at.Cells)
	case Tableau:
		most = len(s.at.Tableau)
	case Accordion:
		most = len(s.at.Accordion)
	case Sequence:
		most, several = len(s.at.Sequences), int(s.rules.MaxRank)
	case Row:
		most = len(s.at.Rows)
		if p.N >= 1 && p.N <= most {
			several = len(s.at.Rows[p.N-1])
		}
	case Foundation:
		if p.N < 1 || p.N > card.Suits || !slices.Contains(s.rules.SuitsInPlay(), card.Suit(p.N-1)) {
			return false
		}
		most = len(s.at.Foundations)
		if s.rules.Copies() > 1 {
			several = s.rules.Copies()
		}
	}
	if several == 0 && p.M != 0 || several > 0 && (p.M < 1 || p.M > several) {
		return false
	}
	return p.N >= 1 && p.N <= most
}

// checkGroup returns why cards of a column can't move together, or without the rest of
// it.
func (s *State) checkGroup(m Move) Refusal {
	t := &s.rules.Tableau
	column := s.at.Tableau[m.From.N-1]
	group := s.groupLength(column)
	n := len(m.Cards)
	switch {
	case t.Groups == rules.GroupsAny:
	case n > 1 && t.Groups == rules.GroupsNo:
		return OneByOne
	case n > group:
		return notGroup[t.GroupPolicy]
	case t.Groups == rules.GroupsMaximal && n < group:
		return "only the whole group moves"
	case t.Groups == rules.GroupsWholePile && n < len(column.Cards):
		return "only a whole column moves"
	}
	return legal
}

// groupLength returns how many cards at the end of a column form a group.
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

// follows reports whether upper may lie on lower: one rank lower, going round at the
// highest rank but not past the foundations' base, and of suits that the policy allows.
func (s *State) follows(policy rules.Build, lower, upper card.Card) bool {
	return deal.Fits(&s.rules, s.at.Base, policy, lower, upper)
}

// checkTarget returns why a place does not take the cards.
func (s *State) checkTarget(m Move) Refusal {
	head := m.Cards[0]
	switch m.To.Pile {
	case Foundation:
		switch {
		case m.From.Pile == Foundation:
			return "cards don't move between foundations"
		case m.To.N-1 != int(head.Suit()):
			return "the foundation is of another suit"
		case s.rules.Foundations.CompleteOnly:
			return "only a complete run goes up, from a column to an empty foundation"
		case deal.AboveBase(&s.rules, s.at.Base, head) != *s.height(m.To)+1:
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
		return s.checkTableau(m.From, m.To, head, len(m.Cards))
	case Hole:
		if s.rules.Hole.DeadKings && s.at.Hole.Rank() == s.rules.MaxRank {
			return "nothing goes onto a card of the highest rank"
		}
		if !s.neighbours(s.at.Hole, head) {
			return "its rank is not next to that of the hole's card"
		}
	default:
		return "nothing can be moved there"
	}
	return legal
}

// checkRun returns why cards are not a complete run of a suit that goes from the tableau
// to its foundation.
func (s *State) checkRun(m Move) Refusal {
	switch {
	case m.To.N-1 != int(m.Cards[0].Suit()):
		return "the foundation is of another suit"
	case len(m.Cards) != int(s.rules.MaxRank) || *s.height(m.To) > 0:
		return "only a complete run goes up, from a column to an empty foundation"
	}
	for i, c := range m.Cards {
		if c != card.New(s.rules.MaxRank-card.Rank(i), m.Cards[0].Suit()) {
			return "only a complete run goes up: all cards of a suit in order, the ace last"
		}
	}
	return legal
}

// neighbours reports whether two ranks are next to each other, going round where the hole
// or the waste does.
func (s *State) neighbours(a, b card.Card) bool {
	apart := int(a.Rank()) - int(b.Rank())
	return apart == 1 || apart == -1 ||
		(s.rules.Hole.Loops || s.rules.Rows.Loops) && (apart == int(s.rules.MaxRank)-1 || apart == 1-int(s.rules.MaxRank))
}

// checkTableau returns why n cards can't be laid on a column. head is the lowest of them.
func (s *State) checkTableau(from, to Place, head card.Card, n int) Refusal {
	t := &s.rules.Tableau
	if t.Build == rules.NoBuild && !(s.rules.Discards() && len(s.at.Tableau[to.N-1].Cards) == 0) {
		return "nothing is built on the tableau"
	}
	if t.Freeze && from.Pile != Waste && s.space() {
		return "while a space waits for the waste, nothing else moves onto the tableau"
	}
	column := s.at.Tableau[to.N-1].Cards
	if len(column) == 0 {
		switch {
		case t.Spaces == rules.SpacesNone:
			return "spaces stay empty"
		case t.Spaces == rules.SpacesReserveThenWaste && from.Pile != Waste:
			return "only a card of the waste fills a space when the reserve is empty"
		case t.Spaces == rules.SpacesKings && deal.AboveBase(&s.rules, s.at.Base, head) != int(s.rules.MaxRank):
			return "only a king, the last card of its foundation, fills a space"
		}
		return legal
	}
	policy := t.Build
	if n > 1 && t.Target == rules.TargetGroup {
		policy = t.GroupPolicy
	}
	if !s.follows(policy, column[len(column)-1], head) {
		if t.UpOrDown {
			return notBuiltEither[policy]
		}
		return notBuilt[policy]
	}
	return legal
}
