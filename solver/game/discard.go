package game

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Discards from the tops of the columns, as in Aces Up, Baroness and Monte Carlo.

// checkDiscard returns why cards that lie on top can't be removed.
func (s *State) checkDiscard(m Move) Refusal {
	for _, p := range []Place{m.From, m.And} {
		if p.Pile != Tableau && p.Pile != Nowhere {
			return "cards are removed from columns only"
		}
	}
	d := &s.rules.Discard
	two := m.And.Pile == Tableau
	switch d.Policy {
	case rules.DiscardLowerSuit:
		switch {
		case two:
			return "cards are removed one by one"
		case !s.higherOnTop(m.Cards[0]):
			return "no column has a higher card of its suit on top"
		}
		return legal
	case rules.DiscardRank:
		switch {
		case !two:
			return "cards are removed in pairs"
		case m.Cards[0].Rank() != m.Cards[1].Rank():
			return "the two cards are not of one rank"
		}
	default:
		if refusal := checkSum(m.Cards, d.Sum); refusal != legal {
			return refusal
		}
	}
	if two && !d.Neighbours(m.From.N-1, m.And.N-1) {
		return "the two columns are not neighbours"
	}
	return legal
}

// higherOnTop reports whether the top card of some column is of the same suit and higher.
func (s *State) higherOnTop(c card.Card) bool {
	height := func(c card.Card) int {
		if c.Rank() == card.Ace {
			return int(s.rules.MaxRank) + 1
		}
		return int(c.Rank())
	}
	for _, column := range s.at.Tableau {
		if n := len(column.Cards); n > 0 {
			if top := column.Cards[n-1]; top != card.None && top.Suit() == c.Suit() && height(top) > height(c) {
				return true
			}
		}
	}
	return false
}

// onlyAces reports whether the stock is empty and the columns have only aces.
func (s *State) onlyAces() bool {
	for _, column := range s.at.Tableau {
		for _, c := range column.Cards {
			if c.Rank() != card.Ace {
				return false
			}
		}
	}
	return len(s.at.Stock) == 0
}
