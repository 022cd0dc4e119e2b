package proof

import (
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Boldest reports whether the checker accepts the largest possible certificate under cases drawn
// at random, one that claims everything of all cards, and whether it has cases.
func Boldest(random *rand.Rand, r *rules.Rules, p *deal.Position) (accepted, cases bool) {
	e := newClaimChecker(r, p)
	splits := draw(random, e, 3)
	return e.refutes(splits, nil), len(splits) > 0
}

// draw draws nested splits; each is the orders that are its cases.
func draw(random *rand.Rand, e *claimChecker, most int) [][]solver.Order {
	cards := card.Deck(e.rules.MaxRank, 1, card.Suits)
	random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	var splits [][]solver.Order
	for range random.IntN(most + 1) {
		a := cards[random.IntN(len(cards))]
		related := func(fits func(card.Card) bool) []card.Card {
			var list []card.Card
			for _, c := range cards {
				if c != a && fits(c) {
					list = append(list, c)
				}
			}
			return list
		}
		switch random.IntN(5) {
		case 0: // two of a rank and colour
			for _, b := range related(func(c card.Card) bool { return e.twins(a, c) }) {
				splits = append(splits, []solver.Order{{First: a, Others: []card.Card{b}, Event: solver.LaidBeforeLaid}, {First: b, Others: []card.Card{a}, Event: solver.LaidBeforeLaid}})
			}
		case 1: // a guest and its host
			if hosts := related(func(c card.Card) bool { return e.carries(c, a) }); len(hosts) > 0 {
				h := hosts[random.IntN(len(hosts))]
				splits = append(splits, []solver.Order{{First: a, Others: []card.Card{h}, Event: solver.LaidBeforeUp}, {First: h, Others: []card.Card{a}, Event: solver.UpBeforeLaid}})
			}
		case 2: // any two
			b := cards[random.IntN(len(cards))]
			splits = append(splits, []solver.Order{{First: a, Others: []card.Card{b}, Event: solver.LaidBeforeUp}, {First: b, Others: []card.Card{a}, Event: solver.UpBeforeLaid}})
		case 3: // any
			splits = append(splits, firsts(cards[:2+random.IntN(2)]))
		default: // kings
			king := func(c card.Card) bool { return e.rank(c) == int(e.rules.MaxRank) }
			kings := related(king)
			if !king(a) {
				continue
			}
			splits = append(splits, firsts(append(kings, a)))
		}
	}
	return splits
}

// firsts returns the cases of which of some cards is the first to be laid.
func firsts(cards []card.Card) (split []solver.Order) {
	for i, first := range cards {
		others := append(append([]card.Card{}, cards[:i]...), cards[i+1:]...)
		split = append(split, solver.Order{First: first, Others: others, Event: solver.LaidBeforeLaid})
	}
	return split
}

// refutes reports whether every case of nested splits has a card that stays.
func (e *claimChecker) refutes(splits [][]solver.Order, orders []solver.Order) bool {
	if len(splits) == 0 {
		return e.bold(orders)
	}
	for _, o := range splits[0] {
		if !e.refutes(splits[1:], append(orders[:len(orders):len(orders)], o)) {
			return false
		}
	}
	return true
}

// bold claims everything of all cards, drops what does not follow from the rest until everything
// does, and reports whether any card is left that stays.
func (e *claimChecker) bold(orders []solver.Order) bool {
	e.orders = orders
	for never := range e.never {
		e.never[never] = map[card.Card]bool{}
		for c := range e.lies {
			e.never[never][c] = true
		}
	}
	for again := true; again; {
		again = false
		for never, claims := range e.never {
			for c := range claims {
				if !e.follows(c, solver.Never(never)) {
					delete(claims, c)
					again = true
				}
			}
		}
	}
	return len(e.never[solver.NeverLeaves]) > 0
}
