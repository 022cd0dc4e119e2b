package deal

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// The line form of a position is one line of characters that need no escapes in an address. Its grammar is in
// docs/build/line.md. It is read as the plain form of the same cards.

// lineLetters begin the parts of a line, in the order in which they are written; lineFields are the fields of the plain
// form that they stand for.
const lineLetters = "tfbcrswnhqap"

var lineFields = []string{"tableau piles", "foundations", "base", "cells", "reserve", "stock", "waste", "redeals left", "hole", "sequences", "accordion", "rows"}

const (
	lineBreak  = "~" // between parts
	pileBreak  = "." // between piles
	emptyPlace = "-"
	unseenCard = "_"

	mostLine = 1000 // bytes: two packs take half of that
)

// IsLine reports whether a text may be a position in the line form: it has only the characters of one.
func IsLine(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool {
		return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.ContainsRune(lineBreak+pileBreak+emptyPlace+unseenCard, c))
	}) && strings.IndexByte(lineLetters, text[0]) >= 0
}

// Line writes the position under rules r in the line form. A position has one line, and a line has one position. Parts
// without cards are left out.
func (p *Position) Line(r *rules.Rules) string {
	var w lineWriter
	if len(p.Tableau) > 0 {
		w.part('t')
		for i, c := range p.Tableau {
			w.pile(i, c.Cards, c.Down)
		}
	}
	if p.Founded() > 0 {
		w.part('f')
		for _, s := range r.SuitsInPlay() {
			for _, height := range p.Foundations[int(s)*r.Copies():][:r.Copies()] {
				if height == 0 {
					w.card(card.None, emptyPlace)
				} else {
					w.card(FoundationCard(r, p.Base, s, height), "")
				}
			}
		}
	}
	if r.Foundations.Present && r.Foundations.Base == rules.RandomBase {
		w.part('b')
		w.WriteString(p.Base.String())
	}
	w.places('c', p.Cells)
	w.places('r', p.Reserve)
	if len(p.Stock) > 0 {
		w.part('s')
		for _, c := range p.Stock {
			w.card(c, unseenCard)
		}
	}
	w.places('w', p.Waste)
	if r.Redeals() > 0 {
		w.part('n')
		fmt.Fprint(&w, p.RedealsLeft)
	}
	if p.Hole != card.None {
		w.places('h', []card.Card{p.Hole})
	}
	w.rows('q', p.Sequences)
	w.places('a', p.Accordion)
	w.rows('p', p.Rows)
	return w.String()
}

// lineWriter writes the parts of a line.
type lineWriter struct{ strings.Builder }

// part begins a part.
func (w *lineWriter) part(letter byte) {
	if w.Len() > 0 {
		w.WriteString(lineBreak)
	}
	w.WriteByte(letter)
}

// card writes a card, or other words if there is none.
func (w *lineWriter) card(c card.Card, none string) {
	switch c {
	case card.None:
		w.WriteString(none)
	case card.Unknown:
		w.WriteString(unseenCard)
	default:
		w.WriteString(c.String())
	}
}

// pile writes the pile with a number, from 0, of a part. The first down cards lie face down.
func (w *lineWriter) pile(number int, cards []card.Card, down int) {
	if number > 0 {
		w.WriteString(pileBreak)
	}
	for i, c := range cards {
		if i < down {
			w.WriteString(cmp.Or(c.Down(), unseenCard))
		} else {
			w.card(c, emptyPlace)
		}
	}
}

// places writes a part of one pile, or of places that hold a card each, unless there is no card.
func (w *lineWriter) places(letter byte, cards []card.Card) {
	if card.Filled(cards) > 0 {
		w.part(letter)
		w.pile(0, cards, 0)
	}
}

// rows writes a part of several rows of places.
func (w *lineWriter) rows(letter byte, rows [][]card.Card) {
	if len(rows) == 0 {
		return
	}
	w.part(letter)
	for i, row := range rows {
		w.pile(i, row, 0)
	}
}

// ofLine returns the plain form of a document in the line form. Errors about cards name their places in the plain
// form.
func (d *decoder) ofLine() *strict.Node {
	const letters = "t, f, b, c, r, s, w, n, h, q, a or p"
	text, _ := d.node.Text()
	l := lineReader{Draft: d.node.Draft(), decoder: d}
	switch {
	case len(text) > mostLine:
		d.node.AddError("the line has %d characters, at most %d allowed", len(text), mostLine)
		return nil
	case !IsLine(text):
		d.node.AddError("expected an object, or a position in one line, which has only letters, digits and - . _ ~ and begins with %s", letters)
		return nil
	}
	values := make([]string, len(lineFields))
	given := make([]bool, len(lineFields))
	for part := range strings.SplitSeq(text, lineBreak) {
		i := -1
		if part != "" {
			i = strings.IndexByte(lineLetters, part[0])
		}
		switch {
		case i < 0:
			d.node.AddError("%q is not a part of a line: each begins with %s", clip(part), letters)
			return nil
		case given[i]:
			d.node.AddError("the line has the part %c twice", part[0])
			return nil
		}
		values[i], given[i] = part[1:], true
	}
	fields := map[string]*strict.Node{}
	for i, field := range lineFields {
		if !given[i] {
			continue
		}
		value := values[i]
		path := d.node.Path() + "." + field
		switch field {
		case "tableau piles", "sequences", "rows":
			var piles []*strict.Node
			for i, pile := range strings.Split(value, pileBreak) {
				at := fmt.Sprintf("%s[%d]", path, i)
				piles = append(piles, l.List(at, l.cards(at, pile)))
			}
			fields[field] = l.List(path, piles)
		case "base":
			fields[field] = l.Text(path, value)
		case "redeals left":
			fields[field] = l.Number(path, value)
		case "hole":
			if cards := l.cards(path, value); len(cards) == 1 {
				fields[field] = l.Text(path, value)
			} else {
				l.AddError(path, "%d cards found, 1 expected: the top card", len(cards))
			}
		case "foundations":
			fields[field] = l.foundations(path, value, values[strings.IndexByte(lineLetters, 'b')])
		default:
			fields[field] = l.List(path, l.cards(path, value))
		}
	}
	if d.rules.Foundations.Present && fields["foundations"] == nil {
		fields["foundations"] = l.List(d.node.Path()+".foundations", nil)
	}
	return l.Object(d.node.Path(), fields)
}

// lineReader reads the parts of a line.
type lineReader struct {
	strict.Draft
	*decoder
}

// cards reads cards and places.
func (l *lineReader) cards(path, text string) []*strict.Node {
	var list []*strict.Node
	for text != "" {
		at := fmt.Sprintf("%s[%d]", path, len(list))
		switch text[:1] {
		case emptyPlace:
			list, text = append(list, l.Text(at, "")), text[1:]
			continue
		case unseenCard:
			list, text = append(list, l.Text(at, Unseen)), text[1:]
			continue
		}
		n := min(2, len(text))
		list, text = append(list, l.Text(at, text[:n])), text[n:]
	}
	return list
}

// foundations reads the top card of each foundation as all cards of it.
func (l *lineReader) foundations(path, text, base string) *strict.Node {
	r := l.rules
	tops := l.cards(path, text)
	if !r.Foundations.Present {
		return l.List(path, tops) // the decoder says that there are none
	}
	first := r.Foundations.Base
	if first == rules.RandomBase {
		var known bool
		if first, known = card.ParseRank(base); !known || first > r.MaxRank {
			l.AddError(path, "the line needs the part b before it can have foundations: the first rank of the foundations, which the deal decides in this game")
			return nil
		}
	}
	suits := r.SuitsInPlay()
	if want := len(suits) * r.Copies(); len(tops) != want {
		l.AddError(path, "%s found, %d expected: the top card of each foundation, or - for an empty one", Counted(len(tops), "place"), want)
		return nil
	}
	var piles []*strict.Node
	for i, top := range tops {
		text, _ := top.Text()
		c, _, err := card.Parse(text)
		var cards []*strict.Node
		switch {
		case text == "":
		case err != nil || c.Rank() > r.MaxRank:
			cards = append(cards, top) // the decoder says why not
		case c.Suit() != suits[i/r.Copies()]:
			top.AddError("%s is not of its foundation's suit, %s: the foundations are in the order C, H, S, D", c, suits[i/r.Copies()])
		default:
			for height := range AboveBase(r, first, c) {
				cards = append(cards, l.Text(top.Path(), FoundationCard(r, first, c.Suit(), height+1).String()))
			}
		}
		piles = append(piles, l.List(top.Path(), cards))
	}
	return l.List(path, piles)
}

// clip shortens input for use in an error.
func clip(text string) string { return text[:min(len(text), 20)] }
