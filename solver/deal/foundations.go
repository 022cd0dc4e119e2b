package deal

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// foundations reads the foundations: a flat list of cards in the order of play, or a list
// of lists, one per foundation. Without the field they are as the deal leaves them.
func (d *decoder) foundations(p *Position) {
	field := d.fields["foundations"]
	if !d.rules.Foundations.Present {
		d.list("foundations", 0, "cards")
		if b := d.fields["base"]; b != nil {
			b.AddError("this game has no foundations")
		}
		return
	}
	items, _ := field.List()
	var piles [][]*strict.Node
	nested := false
	for _, item := range items {
		nested = nested || item.IsList()
	}
	switch {
	case nested && len(items) > len(d.rules.SuitsInPlay())*d.rules.Copies():
		field.AddError("%d foundations found, at most %d allowed", len(items), len(d.rules.SuitsInPlay())*d.rules.Copies())
		return
	case nested:
		for _, item := range items {
			pile, _ := item.List()
			piles = append(piles, pile)
		}
	case len(items) > 0 && d.rules.Copies() > 1:
		field.AddError("write a list for each foundation, because this deck has a card more than once")
		return
	default:
		for i := range items {
			piles = append(piles, items[i:i+1])
		}
	}
	d.base(p, piles)
	if field == nil {
		d.initial(p)
	}
	if nested {
		d.stack(p, piles)
		return
	}
	for _, pile := range piles {
		if c, _ := d.card(pile[0]); c != card.None {
			d.found(p, pile[0], c, &p.Foundations[c.Suit()])
		}
	}
}

// stack reads whole foundations, one per list. The suit of a list's first card says which
// foundation it is, and its place among the lists of that suit which of several. If there
// is a list for every foundation, in the order of suits, an empty list keeps the place of
// an empty foundation.
func (d *decoder) stack(p *Position, piles [][]*strict.Node) {
	used := map[card.Suit]int{}
	inOrder := d.listsEvery(piles)
	for i, pile := range piles {
		if inOrder && len(pile) == 0 {
			used[d.rules.SuitsInPlay()[i/d.rules.Copies()]]++
		}
		var height *int
		var suit card.Suit
		for i, n := range pile {
			c, _ := d.card(n)
			if c == card.None {
				continue
			}
			if i == 0 {
				suit = c.Suit()
				if used[suit] == d.rules.Copies() {
					n.AddError("too many foundations of %s: this game has %d", suit, d.rules.Copies())
					return
				}
				height = &p.Foundations[int(suit)*d.rules.Copies()+used[suit]]
				used[suit]++
			}
			switch {
			case height == nil: // its first card already has an error
			case c.Suit() != suit:
				n.AddError("%s is not of its foundation's suit, %s", c, suit)
			default:
				d.found(p, n, c, height)
			}
		}
	}
}

// listsEvery reports whether there is a list for every foundation, in the order in which
// foundations are numbered.
func (d *decoder) listsEvery(piles [][]*strict.Node) bool {
	suits := d.rules.SuitsInPlay()
	if len(piles) != len(suits)*d.rules.Copies() {
		return false
	}
	for i, pile := range piles {
		if len(pile) == 0 {
			continue
		}
		text, _ := pile[0].Text()
		if c, _, err := card.Parse(text); err != nil || c.Suit() != suits[i/d.rules.Copies()] {
			return false
		}
	}
	return true
}

// found lays one card on a foundation.
func (d *decoder) found(p *Position, n *strict.Node, c card.Card, height *int) {
	if p.Base == rules.RandomBase {
		return // it has an error already
	}
	if want := AboveBase(d.rules, p.Base, c); want != *height+1 {
		n.AddError("%s is out of order: a foundation starts with %s and goes up by one", c, p.Base)
		return
	}
	*height++
}

// initial lays the cards that the deal puts on the foundations.
func (d *decoder) initial(p *Position) {
	place := func(s card.Suit, copy int) {
		c := card.New(p.Base, s)
		d.at[c] = append(d.at[c], "foundations")
		p.Foundations[int(s)*d.rules.Copies()+copy] = 1
	}
	switch {
	case p.Base == rules.RandomBase:
	case d.rules.Foundations.Initial == rules.InitialAll:
		for s := range card.Suits {
			for copy := range d.rules.Copies() {
				place(card.Suit(s), copy)
			}
		}
	case d.rules.Foundations.Initial == rules.InitialOne && d.rules.Foundations.Base != rules.RandomBase:
		place(card.Clubs, 0)
	case d.rules.Foundations.Initial == rules.InitialThree:
		for s := range card.Suits {
			if card.New(p.Base, card.Suit(s)) != d.beak(p) {
				place(card.Suit(s), 0)
			}
		}
	}
}

// beak returns the card that decides the base of a deal (Penguin's “beak”), the deepest
// of the first column; the other three base cards lie on the foundations.
func (d *decoder) beak(p *Position) card.Card {
	if d.rules.Foundations.Initial != rules.InitialThree || len(p.Tableau[0].Cards) == 0 {
		return card.None
	}
	return p.Tableau[0].Cards[0]
}

// base reads the foundations' first rank: from the rules, the document, or the first card
// written on a foundation.
func (d *decoder) base(p *Position, piles [][]*strict.Node) {
	field := d.fields["base"]
	text, given := field.Text()
	r, known := card.ParseRank(text)
	switch {
	case given && (!known || r > d.rules.MaxRank):
		field.AddError("%q is not a rank of this deck", text)
	case d.rules.Foundations.Base != rules.RandomBase:
		if given && r != p.Base {
			field.AddError("this game's foundations start with %s", p.Base)
		}
	case given:
		p.Base = r
	default:
		for _, pile := range piles {
			if len(pile) == 0 {
				continue
			}
			if text, ok := pile[0].Text(); ok {
				if c, _, err := card.Parse(text); err == nil {
					p.Base = c.Rank()
				}
			}
			return
		}
		if first := d.beak(p); d.fields["foundations"] == nil && first != card.None {
			p.Base = first.Rank()
			return
		}
		d.addErrorAt("base", "missing: the rules of this game do not fix the base, and no foundation shows it")
	}
}
