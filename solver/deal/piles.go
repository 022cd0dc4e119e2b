package deal

import (
	"cmp"
	"encoding/json"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// The explicit form of a document has the piles under the field piles, under names without spaces,
// all of them, and each card as an object that says whether it lies face up. It is read as the
// plain form of the same cards.

// pileCard is a card of the explicit form; the empty text is an empty place.
type pileCard struct {
	Card   string `json:"card"`
	FaceUp bool   `json:"face_up"`
}

// piles are the piles of the explicit form.
type piles struct {
	Tableau     [][]pileCard `json:"tableau"`
	Foundations [][]pileCard `json:"foundations"`
	Cells       []pileCard   `json:"cells"`
	Reserve     []pileCard   `json:"reserve"`
	Stock       []pileCard   `json:"stock"`
	Waste       []pileCard   `json:"waste"`
	Hole        []pileCard   `json:"hole"`
	Sequences   [][]pileCard `json:"sequences"`
	Accordion   []pileCard   `json:"accordion"`
	Rows        [][]pileCard `json:"rows"`
}

// Explicit writes the position in the explicit form.
func (p *Position) Explicit(r *rules.Rules) json.RawMessage {
	document := struct {
		Piles       piles  `json:"piles"`
		Base        string `json:"base"`
		RedealsLeft *int   `json:"redeals_left"`
	}{Piles: piles{
		Tableau: make([][]pileCard, len(p.Tableau)), Foundations: [][]pileCard{}, Cells: pileOf(p.Cells, 0), Reserve: pileOf(p.Reserve, 0),
		Stock: pileOf(p.Stock, len(p.Stock)), Waste: pileOf(p.Waste, 0), Hole: []pileCard{},
		Sequences: pilesOf(p.Sequences), Accordion: pileOf(p.Accordion, 0), Rows: pilesOf(p.Rows),
	}}
	for i, c := range p.Tableau {
		document.Piles.Tableau[i] = pileOf(c.Cards, c.Down)
	}
	if r.Foundations.Present {
		founded := p.onFoundations(r)
		if len(founded) == 0 {
			founded = make([][]card.Card, card.Suits)
		}
		document.Piles.Foundations = pilesOf(founded)
		if r.Foundations.Base == rules.RandomBase {
			document.Base = p.Base.String()
		}
	}
	if r.Redeals() > 0 {
		document.RedealsLeft = &p.RedealsLeft
	}
	if p.Hole != card.None {
		document.Piles.Hole = pileOf([]card.Card{p.Hole}, 0)
	}
	text, err := json.Marshal(document)
	if err != nil {
		panic(err) // not reached: texts and numbers
	}
	return text
}

func pilesOf(lists [][]card.Card) [][]pileCard {
	all := make([][]pileCard, len(lists))
	for i, list := range lists {
		all[i] = pileOf(list, 0)
	}
	return all
}

// pileOf writes cards as objects, the first down of them face down. So are unseen ones.
func pileOf(cards []card.Card, down int) []pileCard {
	list := make([]pileCard, len(cards))
	for i, c := range cards {
		list[i] = pileCard{c.String(), i >= down && c != card.None && c != card.Unknown}
		if i < down {
			list[i].Card = cmp.Or(c.String(), Unseen)
		}
	}
	return list
}

// unfold returns a document in the explicit form as one in the plain form, whose places in errors
// are those of the explicit form. A plain document is returned as it is. If seen is set, covered cards
// may lie face down.
func unfold(node *strict.Node, r *rules.Rules, seen bool) *strict.Node {
	if node.Field("piles") == nil {
		return node
	}
	u := unfolder{node.Draft()}
	outer := node.Object("piles", "base", "redeals_left")
	given := outer["piles"].Object("tableau", "foundations", "cells", "reserve", "stock", "waste", "hole", "sequences", "accordion", "rows")
	fields := map[string]*strict.Node{
		"tableau piles": u.lists(given["tableau"], r.FaceDown()),
		"foundations":   u.lists(given["foundations"], false),
		"cells":         u.list(given["cells"], false),
		"reserve":       u.list(given["reserve"], seen && r.Reserve.Stacked),
		"stock":         u.stock(given["stock"]),
		"waste":         u.list(given["waste"], false),
		"sequences":     u.lists(given["sequences"], false),
		"accordion":     u.list(given["accordion"], false),
		"rows":          u.lists(given["rows"], seen),
	}
	if !r.Foundations.Present && isEmpty(given["foundations"]) {
		delete(fields, "foundations")
	}
	if base := outer["base"]; base != nil {
		if text, ok := base.Text(); ok && text != "" {
			fields["base"] = base
		}
	}
	if left := outer["redeals_left"]; !left.IsNull() {
		fields["redeals left"] = left
	}
	switch cards, ok := given["hole"].List(); {
	case ok && len(cards) == 1:
		fields["hole"] = u.card(cards[0], false)
	case len(cards) > 1:
		given["hole"].AddError("%d cards found, at most 1 allowed: the top card", len(cards))
	}
	return u.Object(node.Path(), fields)
}

// explicitName returns where the explicit form has a field of the plain one.
func explicitName(field string) string {
	switch field {
	case "base":
		return field
	case "redeals left":
		return "redeals_left"
	case "tableau piles":
		return "piles.tableau"
	}
	return "piles." + field
}

func isEmpty(n *strict.Node) bool {
	items, _ := n.List()
	return len(items) == 0
}

// unfolder makes plain nodes of explicit ones.
type unfolder struct {
	strict.Draft
}

// lists returns a list of piles; hidden says that cards may lie face down.
func (u *unfolder) lists(n *strict.Node, hidden bool) *strict.Node {
	items, ok := n.List()
	if !ok {
		return nil
	}
	plain := make([]*strict.Node, len(items))
	for i, item := range items {
		if plain[i] = u.list(item, hidden); plain[i] == nil {
			plain[i] = u.List(item.Path(), nil)
		}
	}
	return u.List(n.Path(), plain)
}

func (u *unfolder) list(n *strict.Node, hidden bool) *strict.Node {
	items, ok := n.List()
	if !ok {
		return nil
	}
	plain := make([]*strict.Node, len(items))
	for i, item := range items {
		plain[i] = u.card(item, hidden)
	}
	return u.List(n.Path(), plain)
}

// stock is list for the stock, whose cards are known whatever their faces.
func (u *unfolder) stock(n *strict.Node) *strict.Node {
	items, ok := n.List()
	if !ok {
		return nil
	}
	plain := make([]*strict.Node, len(items))
	for i, item := range items {
		text, _, at := u.read(item)
		if c, _, err := card.Parse(text); err == nil {
			text = c.String()
		}
		plain[i] = u.Text(at, text)
	}
	return u.List(n.Path(), plain)
}

func (u *unfolder) card(n *strict.Node, hidden bool) *strict.Node {
	text, up, at := u.read(n)
	c, _, err := card.Parse(text)
	switch {
	case err != nil: // the decoder says so, unless the place is empty, or the card unseen
	case up:
		text = c.String()
	case hidden:
		text = c.Down()
	default:
		n.AddErrorAt("face_up", "must be true: no card lies face down here")
	}
	return u.Text(at, text)
}

// read reads a card, and returns the place of its text for errors.
func (u *unfolder) read(n *strict.Node) (text string, up bool, at string) {
	before := n.ErrorCount()
	fields := n.Object("card", "face_up")
	if n.ErrorCount() > before || n.Full() {
		return "", true, n.Path()
	}
	for _, name := range []string{"card", "face_up"} {
		if fields[name] == nil {
			n.AddErrorAt(name, "missing")
		}
	}
	up = true
	fields["face_up"].Bool(&up)
	text, ok := fields["card"].Text()
	if !ok {
		return "", true, n.Path()
	}
	return text, up, fields["card"].Path()
}
