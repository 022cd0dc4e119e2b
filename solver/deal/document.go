package deal

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Parse reads a position document under rules r. Its error, a [strict.Error],
// names each card and pile that is wrong, under "deal".
func Parse(text []byte, r *rules.Rules) (Position, error) {
	node, err := strict.Parse(text, "deal")
	if err != nil {
		return Position{}, err
	}
	p := Decode(node, r)
	return p, node.Err()
}

// Decode reads a position from a part of a larger document. The position means
// something only if the document is found to have no errors at the end.
func Decode(node *strict.Node, r *rules.Rules) Position {
	return (&decoder{rules: r, node: node}).position()
}

func (d *decoder) position() Position {
	r, node := d.rules, d.node
	fields := node.Object("tableau piles", "foundations", "cells", "reserve", "stock", "waste",
		"hole", "sequences", "accordion", "base", "redeals left", "faces", "foundation")
	if other := fields["foundation"]; other != nil { // lonelybot's word
		if fields["foundations"] != nil {
			other.AddError("another word for foundations, which is given too")
		}
		fields["foundations"] = other
	}
	before := node.ErrorCount()
	d.fields, d.at = fields, map[card.Card][]string{}
	p := empty(r)
	d.tableau(&p)
	d.foundations(&p)
	d.places("cells", p.Cells, r.Cells.Count)
	if r.Reserve.Stacked {
		p.Reserve = d.pile("reserve", r.Reserve.Size)
	} else {
		d.places("reserve", p.Reserve, r.Reserve.Size)
	}
	d.stock(&p)
	waste := 0
	if r.Waste() {
		waste = r.Stock.Size
	}
	p.Waste = d.pile("waste", waste)
	d.redeals(&p)
	d.hole(&p)
	d.sequences(&p)
	d.accordion(&p)
	if node.ErrorCount() == before {
		d.check(&p)
	}
	return p
}

// decoder holds what is known while a document is read.
type decoder struct {
	rules  *rules.Rules
	node   *strict.Node
	fields map[string]*strict.Node
	at     map[card.Card][]string // where each card was seen
	lower  bool                   // whether a card was written as face down
	eyes   *eyes                  // of the player who sees the position; nil if all cards are known
}

// mostPlaces is how many places of a card are booked: more than a deck has of it, and
// enough to complain of.
const mostPlaces = 32

// card reads one card and books its place; the second result tells whether it
// was written with an upper-case suit.
func (d *decoder) card(n *strict.Node) (card.Card, bool) {
	text, ok := n.Text()
	if !ok {
		return card.None, true
	}
	c, upper, err := card.Parse(text)
	switch {
	case d.eyes != nil && text == Unseen:
		n.AddError("%s is a card that was never seen, but the cards here lie, or lay, face up; only cards lying face down, and those of the stock, may be %s", Unseen, Unseen)
		return card.None, true
	case err != nil:
		n.AddError("%s", err)
		return card.None, true
	case c.Rank() > d.rules.MaxRank:
		n.AddError("this game's deck goes up to rank %d and has no %s", d.rules.MaxRank, c)
	case card.Fold(c, d.rules.Suits) != c:
		n.AddError("this game's deck has no %s: of %d suits only the cards of %s",
			c, d.rules.Suits, suitNames(d.rules))
	case len(d.at[c]) < mostPlaces:
		d.at[c] = append(d.at[c], n.Path())
	}
	return c, upper
}

func suitNames(r *rules.Rules) string {
	var names []string
	for _, s := range r.SuitsInPlay() {
		names = append(names, s.String())
	}
	return strings.Join(names, " and ")
}

// list gives the elements of a field, and complains where the game has no place
// for what the document puts there.
func (d *decoder) list(name string, most int, what string) []*strict.Node {
	items, _ := d.fields[name].List()
	if len(items) > most {
		if most == 0 {
			d.fields[name].AddError("this game has no %s", name)
		} else {
			d.fields[name].AddError("%d %s, but this game has %d", len(items), what, most)
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

// places reads fixed places, of which "" is an empty one; places at the end may
// be left out.
func (d *decoder) places(name string, to []card.Card, most int) {
	for i, n := range d.list(name, most, "places") {
		if text, ok := n.Text(); ok && text == "" {
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
		d.node.AddErrorAt("tableau piles", "missing: this game has %d", d.rules.Tableau.Count)
		return
	}
	piles, ok := field.List()
	if ok && len(piles) != d.rules.Tableau.Count {
		field.AddError("%d piles, but this game has %d", len(piles), d.rules.Tableau.Count)
		return
	}
	for i, pile := range piles {
		p.Tableau[i] = d.column(pile)
	}
	faces, given := d.fields["faces"].Text()
	switch {
	case !given:
	case faces != "dealt":
		d.fields["faces"].AddError(`%q is unknown; "dealt" lays the faces as the rules deal them`, faces)
	case d.lower:
		d.fields["faces"].AddError("the deal itself writes cards face down, which contradicts it")
	default:
		layFaces(d.rules, p)
	}
}

// column reads one column. A lower-case suit is a card lying face down, where
// the rules deal cards so.
func (d *decoder) column(pile *strict.Node) Column {
	var c Column
	items, _ := pile.List()
	for i, n := range items {
		x, down := d.inColumn(n)
		c.Cards = append(c.Cards, x)
		if !down {
			continue
		}
		d.lower = true
		name := cmp.Or(x.String(), Unseen)
		switch {
		case i > c.Down:
			n.AddError("%s lies face down on the face-up %s: a card under a face-down card lies face down", name, c.Cards[i-1])
		case i == len(items)-1:
			n.AddError("%s lies face down on top of its pile, where it would have been turned up", name)
		}
		c.Down = i + 1
	}
	return c
}

// inColumn reads a card of a column, and whether it lies face down.
func (d *decoder) inColumn(n *strict.Node) (x card.Card, down bool) {
	if d.unseen(n) {
		if !d.rules.FaceDown() {
			n.AddError("this game deals no cards face down, so that each card of a column is seen")
		}
		return card.None, d.rules.FaceDown()
	}
	x, upper := d.card(n)
	return x, d.rules.FaceDown() && !upper && x != card.None
}

// foundations reads the foundations: a flat list of cards in the order of
// placing, or a list of lists, one per foundation. Where the document is silent
// they are as the deal leaves them.
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
		field.AddError("%d foundations, but this game has %d", len(items), len(d.rules.SuitsInPlay())*d.rules.Copies())
		return
	case nested:
		for _, item := range items {
			pile, _ := item.List()
			piles = append(piles, pile)
		}
	case len(items) > 0 && d.rules.Copies() > 1:
		field.AddError("where the deck has a card more than once, write a list for each foundation")
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

// stack puts whole foundations in place; the suit of its first card says which
// one a list is, and its place among the lists of that suit which of several.
// Where there is a list for every foundation, in the order of suits, an empty one
// keeps the place of an empty foundation.
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
					n.AddError("one foundation of %s too many: this game has %d", suit, d.rules.Copies())
					return
				}
				height = &p.Foundations[int(suit)*d.rules.Copies()+used[suit]]
				used[suit]++
			}
			switch {
			case height == nil: // its first card is complained of already
			case c.Suit() != suit:
				n.AddError("%s is of another suit than its foundation, %s", c, suit)
			default:
				d.found(p, n, c, height)
			}
		}
	}
}

// listsEvery tells whether there is a list for every foundation, in the order in
// which foundations are numbered.
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
		return // complained of already
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

// beak is the card that decides the base of a deal whose other three base cards
// lie on the foundations: the deepest of the first column.
func (d *decoder) beak(p *Position) card.Card {
	if d.rules.Foundations.Initial != rules.InitialThree || len(p.Tableau[0].Cards) == 0 {
		return card.None
	}
	return p.Tableau[0].Cards[0]
}

// base finds the foundations' first rank: the rules', the document's, or that of
// the first card written on a foundation.
func (d *decoder) base(p *Position, piles [][]*strict.Node) {
	field := d.fields["base"]
	text, given := field.Text()
	r, known := card.ParseRank(text)
	switch {
	case given && (!known || r > d.rules.MaxRank):
		field.AddError("%q is no rank of this deck", text)
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
		d.node.AddErrorAt("base", "missing: the deal decides this game's foundation base, and no foundation shows it")
	}
}

// redeals reads how often the waste may still be turned over. It can be left out
// where it can't be doubted: at the start of a game, or where nothing is limited.
func (d *decoder) redeals(p *Position) {
	limit := d.rules.Stock.Redeals
	field := d.fields["redeals left"]
	switch {
	case limit <= 0:
		if field != nil {
			field.AddError("this game does not count redeals")
		}
	case field != nil:
		p.RedealsLeft = 0
		field.Int(&p.RedealsLeft, 0, limit)
	case len(p.Stock) < d.rules.Stock.Size:
		d.node.AddErrorAt("redeals left", "missing: in the middle of a game with at most %d redeals, say how many are left", limit)
	}
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
		d.node.AddErrorAt("hole", "missing: the deal decides this game's first card of the hole")
	}
}

func (d *decoder) sequences(p *Position) {
	rows := d.list("sequences", d.rules.Sequences.Count, "rows")
	if field := d.fields["sequences"]; d.rules.Sequences.Count > 0 && len(rows) < d.rules.Sequences.Count {
		if field == nil {
			field = d.node
		}
		field.AddError("%d rows of sequences, but this game has %d", len(rows), d.rules.Sequences.Count)
		return
	}
	for i, row := range rows[:min(len(rows), len(p.Sequences))] {
		places, _ := row.List()
		if len(places) != int(d.rules.MaxRank) {
			row.AddError("%d places, but a row has %d", len(places), d.rules.MaxRank)
		}
		for _, n := range places {
			c := card.None
			if text, ok := n.Text(); ok && text != "" {
				c, _ = d.card(n)
			}
			if c.Rank() == card.Ace {
				delete(d.at, c) // written as an ace, a gap is meant
				c = card.None
			}
			p.Sequences[i] = append(p.Sequences[i], c)
		}
	}
}

func (d *decoder) accordion(p *Position) {
	p.Accordion = d.pile("accordion", d.rules.Accordion.Size)
	if d.rules.Accordion.Size > 0 && len(p.Accordion) == 0 {
		d.node.AddErrorAt("accordion", "missing or empty: this game is a row of up to %d piles", d.rules.Accordion.Size)
	}
}

// Document writes a position of rules r as the document that reads back as the
// same position, face-down cards with a lower-case suit. Face-down cards and cards of the
// stock that are card.None are written as [Unseen].
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
	if r.Stock.Redeals > 0 {
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
	return append(w.text, '}')
}

// writer writes the document as encoding/json would. It is many times as quick, and
// every question has its position written, to find out its id.
type writer struct{ text []byte }

// field begins a field.
func (w *writer) field(name string) {
	if len(w.text) > 1 {
		w.text = append(w.text, ',')
	}
	w.quote(name)
	w.text = append(w.text, ':')
}

// quote writes a text in which nothing needs to be escaped.
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

// pile writes cards of which the first ones lie face down.
func (w *writer) pile(cards []card.Card, down int) {
	w.list(len(cards), func(i int) {
		if i < down {
			w.quote(cmp.Or(cards[i].Down(), Unseen))
		} else {
			w.quote(cards[i].String())
		}
	})
}

// stock writes the cards of a stock, of which some may not be known.
func (w *writer) stock(cards []card.Card) {
	w.list(len(cards), func(i int) { w.quote(cmp.Or(cards[i].String(), Unseen)) })
}

// foundations lists the foundations' cards: flat with one foundation per
// suit, which the Solvitaire program reads too, and a list per foundation
// otherwise. Empty foundations are written, and then all of them, only where one
// lies before another of its suit that is not empty, which never happens in
// canonical form.
func (w *writer) foundations(p *Position, r *rules.Rules) {
	flat, nested, every := []card.Card{}, [][]card.Card{}, [][]card.Card{}
	gap := false
	for _, s := range r.SuitsInPlay() {
		for i := range r.Copies() {
			at := int(s)*r.Copies() + i
			pile := []card.Card{}
			for h := range p.Foundations[at] {
				pile = append(pile, FoundationCard(r, p.Base, s, h+1))
			}
			flat, every = append(flat, pile...), append(every, pile)
			if len(pile) > 0 {
				nested = append(nested, pile)
				gap = gap || i > 0 && p.Foundations[at-1] == 0
			}
		}
	}
	if gap {
		nested = every
	}
	if r.Copies() == 1 {
		w.pile(flat, 0)
	} else {
		w.list(len(nested), func(i int) { w.pile(nested[i], 0) })
	}
}
