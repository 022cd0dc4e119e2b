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
	mustFill := s.mustFill()
	places, targets := s.places, s.targets
	if s.rules.Accordion.Size > 0 {
		places = s.findPlaces() // they become fewer
		targets = places
	}
	for _, from := range places {
		moves = s.appendFrom(moves, from, targets, mustFill)
	}
	if s.rules.Rows.PairSum > 0 || s.rules.Discards() {
		s.offerRemovals(places, offer)
	}
	return moves
}

// LegalFrom returns the legal moves of cards from a place to other places, in the order of Legal. It does
// not support accordions.
func (s *State) LegalFrom(from Place) []Move {
	return s.appendFrom(nil, from, s.targets, s.mustFill())
}

// appendFrom appends the legal moves of cards from a place to targets. Most moves are refused. What is
// quickly seen to be is not checked.
func (s *State) appendFrom(moves []Move, from Place, targets []Place, mustFill bool) []Move {
	if from.Pile == Hole || from.Pile == Foundation && !s.rules.Foundations.Removable {
		return moves // cards stay there
	}
	have := s.cards(from)
	if from.Pile == Row && len(have) > 0 && s.covered(from) {
		return moves
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
		cards := have[len(have)-n:]
		turns := s.turnsUp(from, n)
		first := len(moves)
		for _, to := range targets {
			switch {
			case to == from:
			case n > 1 && to.Pile != Tableau && !(run && to.Pile == Foundation): // only columns take several
			case to.Pile == Foundation && to.N-1 != int(cards[0].Suit()):
			case to.Pile == Cell && s.at.Cells[to.N-1] != card.None:
			case to.Pile == Tableau && !mustFill && s.checkTableau(from, to, cards[0], n) != legal:
			default:
				if m := (Move{Action: Shift, From: from, To: to, Cards: cards, TurnsUp: turns}); s.Check(m) == legal {
					moves = append(moves, m)
				}
			}
		}
		if len(moves) > first { // their cards must not be the table's own
			cards = slices.Clone(cards)
		}
		for i := range moves[first:] {
			moves[first+i].Cards = cards
		}
	}
	return moves
}

// offerRemovals offers each card alone, and each pair once. Pairs that are quickly seen not to go
// together are left out.
func (s *State) offerRemovals(places []Place, offer func(Move)) {
	type top struct {
		at   Place
		card card.Card
	}
	tops := make([]top, 0, len(places))
	for _, p := range places {
		if have := s.cards(p); len(have) > 0 && !(p.Pile == Row && s.covered(p)) {
			tops = append(tops, top{p, have[len(have)-1]})
		}
	}
	d := &s.rules.Discard
	sum := card.Rank(s.rules.Rows.PairSum)
	if s.rules.Discards() {
		sum = card.Rank(d.Sum)
	}
	for i, one := range tops {
		if d.Policy == rules.DiscardLowerSuit || d.Policy != rules.DiscardRank && one.card.Rank() == sum {
			offer(Move{Action: Remove, From: one.at, Cards: []card.Card{one.card}})
		}
		if d.Policy == rules.DiscardLowerSuit {
			continue
		}
		for _, two := range tops[i+1:] {
			a, b := one.card.Rank(), two.card.Rank()
			if d.Policy == rules.DiscardRank && a == b || d.Policy != rules.DiscardRank && a+b == sum {
				offer(Move{Action: Remove, From: one.at, And: two.at, Cards: []card.Card{one.card, two.card}})
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
	all := make([]Place, 0, 48) // most games have fewer
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
