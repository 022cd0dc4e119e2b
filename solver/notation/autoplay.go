package notation

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Autoplay says which cards go home, to the foundations, by themselves: before the first move
// and after each move.
type Autoplay string

// The ways of autoplay. If none is given, the text decides.
const (
	AutoplayNone Autoplay = "none"
	AutoplaySafe Autoplay = "safe" // cards that no other card can ever need (Horne's rule)
	AutoplayAll  Autoplay = "all"
)

// goHome moves the cards home that go by themselves.
func (t *table) goHome() {
	if t.autoplay == AutoplayNone {
		return
	}
	t.step = 0
	for moved := true; moved; {
		moved = false
		p := t.state.Table()
		for _, pile := range []struct {
			kind  game.Pile
			count int
		}{{game.Tableau, len(p.Tableau)}, {game.Cell, len(p.Cells)}} {
			for n := 1; n <= pile.count; n++ {
				from := game.At(pile.kind, n)
				top := t.top(from, 1)
				if top == nil || t.autoplay == AutoplaySafe && !t.safe(top[0]) {
					continue
				}
				if t.home(from, game.Place{Pile: game.Foundation}) == "" {
					moved = true
				}
			}
		}
	}
}

// safe reports whether no card can ever need c in a column: none that is not home yet could be
// built on it. Aces never count, as they go home themselves. A complete run is always safe.
func (t *table) safe(c card.Card) bool {
	if t.rules.Foundations.CompleteOnly {
		return true
	}
	p := t.state.Table()
	for _, rank := range []card.Rank{c.Rank() - 1, c.Rank() + 1} {
		if rank < 2 || rank > t.rules.MaxRank {
			continue
		}
		for s := range card.Suit(card.Suits) {
			one := card.New(rank, s)
			follows := s == c.Suit() && rank > c.Rank() // goes home after c
			if p.Foundations[s] < int(rank) && !follows && deal.Fits(t.rules, p.Base, t.rules.Tableau.Build, c, one) {
				return false
			}
		}
	}
	return true
}
