package game

import (
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// Rows of places that cover each other, as in Pyramid and TriPeaks.

// rowsGone reports whether the rows are empty and, where the rules want it, stock and
// waste too.
func (s *State) rowsGone() bool {
	for _, row := range s.at.Rows {
		if card.Filled(row) > 0 {
			return false
		}
	}
	return !s.rules.Rows.All || len(s.at.Stock)+len(s.at.Waste) == 0
}

// checkCovered returns why the card of a row can't be played: another one covers it.
func (s *State) checkCovered(p Place) Refusal {
	if c := s.cover(p); c != card.None {
		return refuse("it is covered by {card}", "card", c.String())
	}
	return legal
}

// covered reports whether another card covers the place of a row.
func (s *State) covered(p Place) bool { return s.cover(p) != card.None }

// cover returns a card that covers the place of a row; card.None if none does.
func (s *State) cover(p Place) card.Card {
	place := p.M - 1
	for _, row := range s.at.Rows[:p.N-1] {
		place += len(row)
	}
	for _, other := range s.covers.CoveredBy[place] {
		if c := s.inRows(other); c != card.None {
			return c
		}
	}
	return card.None
}

// inRows returns the card of a place, as rules.Layout numbers it.
func (s *State) inRows(place int) card.Card {
	for _, row := range s.at.Rows {
		if place < len(row) {
			return row[place]
		}
		place -= len(row)
	}
	return card.None
}

// checkOntoWaste returns why the card of a row does not go to the waste.
func (s *State) checkOntoWaste(m Move) Refusal {
	switch refusal := s.checkCovered(m.From); {
	case refusal != legal:
		return refusal
	case !s.rules.Rows.ToWaste || m.To.Pile != Waste:
		return "nothing can be moved there"
	case len(s.at.Waste) == 0:
		return "there is no waste to lay it on"
	case !s.neighbours(s.at.Waste[len(s.at.Waste)-1], m.Cards[0]):
		return "its rank is not next to that of the waste's top card"
	}
	return legal
}

// checkRemove returns why cards can't be removed.
func (s *State) checkRemove(m Move) Refusal {
	if s.rules.Rows.PairSum == 0 && !s.rules.Discards() {
		return "this game removes no cards"
	}
	from := []Place{m.From}
	if m.And.Pile != Nowhere {
		from = append(from, m.And)
	}
	if len(from) != len(m.Cards) {
		return "as many places as cards are needed"
	}
	if len(from) == 2 && from[0] == from[1] {
		return "both cards come from the same place"
	}
	for i, p := range from {
		if !s.has(p) {
			return s.noPlace(p)
		}
		have := s.cards(p)
		if len(have) == 0 || have[len(have)-1] != m.Cards[i] || m.Cards[i] == card.None { // unseen cards have no rank
			return "these cards don't lie on top there"
		}
		switch p.Pile {
		case Row:
			if refusal := s.checkCovered(p); refusal != legal {
				return refusal
			}
		case Stock:
			if !s.rules.Rows.StockInPlay {
				return "the next card is still in the stock"
			}
		}
	}
	if s.rules.Discards() {
		return s.checkDiscard(m)
	}
	return checkSum(m.Cards, s.rules.Rows.PairSum)
}

// checkSum returns why the ranks of one or two cards don't make a sum.
func checkSum(cards []card.Card, want int) Refusal {
	sum := 0
	for _, c := range cards {
		sum += int(c.Rank())
	}
	switch {
	case sum == want:
		return legal
	case len(cards) == 1:
		return refuse("only a card of rank {n} is removed alone", "n", strconv.Itoa(want))
	default:
		return refuse("their ranks add up to {sum}, not to {n}", "sum", strconv.Itoa(sum), "n", strconv.Itoa(want))
	}
}
