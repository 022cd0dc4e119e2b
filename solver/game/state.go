package game

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// State is a table in the middle of a game.
type State struct {
	rules   rules.Rules
	at      deal.Position
	history []Move // the moves made, as they were made
}

// New lays out a position. Its rules must be Playable.
func New(r *rules.Rules, p *deal.Position) *State {
	return &State{rules: *r, at: p.Clone()}
}

// Position tells where the cards lie now. It belongs to the caller.
func (s *State) Position() deal.Position { return s.at.Clone() }

// Won tells whether the game is won: all cards are on the foundations.
func (s *State) Won() bool {
	for _, h := range s.at.Foundations {
		if h != int(s.rules.MaxRank) {
			return false
		}
	}
	return true
}

// Do makes a move that Check has passed, and fills in what it turns up.
func (s *State) Do(m Move) {
	switch m.Action {
	case Draw:
		for range m.Count {
			s.at.Waste = append(s.at.Waste, pop(&s.at.Stock))
		}
	case Redeal:
		s.at.Stock, s.at.Waste = s.at.Waste, nil
		slices.Reverse(s.at.Stock)
		if s.at.RedealsLeft > 0 {
			s.at.RedealsLeft--
		}
	case Shift:
		m.TurnsUp = card.None
		s.take(m.From, len(m.Cards))
		s.put(m.To, m.Cards)
		if m.From.Pile == Tableau {
			if c := &s.at.Tableau[m.From.N-1]; c.Down > 0 && c.Down == len(c.Cards) {
				c.Down--
				m.TurnsUp = c.Cards[c.Down]
			}
		}
	}
	s.history = append(s.history, m)
}

// Undo takes back the last move made.
func (s *State) Undo() {
	m := pop(&s.history)
	switch m.Action {
	case Draw:
		for range m.Count {
			s.at.Stock = append(s.at.Stock, pop(&s.at.Waste))
		}
	case Redeal:
		s.at.Stock, s.at.Waste = nil, s.at.Stock
		slices.Reverse(s.at.Waste)
		if s.rules.Stock.Redeals > 0 {
			s.at.RedealsLeft++
		}
	case Shift:
		if m.TurnsUp != card.None {
			s.at.Tableau[m.From.N-1].Down++
		}
		s.take(m.To, len(m.Cards))
		s.put(m.From, m.Cards)
	}
}

// Last is the last move made, with the card that it turned up.
func (s *State) Last() Move { return s.history[len(s.history)-1] }

// take removes the n top cards of a place.
func (s *State) take(p Place, n int) {
	switch p.Pile {
	case Waste:
		s.at.Waste = s.at.Waste[:len(s.at.Waste)-n]
	case Reserve:
		s.at.Reserve[p.N-1] = card.None
	case Cell:
		s.at.Cells[p.N-1] = card.None
	case Foundation:
		s.at.Foundations[p.N-1] -= n
	case Tableau:
		c := &s.at.Tableau[p.N-1]
		c.Cards = c.Cards[:len(c.Cards)-n]
	}
}

// put lays cards on a place.
func (s *State) put(p Place, cards []card.Card) {
	switch p.Pile {
	case Waste:
		s.at.Waste = append(s.at.Waste, cards...)
	case Reserve:
		s.at.Reserve[p.N-1] = cards[0]
	case Cell:
		s.at.Cells[p.N-1] = cards[0]
	case Foundation:
		s.at.Foundations[p.N-1] += len(cards)
	case Tableau:
		c := &s.at.Tableau[p.N-1]
		c.Cards = append(c.Cards, cards...)
	}
}

// cards gives the cards that can be seen at a place, the top one last. Of a
// foundation that is the top card, of a column its cards lying face up.
func (s *State) cards(p Place) []card.Card {
	one := func(c card.Card) []card.Card {
		if c == card.None {
			return nil
		}
		return []card.Card{c}
	}
	switch p.Pile {
	case Waste:
		return s.at.Waste
	case Reserve:
		return one(s.at.Reserve[p.N-1])
	case Cell:
		return one(s.at.Cells[p.N-1])
	case Foundation:
		if h := s.at.Foundations[p.N-1]; h > 0 {
			return one(deal.FoundationCard(&s.rules, s.at.Base, card.Suit(p.N-1), h))
		}
	case Tableau:
		c := s.at.Tableau[p.N-1]
		return c.Cards[c.Down:]
	}
	return nil
}

func pop[T any](pile *[]T) T {
	last := (*pile)[len(*pile)-1]
	*pile = (*pile)[:len(*pile)-1]
	return last
}
