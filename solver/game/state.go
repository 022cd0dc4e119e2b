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
	history []done

	// leftward and rightward are how far a pile of an accordion may move, see distances.
	leftward, rightward uint64

	covers rules.Layout // of rows: which places cover which

	// The places between which cards can move, and those to which they can; not of an accordion, whose
	// places become fewer.
	places, targets []Place
}

// done is a move that was made, with what can't be told from the table after it.
type done struct {
	Move
	covered card.Card // the card of the hole, or of the accordion, that it covered
	turned  bool      // whether it turned a card up, even an unknown one, for which TurnsUp is card.None
	lengths []int     // of the columns, before they were redealt
}

// New returns the state of a position, which must be valid under the rules.
func New(r *rules.Rules, p *deal.Position) *State {
	left, right := distances(&r.Accordion)
	s := &State{rules: *r, at: p.Clone(), leftward: left, rightward: right, covers: r.Rows.Layout()}
	s.places = s.findPlaces()
	s.targets = make([]Place, 0, len(s.places))
	for _, p := range s.places {
		if p.Pile == Stock || p.Pile == Reserve || p.Pile == Row || p.Pile == Waste && r.Rows.Shape == rules.NoRows {
			continue // nothing can be moved there
		}
		s.targets = append(s.targets, p)
	}
	return s
}

// Position returns where the cards lie now, as a copy.
func (s *State) Position() deal.Position { return s.at.Clone() }

// Table returns where the cards lie now. It is the state's own, changes with it, and must
// not be written to.
func (s *State) Table() *deal.Position { return &s.at }

// Won reports whether the game is won. The goal depends on the game: all cards are on the
// foundations, in the hole or in one pile; or all rows are in order; or all rows are empty; or all
// cards that can be discarded are gone.
func (s *State) Won() bool {
	switch {
	case s.rules.Foundations.Present:
		return s.at.Founded() == s.rules.DeckSize()
	case s.rules.Accordion.Size > 0:
		return len(s.at.Accordion) == 1
	case s.rules.Sequences.Count > 0:
		return s.rowsInOrder()
	case s.rules.Rows.Shape != rules.NoRows:
		return s.rowsGone()
	case s.rules.Discard.Policy == rules.DiscardLowerSuit:
		return s.onlyAces()
	}
	return s.at.InColumns()+len(s.at.Stock)+len(s.at.Waste)+card.Filled(s.at.Cells)+card.Filled(s.at.Reserve) == 0
}

// Do makes a move that Check has passed, and notes the card it turns up.
func (s *State) Do(m Move) { s.history = append(s.history, s.make(m)) }

// make makes a move that can't be undone.
func (s *State) make(m Move) done {
	covered, turned := card.None, false
	var lengths []int
	switch m.Action {
	case Draw:
		for range m.Count {
			s.at.Waste = append(s.at.Waste, pop(&s.at.Stock))
		}
	case Redeal:
		if s.rules.Tableau.Packets > 0 {
			lengths = s.redealColumns()
		} else {
			s.at.Stock, s.at.Waste = s.at.Waste, nil
			slices.Reverse(s.at.Stock)
		}
		if s.at.RedealsLeft > 0 {
			s.at.RedealsLeft--
		}
	case Deal:
		for i := range m.Count {
			c := &s.at.Tableau[i]
			c.Cards = append(c.Cards, pop(&s.at.Stock))
		}
	case Remove:
		s.take(m.From, 1)
		if m.And.Pile != Nowhere {
			s.take(m.And, 1)
		}
	case Shift:
		m.TurnsUp = card.None
		covered = s.coveredBy(m.To)
		s.put(m.To, m.Cards)
		s.take(m.From, len(m.Cards))
		if m.From.Pile == Tableau {
			if c := &s.at.Tableau[m.From.N-1]; c.Down > 0 && c.Down == len(c.Cards) {
				c.Down--
				m.TurnsUp, turned = c.Cards[c.Down], true
			}
		}
	}
	return done{m, covered, turned, lengths}
}

// coveredBy returns the card of the hole or of a pile of the accordion, which a move
// covers.
func (s *State) coveredBy(p Place) card.Card {
	switch p.Pile {
	case Hole:
		return s.at.Hole
	case Accordion:
		return s.at.Accordion[p.N-1]
	}
	return card.None
}

// Undo takes back the last move made.
func (s *State) Undo() {
	m := pop(&s.history)
	switch m.Action {
	case Deal:
		for i := m.Count - 1; i >= 0; i-- {
			s.at.Stock = append(s.at.Stock, pop(&s.at.Tableau[i].Cards))
		}
	case Draw:
		for range m.Count {
			s.at.Stock = append(s.at.Stock, pop(&s.at.Waste))
		}
	case Redeal:
		if m.lengths != nil {
			s.returnToStock(m.lengths)
			s.layColumns(m.lengths)
		} else {
			s.at.Stock, s.at.Waste = nil, s.at.Stock
			slices.Reverse(s.at.Waste)
		}
		if s.rules.Redeals() > 0 {
			s.at.RedealsLeft++
		}
	case Remove:
		if m.And.Pile != Nowhere {
			s.put(m.And, m.Cards[1:])
		}
		s.put(m.From, m.Cards[:1])
	case Shift:
		if m.turned {
			s.at.Tableau[m.From.N-1].Down++
		}
		switch m.To.Pile {
		case Hole:
			s.at.Hole = m.covered
		case Accordion:
			// The row opens again where the moved pile was.
			s.at.Accordion = slices.Insert(s.at.Accordion, m.From.N-1, m.Cards[0])
			s.at.Accordion[m.To.N-1] = m.covered
			return
		default:
			s.take(m.To, len(m.Cards))
		}
		s.put(m.From, m.Cards)
	}
}

// Last returns the last move made, with the card that it turned up.
func (s *State) Last() Move { return s.history[len(s.history)-1].Move }

// take removes the n top cards of a place. A pile of an accordion goes as a whole, and
// the row closes.
func (s *State) take(p Place, n int) {
	switch p.Pile {
	case Stock:
		s.at.Stock = s.at.Stock[:len(s.at.Stock)-n]
	case Waste:
		s.at.Waste = s.at.Waste[:len(s.at.Waste)-n]
	case Reserve:
		if s.rules.Reserve.Stacked {
			s.at.Reserve = s.at.Reserve[:len(s.at.Reserve)-n]
		} else {
			s.at.Reserve[p.N-1] = card.None
		}
	case Cell:
		s.at.Cells[p.N-1] = card.None
	case Foundation:
		*s.height(p) -= n
	case Tableau:
		c := &s.at.Tableau[p.N-1]
		c.Cards = c.Cards[:len(c.Cards)-n]
	case Accordion:
		s.at.Accordion = slices.Delete(s.at.Accordion, p.N-1, p.N)
	case Sequence:
		s.at.Sequences[p.N-1][p.M-1] = card.None
	case Row:
		s.at.Rows[p.N-1][p.M-1] = card.None
	}
}

// put lays cards on a place.
func (s *State) put(p Place, cards []card.Card) {
	switch p.Pile {
	case Stock:
		s.at.Stock = append(s.at.Stock, cards...)
	case Waste:
		s.at.Waste = append(s.at.Waste, cards...)
	case Reserve:
		if s.rules.Reserve.Stacked {
			s.at.Reserve = append(s.at.Reserve, cards...)
		} else {
			s.at.Reserve[p.N-1] = cards[0]
		}
	case Cell:
		s.at.Cells[p.N-1] = cards[0]
	case Foundation:
		*s.height(p) += len(cards)
	case Tableau:
		c := &s.at.Tableau[p.N-1]
		c.Cards = append(c.Cards, cards...)
	case Hole:
		s.at.Hole = cards[0]
	case Accordion:
		s.at.Accordion[p.N-1] = cards[0]
	case Sequence:
		s.at.Sequences[p.N-1][p.M-1] = cards[0]
	case Row:
		s.at.Rows[p.N-1][p.M-1] = cards[0]
	}
}

// height returns the number of cards on a foundation.
func (s *State) height(p Place) *int {
	return &s.at.Foundations[(p.N-1)*s.rules.Copies()+max(p.M, 1)-1]
}

// cards returns the visible cards of a place, the top one last: of a foundation, a pile
// of an accordion or the hole the top card; of a column its face-up cards; of the stock
// the next card. They may be the table's own, and must not be written to.
func (s *State) cards(p Place) []card.Card {
	one := func(pile []card.Card, i int) []card.Card {
		if pile[i] == card.None {
			return nil
		}
		return pile[i : i+1 : i+1]
	}
	switch p.Pile {
	case Stock:
		return s.at.Stock[max(0, len(s.at.Stock)-1):]
	case Waste:
		return s.at.Waste
	case Reserve:
		if s.rules.Reserve.Stacked {
			return s.at.Reserve
		}
		return one(s.at.Reserve, p.N-1)
	case Cell:
		return one(s.at.Cells, p.N-1)
	case Foundation:
		if h := *s.height(p); h > 0 {
			return []card.Card{deal.FoundationCard(&s.rules, s.at.Base, card.Suit(p.N-1), h)}
		}
	case Tableau:
		c := s.at.Tableau[p.N-1]
		return c.Cards[c.Down:]
	case Hole:
		return one([]card.Card{s.at.Hole}, 0)
	case Accordion:
		return one(s.at.Accordion, p.N-1)
	case Sequence:
		return one(s.at.Sequences[p.N-1], p.M-1)
	case Row:
		return one(s.at.Rows[p.N-1], p.M-1)
	}
	return nil
}

// Top returns the n top cards of place p, or fewer if fewer can be seen there. It returns none if
// the game has no such place.
func (s *State) Top(p Place, n int) []card.Card {
	if !s.has(p) {
		return nil
	}
	have := s.cards(p)
	return slices.Clone(have[max(0, len(have)-n):])
}

func pop[T any](pile *[]T) T {
	last := (*pile)[len(*pile)-1]
	*pile = (*pile)[:len(*pile)-1]
	return last
}
