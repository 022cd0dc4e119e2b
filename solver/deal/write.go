package deal

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Document writes a position of rules r as a document that reads back as the same position. The
// document writes a face-down card with a lower-case suit. If a face-down card or a card of the
// stock is card.None, the document has [Unseen] in its place.
func (p *Position) Document(r *rules.Rules) json.RawMessage {
	w := writer{append(make([]byte, 0, 700), '{')} // a pack takes 600 bytes
	if len(p.Tableau) > 0 {
		w.field("tableau piles")
		w.list(len(p.Tableau), func(i int) { w.pile(p.Tableau[i].Cards, p.Tableau[i].Down) })
	}
	if r.Foundations.Present {
		w.field("foundations")
		w.foundations(p, r)
		if r.Foundations.Base == rules.RandomBase {
			w.field("base")
			w.quote(p.Base.String())
		}
	}
	for _, part := range []struct {
		name  string
		cards []card.Card
	}{{"cells", p.Cells}, {"reserve", p.Reserve}, {"stock", p.Stock}, {"waste", p.Waste}} {
		if len(part.cards) > 0 {
			w.field(part.name)
			if part.name == "stock" {
				w.stock(part.cards)
			} else {
				w.pile(part.cards, 0)
			}
		}
	}
	if r.Redeals() > 0 {
		w.field("redeals left")
		w.text = strconv.AppendInt(w.text, int64(p.RedealsLeft), 10)
	}
	if p.Hole != card.None {
		w.field("hole")
		w.quote(p.Hole.String())
	}
	if len(p.Sequences) > 0 {
		w.field("sequences")
		w.list(len(p.Sequences), func(i int) { w.pile(p.Sequences[i], 0) })
	}
	if len(p.Accordion) > 0 {
		w.field("accordion")
		w.pile(p.Accordion, 0)
	}
	if len(p.Rows) > 0 {
		w.field("rows")
		w.list(len(p.Rows), func(i int) { w.pile(p.Rows[i], 0) })
	}
	return append(w.text, '}')
}

// writer writes the document as encoding/json would, but many times faster: every request
// writes its position to find its id.
type writer struct{ text []byte }

// field begins a field.
func (w *writer) field(name string) {
	if len(w.text) > 1 {
		w.text = append(w.text, ',')
	}
	w.quote(name)
	w.text = append(w.text, ':')
}

// quote writes a string that needs no escapes.
func (w *writer) quote(text string) {
	w.text = append(w.text, '"')
	w.text = append(w.text, text...)
	w.text = append(w.text, '"')
}

// list writes n elements.
func (w *writer) list(n int, element func(i int)) {
	w.text = append(w.text, '[')
	for i := range n {
		if i > 0 {
			w.text = append(w.text, ',')
		}
		element(i)
	}
	w.text = append(w.text, ']')
}

// pile writes cards, the first down of them face down.
func (w *writer) pile(cards []card.Card, down int) {
	w.list(len(cards), func(i int) {
		if i < down {
			w.quote(cmp.Or(cards[i].Down(), Unseen))
		} else {
			w.quote(cards[i].String())
		}
	})
}

// stock writes the cards of a stock. Some of them may be unknown.
func (w *writer) stock(cards []card.Card) {
	w.list(len(cards), func(i int) { w.quote(cmp.Or(cards[i].String(), Unseen)) })
}

// foundations writes the foundations: flat if there is one per suit, which the Solvitaire
// program reads too, and otherwise a list for each.
func (w *writer) foundations(p *Position, r *rules.Rules) {
	piles := p.onFoundations(r)
	if r.Copies() == 1 {
		w.pile(slices.Concat(piles...), 0)
	} else {
		w.list(len(piles), func(i int) { w.pile(piles[i], 0) })
	}
}

// onFoundations returns the cards of the foundations. Where a suit has several, empty ones are among
// them, and then all of these, only if one lies before another of its suit that is not empty, which
// never happens in canonical form.
func (p *Position) onFoundations(r *rules.Rules) [][]card.Card {
	var piles [][]card.Card
	gap := false
	for _, s := range r.SuitsInPlay() {
		for i := range r.Copies() {
			at := int(s)*r.Copies() + i
			var pile []card.Card
			for h := range p.Foundations[at] {
				pile = append(pile, FoundationCard(r, p.Base, s, h+1))
			}
			piles = append(piles, pile)
			gap = gap || i > 0 && len(pile) > 0 && p.Foundations[at-1] == 0
		}
	}
	if r.Copies() == 1 || gap {
		return piles
	}
	return slices.DeleteFunc(piles, func(pile []card.Card) bool { return len(pile) == 0 })
}
