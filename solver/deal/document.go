package deal

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Parse reads a position document under rules r. Its error, a [strict.Error], names each
// wrong card and pile under "deal".
func Parse(text []byte, r *rules.Rules) (Position, error) {
	node, err := strict.Parse(text, "deal")
	if err != nil {
		return Position{}, err
	}
	p := Decode(node, r)
	return p, node.Err()
}

// Decode reads a position from a part of a larger document. The position is valid only if
// the document has no errors in the end.
func Decode(node *strict.Node, r *rules.Rules) Position {
	return (&decoder{rules: r, node: node}).position()
}

func (d *decoder) position() Position {
	r := d.rules
	before := d.node.ErrorCount()
	if d.node.IsText() {
		if d.node = d.ofLine(); d.node == nil {
			return empty(r)
		}
	}
	node := d.node
	d.explicit = node.Field("piles") != nil
	if node = unfold(node, r, d.unseenCards != nil); node.ErrorCount() > before {
		return empty(r)
	}
	d.node = node
	fields := node.Object("tableau piles", "foundations", "cells", "reserve", "stock", "waste",
		"hole", "sequences", "accordion", "rows", "base", "redeals left", "faces", "foundation")
	if other := fields["foundation"]; other != nil { // lonelybot's name of the field
		if fields["foundations"] != nil {
			other.AddError("same as \"foundations\", which is also given")
		}
		fields["foundations"] = other
	}
	if fields == nil {
		return empty(r) // no object
	}
	before = node.ErrorCount()
	d.fields, d.at = fields, map[card.Card][]string{}
	p := empty(r)
	d.tableau(&p)
	d.foundations(&p)
	d.places("cells", p.Cells, r.Cells.Count)
	if r.Reserve.Stacked {
		p.Reserve = d.reserve(r.Reserve.Size)
	} else {
		d.places("reserve", p.Reserve, r.Reserve.Size)
	}
	d.stock(&p)
	p.Waste = d.pile("waste", mostWaste(r))
	d.redeals(&p)
	d.hole(&p)
	d.sequences(&p)
	d.accordion(&p)
	d.rows(&p)
	wrong := node.ErrorCount() > before || len(d.foreign) > 0
	deck := deckOf(r, r.Suits)
	if d.otherSuits() {
		return p
	}
	d.twice(deck)
	if !wrong { // a wrong pile may be what has the cards that are missing
		d.check(&p, deck)
	}
	return p
}

// decoder is the state of reading a document.
type decoder struct {
	rules       *rules.Rules
	node        *strict.Node
	fields      map[string]*strict.Node
	at          map[card.Card][]string // where each card was seen
	foreign     []*strict.Node         // cards of suits that the deck lacks
	lower       bool                   // whether a card of a column was written face down
	cased       bool                   // whether one was written face up, or unseen, so that case means something
	dealt       bool                   // whether faces are as the rules deal them
	unseenCards *unseenCards           // what the player has not seen; nil if all cards are known
	explicit    bool                   // whether the document has the explicit form
	hinted      bool                   // whether an error has said what lower case means
	unexpected  bool                   // whether a card was unseen where all must be known
}

// addErrorAt adds an error about a field, which it calls as the form of the document does.
func (d *decoder) addErrorAt(name, format string, args ...any) {
	if d.explicit {
		name = explicitName(name)
	}
	d.node.AddErrorAt(name, format, args...)
}

// mostPlaces bounds how many places of a card are noted: more than a deck has of it, and
// enough for an error.
const mostPlaces = 32

// card reads one card and notes its place. upper reports whether its suit was in upper
// case.
func (d *decoder) card(n *strict.Node) (c card.Card, upper bool) {
	text, ok := n.Text()
	if !ok {
		return card.None, true
	}
	c, upper, err := card.Parse(text)
	switch {
	case d.unseenCards == nil && text == Unseen:
		if !d.unexpected { // one error for all of them
			n.AddError("%s is an unseen card; only POST /v1/advise, without moves, takes positions with unseen cards", Unseen)
		}
		d.unexpected = true
		return card.None, true
	case d.unseenCards != nil && text == Unseen:
		n.AddError("%s is not allowed here: only cards that lie face down, those of the stock, and those that others cover in rows or in a reserve that is a pile, may be unseen", Unseen)
		return card.None, true
	case err != nil:
		n.AddError("%s", err)
		return card.None, true
	case c.Rank() > d.rules.MaxRank:
		n.AddError("%s is not in this game's deck, whose highest rank is %d", c, d.rules.MaxRank)
	case len(d.at[c]) < mostPlaces:
		d.at[c] = append(d.at[c], n.Path())
		if card.Fold(c, d.rules.Suits) != c && len(d.foreign) < strict.MaxErrors {
			d.foreign = append(d.foreign, n)
		}
	}
	return c, upper
}

// list returns the elements of a field, and adds an error if there are more than the game
// has room for.
func (d *decoder) list(name string, most int, what string) []*strict.Node {
	items, _ := d.fields[name].List()
	if len(items) > most {
		if most == 0 {
			d.fields[name].AddError("this game has no %s", name)
		} else {
			d.fields[name].AddError("%d %s found, at most %d allowed", len(items), what, most)
		}
	}
	return items
}

func (d *decoder) pile(name string, most int) []card.Card {
	var pile []card.Card
	for _, n := range d.list(name, most, "cards") {
		c, _ := d.card(n)
		pile = append(pile, c)
	}
	return pile
}

// reserve reads a reserve that is a pile.
func (d *decoder) reserve(most int) []card.Card {
	list := d.list("reserve", most, "cards")
	pile := make([]card.Card, len(list))
	for i, n := range list {
		upper := true
		if d.unseen(n) {
			pile[i], upper = card.Unknown, false
		} else {
			pile[i], upper = d.card(n)
		}
		d.coverCard(placed{&pile[i], upper, n.AddError}, i < len(list)-1)
	}
	return pile
}

// places reads fixed places; "" is an empty one. Places at the end may be left out.
func (d *decoder) places(name string, to []card.Card, most int) {
	for i, n := range d.list(name, most, "places") {
		if text, ok := n.Text(); !ok || text == "" {
			continue
		}
		if c, _ := d.card(n); i < len(to) {
			to[i] = c
		}
	}
}

func (d *decoder) tableau(p *Position) {
	if d.rules.Tableau.Count == 0 {
		d.list("tableau piles", 0, "piles")
		if faces := d.fields["faces"]; faces != nil {
			faces.AddError("this game has no tableau piles")
		}
		return
	}
	field := d.fields["tableau piles"]
	if field == nil {
		d.addErrorAt("tableau piles", "missing: %d piles expected", d.rules.Tableau.Count)
		return
	}
	faces, given := d.fields["faces"].Text()
	d.dealt = given && faces == "dealt"
	if given && !d.dealt {
		d.fields["faces"].AddError("%q is not one of: dealt (faces as the rules deal them)", faces)
	}
	piles, ok := field.List()
	if ok && len(piles) != d.rules.Tableau.Count {
		field.AddError("%s found, %d expected (a list for each column, its deepest card first%s)", Counted(len(piles), "pile"), d.rules.Tableau.Count, d.likeRows(piles))
		for _, pile := range piles {
			d.column(pile)
		}
		return
	}
	for i, pile := range piles {
		p.Tableau[i] = d.column(pile)
	}
	if d.dealt {
		written := slices.Clone(p.Tableau)
		layFaces(d.rules, p)
		same := slices.EqualFunc(written, p.Tableau, func(a, b Column) bool { return a.Down == b.Down })
		if d.lower && d.cased && !same {
			d.fields["faces"].AddError("contradicts the face-down cards (lower-case suits) of the deal")
		}
	}
}

// likeRows returns a hint for an error if piles look like the rows of a board: the first has a card
// for each column, and none has more.
func (d *decoder) likeRows(piles []*strict.Node) string {
	n := d.rules.Tableau.Count
	for i, pile := range piles {
		if !pile.IsList() {
			return ""
		}
		if items, _ := pile.List(); len(items) > n || i == 0 && len(items) < n {
			return ""
		}
	}
	if len(piles) < 2 {
		return ""
	}
	return "; these look like rows"
}

// column reads one column. Where the rules deal cards face down, a lower-case suit is a
// card that lies so.
func (d *decoder) column(pile *strict.Node) Column {
	var c Column
	items, _ := pile.List()
	for i, n := range items {
		x, down := d.inColumn(n)
		c.Cards = append(c.Cards, x)
		d.lower = d.lower || down
		d.cased = d.cased || !down || x == card.None
		if !down {
			continue
		}
		name := cmp.Or(x.String(), Unseen)
		switch {
		case d.dealt && x != card.None: // the rules say which cards lie so
		case i > c.Down && c.Cards[i-1] != card.None:
			n.AddError("%s lies face down on the face-up %s; a card under a face-down card must lie face down", name, c.Cards[i-1])
		case i == len(items)-1:
			hint := ""
			if x != card.None && !d.explicit && !d.hinted {
				d.hinted = true
				hint = fmt.Sprintf(" (a lower-case suit means face down: write %s, or add \"faces\":\"dealt\" to the deal, whose faces are then as the rules deal them)", name)
			}
			n.AddError("%s lies face down on top of its pile; the top card must lie face up%s", name, hint)
		}
		c.Down = i + 1
	}
	return c
}

// inColumn reads a card of a column, and whether it lies face down.
func (d *decoder) inColumn(n *strict.Node) (x card.Card, down bool) {
	if d.unseen(n) {
		if !d.rules.FaceDown() {
			n.AddError("no card of a column can be unseen, because this game deals none face down")
		}
		return card.None, d.rules.FaceDown()
	}
	x, upper := d.card(n)
	return x, d.rules.FaceDown() && !upper && x != card.None
}

// redeals reads how often the waste may still be turned over, or the columns redealt. The field may be left out
// at the start of a game and where nothing is limited.
func (d *decoder) redeals(p *Position) {
	limit := d.rules.Redeals()
	field := d.fields["redeals left"]
	switch {
	case limit <= 0:
		if field != nil {
			field.AddError("this game does not count redeals")
		}
	case field != nil:
		p.RedealsLeft = 0
		field.Int(&p.RedealsLeft, 0, limit)
	case len(p.Stock) < d.rules.Stock.Size || d.rules.Tableau.Packets > 0 && !d.asDealt(p):
		d.addErrorAt("redeals left", "missing: required in the middle of a game with at most %d redeals", limit)
	}
	if t := &d.rules.Tableau; t.Packets > 0 && p.RedealsLeft != 0 {
		most := d.rules.DeckSize()
		if !d.rules.Foundations.Removable {
			most -= p.Founded()
		}
		if d.rules.Hole.Present {
			most--
		}
		if d.rules.Discards() { // the stock comes only as far as there is room
			most = p.InColumns()
		}
		if most > t.Count*t.Packets {
			d.addErrorAt("tableau piles", "%d cards may come to lie there, but a redeal lays at most %d", most, t.Count*t.Packets)
		}
	}
}

// asDealt reports whether the columns may be those of a deal: each has as many cards as the deal
// gives it, and kings lie where the deal puts them.
func (d *decoder) asDealt(p *Position) bool {
	for i, n := range d.rules.ColumnSizes() {
		column := p.Tableau[i].Cards
		if len(column) != n {
			return false
		}
		for j := 1; j < len(column) && d.rules.Tableau.KingsToBottom; j++ {
			if d.king(p, column[j]) && !d.king(p, column[j-1]) {
				return false
			}
		}
	}
	return true
}

// king reports whether a card is the last one of its foundation.
func (d *decoder) king(p *Position, c card.Card) bool {
	return AboveBase(d.rules, p.Base, c) == int(d.rules.MaxRank)
}

func (d *decoder) hole(p *Position) {
	field := d.fields["hole"]
	switch {
	case !d.rules.Hole.Present:
		if field != nil {
			field.AddError("this game has no hole")
		}
	case field != nil:
		p.Hole, _ = d.card(field)
	case d.rules.Hole.Base != card.None:
		p.Hole = d.rules.Hole.Base
		d.at[p.Hole] = append(d.at[p.Hole], "hole")
	default:
		d.addErrorAt("hole", "missing: the rules of this game do not fix the first card of the hole")
	}
}

func (d *decoder) sequences(p *Position) {
	rows := d.list("sequences", d.rules.Sequences.Count, "rows")
	if len(rows) < d.rules.Sequences.Count {
		d.tooFewRows("sequences", len(rows), d.rules.Sequences.Count)
		return
	}
	for i, row := range rows[:min(len(rows), len(p.Sequences))] {
		places, _ := row.List()
		if len(places) != int(d.rules.MaxRank) {
			row.AddError("%s found, %d expected", Counted(len(places), "place"), d.rules.MaxRank)
		}
		for _, n := range places {
			c := card.None
			if text, ok := n.Text(); ok && text != "" {
				c, _ = d.card(n)
			}
			if c.Rank() == card.Ace {
				delete(d.at, c) // an ace means a gap
				c = card.None
			}
			p.Sequences[i] = append(p.Sequences[i], c)
		}
	}
}

// tooFewRows adds the error of a field that has fewer rows than the game, or is missing.
func (d *decoder) tooFewRows(name string, found, expected int) {
	if field := d.fields[name]; field != nil {
		field.AddError("%s found, %d expected", Counted(found, "row"), expected)
		return
	}
	d.addErrorAt(name, "missing: %d rows expected", expected)
}

func (d *decoder) accordion(p *Position) {
	p.Accordion = d.pile("accordion", d.rules.Accordion.Size)
	if d.rules.Accordion.Size > 0 && len(p.Accordion) == 0 {
		d.addErrorAt("accordion", "missing or empty: 1–%d piles expected", d.rules.Accordion.Size)
	}
}
