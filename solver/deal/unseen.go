package deal

import (
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Unseen is how a card is written that the player has not seen.
const Unseen = "??"

// DecodeSeen reads a position as the player sees it. The node is a part of a larger document. In
// the position, a card that the player does not know is card.None, or card.Unknown in rows and in
// the reserve. DecodeSeen also returns the unknown cards, in an order that tells nothing of their
// places.
//
// A face-down card is unknown. It is written as [Unseen] or, if the document knows the card, with a
// lower-case suit. Two other kinds of cards are unknown if they are written in one of these ways:
// cards of the stock, and covered cards in rows or in a reserve that is a pile. All other cards are
// known. With stockKnown all cards of the stock must be known.
//
// A card written in an unknown place is checked like every card, and then hidden.
func DecodeSeen(node *strict.Node, r *rules.Rules, stockKnown bool) (Position, []card.Card) {
	d := decoder{rules: r, node: node, unseenCards: &unseenCards{stockKnown: stockKnown}}
	before := node.ErrorCount()
	p := d.position()
	if node.ErrorCount() > before {
		return p, nil
	}
	return p, p.hide(d.unseenCards)
}

// hide sets every face-down card of a column, and the given places of the stock, to
// card.None, and the given covered cards to card.Unknown. It returns the unseen cards in order:
// those missing, and those it hides.
func (p *Position) hide(e *unseenCards) []card.Card {
	unseen := slices.Clone(e.missing)
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
	for _, i := range e.stock {
		hide(&p.Stock[i])
	}
	for _, place := range e.covered {
		if *place != card.Unknown {
			unseen = append(unseen, *place)
			*place = card.Unknown
		}
	}
	slices.Sort(unseen)
	return unseen
}

// unseenCards is what the player has not seen, while a position is read.
type unseenCards struct {
	stockKnown bool
	places     int         // how many are written as unseen
	stock      []int       // places of the stock that are unseen, even where a card is written
	missing    []card.Card // the cards that lie in the places written as unseen

	covered []*card.Card // places of rows and the reserve that are unseen, even where a card is written
}

// unseen reports whether a card is written as unknown where that is allowed, and counts
// it.
func (d *decoder) unseen(n *strict.Node) bool {
	if d.unseenCards == nil || !n.IsText() {
		return false
	}
	if text, _ := n.Text(); text != Unseen {
		return false
	}
	d.unseenCards.places++
	return true
}

// stock reads the stock.
func (d *decoder) stock(p *Position) {
	if d.unseenCards == nil {
		p.Stock = d.pile("stock", d.rules.Stock.Size)
		return
	}
	list := d.list("stock", d.rules.Stock.Size, "cards")
	for i, n := range list {
		c, upper := card.None, false
		if !d.unseen(n) {
			c, upper = d.card(n)
		}
		p.Stock = append(p.Stock, c)
		if upper {
			continue
		}
		if d.rules.Rows.StockInPlay && i == len(list)-1 {
			n.AddError("the next card of the stock lies face up in this game: write it, with an upper-case suit")
		}
		if d.unseenCards.stockKnown {
			text, _ := n.Text()
			n.AddError("%q is an unseen card, which contradicts \"stock-known\": use \"stock-seen\", or write the card with an upper-case suit", text)
		}
		d.unseenCards.stock = append(d.unseenCards.stock, i)
	}
}

// identify finds the unseen cards: those missing elsewhere.
func (e *unseenCards) identify(node *strict.Node, missing []card.Card, mayLack bool) {
	written := fmt.Sprintf("%d cards are %s", e.places, Unseen)
	if e.places == 1 {
		written = "one card is " + Unseen
	}
	switch {
	case len(missing) == e.places:
		e.missing = missing
	case len(missing) == 0:
		node.AddError("%s, but no card is missing elsewhere", written)
	case mayLack:
		node.AddError("%s, but %d %s missing elsewhere, and some may have left the table: write those still in play in the places of ??, in any order, with a lower-case suit", written, len(missing), are(len(missing)))
	default:
		node.AddError("%s, but %d %s missing elsewhere: %s", written, len(missing), are(len(missing)), names(missing))
	}
}
