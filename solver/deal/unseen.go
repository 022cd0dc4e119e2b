package deal

import (
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Unseen is how a card is written that a player has not seen.
const Unseen = "??"

// ParseSeen is Parse for a position as a player sees it; see [DecodeSeen].
func ParseSeen(text []byte, r *rules.Rules, stockKnown bool) (Position, []card.Card, error) {
	node, err := strict.Parse(text, "deal")
	if err != nil {
		return Position{}, nil, err
	}
	p, unseen := DecodeSeen(node, r, stockKnown)
	return p, unseen, node.Err()
}

// DecodeSeen reads a position as a player sees it from a part of a larger document. In
// the place of each card that the player does not know the position has card.None; those
// are the unseen cards, in an order that says nothing about where they lie.
//
// Cards lying face down are not known, whether they are written as [Unseen] or the
// document knows better and has them with a lower-case suit; nor are those of the stock
// that are written so, while others of it were seen. In all other places cards lie open.
// Where the player is said to know the stock, no card of it may be unknown.
//
// A card written in the place of an unseen one is checked as every card is, and forgotten.
func DecodeSeen(node *strict.Node, r *rules.Rules, stockKnown bool) (Position, []card.Card) {
	d := decoder{rules: r, node: node, eyes: &eyes{stockKnown: stockKnown}}
	before := node.ErrorCount()
	p := d.position()
	if node.ErrorCount() > before {
		return p, nil
	}
	return p, p.hide(d.eyes.missing, d.eyes.stock)
}

// hide puts card.None in the place of every card of a column that lies face down, and of
// those of the stock whose places are given. It gives the unseen cards in order: those that
// are missing, and those that it hides.
func (p *Position) hide(missing []card.Card, stock []int) []card.Card {
	unseen := slices.Clone(missing)
	hide := func(place *card.Card) {
		if *place != card.None {
			unseen = append(unseen, *place)
			*place = card.None
		}
	}
	for _, c := range p.Tableau {
		for i := range c.Cards[:c.Down] {
			hide(&c.Cards[i])
		}
	}
	for _, i := range stock {
		hide(&p.Stock[i])
	}
	slices.Sort(unseen)
	return unseen
}

// eyes are what is known of a player while what it sees is read.
type eyes struct {
	stockKnown bool
	places     int         // that are written as unseen
	stock      []int       // places of the stock that are unseen, also where a card is written
	missing    []card.Card // that lie in the places written as unseen
}

// unseen tells whether a card is written as one that the player does not know, where it
// may be.
func (d *decoder) unseen(n *strict.Node) bool {
	if d.eyes == nil || !n.IsText() {
		return false
	}
	if text, _ := n.Text(); text != Unseen {
		return false
	}
	d.eyes.places++
	return true
}

// stock reads the stock.
func (d *decoder) stock(p *Position) {
	if d.eyes == nil {
		p.Stock = d.pile("stock", d.rules.Stock.Size)
		return
	}
	for i, n := range d.list("stock", d.rules.Stock.Size, "cards") {
		c, upper := card.None, false
		if !d.unseen(n) {
			c, upper = d.card(n)
		}
		p.Stock = append(p.Stock, c)
		if upper {
			continue
		}
		if d.eyes.stockKnown {
			text, _ := n.Text()
			n.AddError("%q is a card that was not seen, which contradicts stock-known; ask with stock-seen, or write the card, with an upper-case suit", text)
		}
		d.eyes.stock = append(d.eyes.stock, i)
	}
}

// account finds the unseen cards: those that are missing elsewhere.
func (e *eyes) account(node *strict.Node, missing []card.Card, mayLack bool) {
	written := fmt.Sprintf("%d cards are %s", e.places, Unseen)
	if e.places == 1 {
		written = "one card is " + Unseen
	}
	switch {
	case len(missing) == e.places:
		e.missing = missing
	case len(missing) == 0:
		node.AddError("%s, but every card is seen elsewhere", written)
	case mayLack:
		node.AddError("%s, but %d %s seen nowhere: which of them have left the table is not known; write those that have not in the places of ??, in any order, with a lower-case suit", written, len(missing), are(len(missing)))
	default:
		node.AddError("%s, but %d %s seen nowhere: %s", written, len(missing), are(len(missing)), names(missing))
	}
}
