package game

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// A redeal of the columns, as in Cruel: they are taken up from left to right, each from its
// deepest card, and laid down again in packets, without shuffling. A stock may come after
// them, as in Monte Carlo.

// checkRedeal returns why nothing can be redealt.
func (s *State) checkRedeal() Refusal {
	if s.rules.Tableau.Packets > 0 {
		cards := s.at.InColumns()
		if s.rules.Stock.To == rules.ToRedeal {
			cards += len(s.at.Stock)
		}
		switch {
		case s.at.RedealsLeft == 0:
			return "there is no redeal left"
		case cards == 0:
			return "there is no card in the columns"
		}
		return legal
	}
	switch {
	case !s.rules.Waste() || len(s.at.Waste) == 0:
		return "there is no waste to turn over"
	case len(s.at.Stock) > 0:
		return "the waste is turned over only when the stock is empty"
	case s.at.RedealsLeft == 0:
		return "there is no redeal left"
	}
	return legal
}

// redealColumns lays the cards of the columns anew, and after them the cards of a stock
// that comes with redeals, as far as there is room. It returns the columns' lengths
// before.
func (s *State) redealColumns() []int {
	before := make([]int, len(s.at.Tableau))
	after := make([]int, len(s.at.Tableau))
	left := 0
	for i, c := range s.at.Tableau {
		before[i] = len(c.Cards)
		left += len(c.Cards)
	}
	if s.rules.Stock.To == rules.ToRedeal {
		room := len(after)*s.rules.Tableau.Packets - left
		end := &s.at.Tableau[len(s.at.Tableau)-1]
		for ; room > 0 && len(s.at.Stock) > 0; room-- {
			end.Cards = append(end.Cards, pop(&s.at.Stock))
			left++
		}
	}
	for i := range after {
		after[i] = min(left, s.rules.Tableau.Packets)
		left -= after[i]
	}
	s.layColumns(after)
	return before
}

// returnToStock puts the cards that the last redeal took from the stock back, given the
// columns' lengths before it.
func (s *State) returnToStock(lengths []int) {
	came := 0
	for i, c := range s.at.Tableau {
		came += len(c.Cards) - lengths[i]
	}
	for i := len(s.at.Tableau) - 1; came > 0; i-- {
		for c := &s.at.Tableau[i]; came > 0 && len(c.Cards) > 0; came-- {
			s.at.Stock = append(s.at.Stock, pop(&c.Cards))
		}
	}
}

// layColumns cuts the cards of all columns, from left to right, into columns of other lengths.
func (s *State) layColumns(lengths []int) {
	var cards []card.Card
	for _, c := range s.at.Tableau {
		cards = append(cards, c.Cards...)
	}
	for i, n := range lengths {
		s.at.Tableau[i].Cards = append([]card.Card(nil), cards[:n]...)
		cards = cards[n:]
	}
}
