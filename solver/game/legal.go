package game

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Legal returns every legal move, each once: draws and redeals, then by source and target
// in the order of the table, longer groups last. Moving a whole column into a space is
// legal and so included, though it changes nothing.
func (s *State) Legal() []Move {
	moves := make([]Move, 0, 24)
	offer := func(m Move) {
		if s.Check(m) == legal {
			moves = append(moves, m)
		}
	}
	offer(Move{Action: Draw, Count: min(s.rules.Stock.Count, len(s.at.Stock))})
	offer(Move{Action: Redeal})
	offer(Move{Action: Deal, Count: min(len(s.at.Stock), len(s.at.Tableau))})
	// Most moves are refused. What is quickly seen to be is not checked.
	mustFill := s.mustFill()
	places, targets := s.places, s.targets
	if s.rules.Accordion.Size > 0 {
		places = s.findPlaces() // they become fewer
		targets = places
	}
	for _, from := range places {
		have := s.cards(from)
		if from.Pile == Row && len(have) > 0 && s.covered(from) {
			continue
		}
		most := min(1, len(have)) // only the top card of other piles can be played
		if from.Pile == Tableau {
			most = len(have)
		}
		group := most
		if most > 1 && s.rules.Tableau.Groups != rules.GroupsAny {
			group = s.groupLength(s.at.Tableau[from.N-1])
		}
		for n := 1; n <= most; n++ {
			run := s.rules.Foundations.CompleteOnly && n == int(s.rules.MaxRank) // which may go up
			if n > max(1, group) && !run {
				continue
			}
			cards := append([]card.Card(nil), have[len(have)-n:]...)
			turns := s.turnsUp(from, n)
			for _, to := range targets {
				switch {
				case to == from:
				case n > 1 && to.Pile != Tableau && !(run && to.Pile == Foundation): // only columns take several
				case to.Pile == Foundation && to.N-1 != int(cards[0].Suit()):
				case to.Pile == Cell && s.at.Cells[to.N-1] != card.None:
				case to.Pile == Tableau && !mustFill && s.checkTableau(from, to, cards[0], n) != legal:
				default:
					offer(Move{Action: Shift, From: from, To: to, Cards: cards, TurnsUp: turns})
				}
			}
		}
	}
	if s.rules.Rows.PairSum > 0 || s.rules.Discards() {
		s.offerRemovals(places, offer)
	}
	return moves
}

// offerRemovals offers each card alone, and each pair once.
func (s *State) offerRemovals(places []Place, offer func(Move)) {
	places = slices.DeleteFunc(slices.Clone(places), func(p Place) bool {
		return len(s.cards(p)) == 0 || p.Pile == Row && s.covered(p)
	})
	top := func(p Place) card.Card {
		have := s.cards(p)
		return have[len(have)-1]
	}
	discards := s.rules.Discards()
	for i, from := range places {
		one := top(from)
		if discards || int(one.Rank()) == s.rules.Rows.PairSum {
			offer(Move{Action: Remove, From: from, Cards: []card.Card{one}})
		}
		for _, and := range places[i+1:] {
			if two := top(and); discards || int(one.Rank()+two.Rank()) == s.rules.Rows.PairSum {
				offer(Move{Action: Remove, From: from, And: and, Cards: []card.Card{one, two}})
			}
		}
	}
}

// turnsUp returns the card that turns up when the n top cards of a place leave it.
func (s *State) turnsUp(from Place, n int) card.Card {
	if from.Pile == Tableau {
		if c := s.at.Tableau[from.N-1]; c.Down > 0 && len(c.Cards)-n == c.Down {
			return c.Cards[c.Down-1]
		}
	}
	return card.None
}

// findPlaces returns the places between which cards can move.
func (s *State) findPlaces() []Place {
	var all []Place
	add := func(p Place) {
		if s.has(p) {
			all = append(all, p)
		}
	}
	add(Place{Pile: Stock})
	add(Place{Pile: Waste})
	add(Place{Pile: Reserve})
	longest := 0
	for _, row := range s.at.Rows {
		longest = max(longest, len(row))
	}
	for _, kind := range []struct {
		pile  Pile
		count int
		most  int // of the places that have the same number N
	}{
		{Reserve, len(s.at.Reserve), 0},
		{Cell, len(s.at.Cells), 0},
		{Tableau, len(s.at.Tableau), 0},
		{Foundation, card.Suits, s.rules.Copies()},
		{Accordion, len(s.at.Accordion), 0},
		{Sequence, len(s.at.Sequences), int(s.rules.MaxRank)},
		{Row, len(s.at.Rows), longest},
	} {
		for i := range kind.count {
			add(At(kind.pile, i+1))
			for j := range kind.most {
				add(Place{kind.pile, i + 1, j + 1})
			}
		}
	}
	add(Place{Pile: Hole})
	return all
}
