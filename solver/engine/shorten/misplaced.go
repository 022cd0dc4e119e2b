package shorten

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// misplaced counts the cards of a table that do not lie where they lie in another state, on the
// same card or in a place of the same kind. Each move except a deal changes what one card lies
// on, the deepest card that it moves. So the count is a lower bound of the moves between the two
// states.
type misplaced struct {
	surplus [64][64]int8 // by pair: how often one lies on the other here, minus how often in the other state
	count   int          // the sum of the positive ones
}

// What a card lies on if not on a card. No card has these codes.
const (
	onGround card.Card = iota
	inACell
	inPile
	isUp
)

func newMisplaced(r *rules.Rules, here, there *deal.Position) *misplaced {
	var d misplaced
	each(r, there, func(c, on card.Card) { d.surplus[c][on]-- })
	each(r, here, func(c, on card.Card) { d.surplus[c][on]++ })
	for i := range d.surplus {
		for _, n := range d.surplus[i] {
			d.count += int(max(n, 0))
		}
	}
	return &d
}

// each calls do for every card with what it lies on.
func each(r *rules.Rules, p *deal.Position, do func(c, on card.Card)) {
	for _, column := range p.Tableau {
		on := onGround
		for _, c := range column.Cards {
			do(c, on)
			on = c
		}
	}
	for _, c := range p.Cells {
		if c != card.None {
			do(c, inACell)
		}
	}
	for _, pile := range [][]card.Card{p.Reserve, p.Stock, p.Waste} {
		for _, c := range pile {
			if c != card.None {
				do(c, inPile)
			}
		}
	}
	for f, h := range p.Foundations {
		on := isUp
		for ; h > 0; h-- {
			c := deal.FoundationCard(r, p.Base, card.Suit(f/r.Copies()), h)
			do(c, on)
			if r.Foundations.CompleteOnly {
				on = c // as the run lay in its column
			}
		}
	}
}

// leave and lie record that a card no longer, or now, lies on another.
func (d *misplaced) leave(c, on card.Card) {
	if d.surplus[c][on] > 0 {
		d.count--
	}
	d.surplus[c][on]--
}

func (d *misplaced) lie(c, on card.Card) {
	if d.surplus[c][on] >= 0 {
		d.count++
	}
	d.surplus[c][on]++
}

// after returns the count after a card has moved.
func (d *misplaced) after(c, from, to card.Card) int {
	n := d.count
	if from == to {
		return n
	}
	if d.surplus[c][from] > 0 {
		n--
	}
	if d.surplus[c][to] >= 0 {
		n++
	}
	return n
}

// ground returns what the n-th card from the top of a place lies on; with n = 0, what a card laid
// there would lie on.
func (t *table) ground(p spot, n int) card.Card {
	switch p.pile {
	case game.Tableau:
		cards := t.at.Tableau[p.n-1].Cards
		if len(cards) > n {
			return cards[len(cards)-n-1]
		}
		return onGround
	case game.Cell:
		return inACell
	case game.Foundation:
		return isUp
	default:
		return inPile
	}
}
