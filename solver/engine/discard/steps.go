package discard

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// steps appends the steps out of a state to a list, the more promising ones last: removals,
// then moves to spaces, then what comes from the stock.
func (b *board) steps(s *state, to []step) []step {
	space := b.space(s)
	if space >= 0 && b.rules.Stock.To == rules.ToSpaces && b.more(s) > 0 {
		return b.fills(s, to)
	}
	if b.redeals(s) && (b.total(s) > 0 || b.more(s) > 0) {
		to = append(to, step{kind: redeal})
	}
	if b.rules.Stock.To == rules.ToTableau && b.more(s) > 0 && (space < 0 || b.rules.Stock.OntoSpaces) {
		to = append(to, step{kind: lay})
	}
	if space >= 0 && b.rules.Tableau.Spaces != rules.SpacesNone {
		to = b.shifts(s, to)
	}
	return b.removals(s, to)
}

// space returns the first empty column, −1 if there is none.
func (b *board) space(s *state) int {
	for i := range b.columns {
		if s.empty(i) {
			return i
		}
	}
	return -1
}

// fills appends the ways to fill a space from the stock: one where columns can't be told
// apart.
func (b *board) fills(s *state, to []step) []step {
	for i := range b.columns {
		if s.empty(i) {
			to = append(to, step{kind: fill, two: uint8(i)})
			if !b.ordered(s) {
				break
			}
		}
	}
	return to
}

// shifts appends the moves of top cards to spaces. Where columns can't be told apart, one
// space is enough, and a card that lies alone stays.
func (b *board) shifts(s *state, to []step) []step {
	ordered := b.ordered(s)
	for i := range b.columns {
		if s.empty(i) || !ordered && int(s.ends[i])-s.start(i) == 1 ||
			b.rules.Tableau.Spaces == rules.SpacesKings && s.top(i).Rank() != b.rules.MaxRank {
			continue
		}
		for j := range b.columns {
			if s.empty(j) {
				to = append(to, step{kind: shift, one: uint8(i), two: uint8(j)})
				if !ordered {
					break
				}
			}
		}
	}
	return to
}

// removals appends the removals, each pair once.
func (b *board) removals(s *state, to []step) []step {
	d := &b.rules.Discard
	for i := range b.columns {
		if s.empty(i) {
			continue
		}
		c := s.top(i)
		switch {
		case d.Policy == rules.DiscardLowerSuit:
			if b.beaten(s, c) {
				to = append(to, step{removal, uint8(i), none, 0})
			}
			continue
		case d.Policy == rules.DiscardSum && int(c.Rank()) == d.Sum:
			to = append(to, step{removal, uint8(i), none, 0})
		}
		for j := i + 1; j < b.columns; j++ {
			if !s.empty(j) && b.pair(c, s.top(j)) && d.Neighbours(i, j) {
				to = append(to, step{removal, uint8(i), uint8(j), 0})
			}
		}
	}
	return to
}

// pair reports whether two cards go together.
func (b *board) pair(c, other card.Card) bool {
	if b.rules.Discard.Policy == rules.DiscardSum {
		return int(c.Rank())+int(other.Rank()) == b.rules.Discard.Sum
	}
	return c.Rank() == other.Rank()
}

// beaten reports whether a higher card of a card's suit lies on top of a column.
func (b *board) beaten(s *state, c card.Card) bool {
	for i := range b.columns {
		if !s.empty(i) {
			if top := s.top(i); top.Suit() == c.Suit() && b.height[top] > b.height[c] {
				return true
			}
		}
	}
	return false
}
