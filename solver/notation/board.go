package notation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// A board has a line for each column, its deepest card first, optionally after a colon,
// and before them lines for the game's other parts:
//
//	Foundations: H-6 C-9 D-2 S-0
//	Talon: TC TS ==> AD 4D QS <==
//	Freecells: QS 3S - KD
//	: <7H> <5S> 9H
//
// A foundation is written as its suit and the rank of its top card, 0 if it is empty. The
// talon is the stock, in the order in which it is turned; if cards of it have been
// turned, the waste stands before an arrow, its top first, as Klondike-Solver writes it.
// Face-down cards are in angle brackets. Only PySol has a talon and brackets.

// The titles of lines that are not columns, and their fields.
var titles = []struct{ title, field string }{
	{"Foundations:", "foundations"},
	{"Founds:", "foundations"},
	{"Freecells:", "cells"},
	{"FC:", "cells"},
	{"Talon:", "stock"},
}

// readBoard reads a board of fc-solve or PySol.
func readBoard(format, text string, r *rules.Rules) (deal.Position, error) {
	d := draft{strict.NewDraft()}
	fields := map[string]*strict.Node{}
	var columns []*strict.Node
	blank := map[*strict.Node]bool{} // columns that are empty lines
	titled := true
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		path := fmt.Sprintf("deal line %d", number)
		title, field, rest := titleOf(line)
		switch {
		case field != "" && !titled:
			d.AddError(path, "%s must come before all columns", title)
		case field == "stock" && format == FCSolve:
			d.AddError(path, "%s has no talon", format)
		case fields[field] != nil:
			d.AddError(path, "second line of %s", field)
		case field == "foundations":
			fields[field] = d.foundations(path, rest)
		case field == "cells":
			fields[field] = d.cells(path, rest)
		case field == "stock":
			fields["waste"], fields["stock"] = d.talon(path, rest)
		default:
			titled = titled && line == ""
			words := strings.Fields(strings.TrimPrefix(line, ":"))
			column := d.list(path, faces(format, words))
			blank[column] = line == ""
			columns = append(columns, column)
		}
	}
	if err := d.Err(); err != nil {
		return deal.Position{}, err
	}
	columns = dropBlank(columns, blank, r.Tableau.Count)
	if len(columns) != r.Tableau.Count {
		found := "1 column"
		if len(columns) != 1 {
			found = fmt.Sprintf("%d columns", len(columns))
		}
		d.AddError("deal", "%s found, %d expected (one per line)", found, r.Tableau.Count)
		for _, column := range columns {
			d.checkCards(column)
		}
		return deal.Position{}, d.Err()
	}
	fields["tableau piles"] = d.List("deal", columns)
	return d.position(r, fields)
}

// checkCards adds an error for each word of a column that is no card.
func (d draft) checkCards(column *strict.Node) {
	words, _ := column.List()
	for _, word := range words {
		text, _ := word.Text()
		if _, _, err := card.Parse(text); err != nil {
			word.AddError("%s", err)
		}
	}
}

// titleOf splits a line with a title.
func titleOf(line string) (title, field, rest string) {
	for _, t := range titles {
		if rest, ok := cutPrefixFold(line, t.title); ok {
			return t.title, t.field, rest
		}
	}
	return "", "", line
}

// dropBlank removes blank lines that are not columns. An empty line is an empty column,
// as in fc-solve, unless there are enough columns without; surplus ones before the first
// column and behind the last mean nothing.
func dropBlank(columns []*strict.Node, blank map[*strict.Node]bool, count int) []*strict.Node {
	written := slices.DeleteFunc(slices.Clone(columns), func(n *strict.Node) bool { return blank[n] })
	if len(written) >= count {
		return written
	}
	for len(columns) > count && blank[columns[len(columns)-1]] {
		columns = columns[:len(columns)-1]
	}
	for len(columns) > count && blank[columns[0]] {
		columns = columns[1:]
	}
	return columns
}

// faces writes cards as documents do: those in brackets with a lower-case suit, all
// others with an upper-case one. Anything else stays as it is.
func faces(format string, words []string) []string {
	texts := slices.Clone(words)
	for i, w := range words {
		plain := w
		down := format == PySol && len(w) > 2 && w[0] == '<' && w[len(w)-1] == '>'
		if down {
			plain = w[1 : len(w)-1]
		}
		switch c, _, err := card.Parse(plain); {
		case err == nil && down:
			texts[i] = c.Down()
		case err == nil:
			texts[i] = c.String()
		}
	}
	return texts
}

// foundations reads the cards that lie on the foundations.
func (d draft) foundations(path, rest string) *strict.Node {
	var cards []*strict.Node
	seen := map[card.Suit]bool{}
	for word := range strings.FieldsSeq(rest) {
		suit, rank, _ := strings.Cut(word, "-")
		s, isSuit := card.ParseSuit(suit)
		top, isRank := card.ParseRank(rank)
		switch {
		case !isSuit || !isRank && rank != "0":
			d.AddError(path, "%.20q is not a foundation: write suit and top rank, for example H-6, or H-0 if empty", word)
		case seen[s]:
			d.AddError(path, "foundation of %s given twice", s)
		}
		seen[s] = true
		for h := card.Ace; h <= top; h++ {
			cards = append(cards, d.Text(path+" "+word, card.New(h, s).String()))
		}
	}
	return d.List(path, cards)
}

// cells reads the cells; a dash is an empty one.
func (d draft) cells(path, rest string) *strict.Node {
	words := strings.Fields(rest)
	for i, w := range words {
		if w == "-" {
			words[i] = ""
		}
	}
	return d.list(path, words)
}

// talon reads waste and stock, both written from their tops.
func (d draft) talon(path, rest string) (waste, stock *strict.Node) {
	turned, left, arrow := strings.Cut(rest, "==>")
	if !arrow {
		turned, left = "", rest
	}
	if arrow {
		var closed bool
		if left, closed = strings.CutSuffix(strings.TrimSpace(left), "<=="); !closed {
			d.AddError(path, "the stock after ==> must end in <==")
		}
	}
	w, s := strings.Fields(turned), strings.Fields(left)
	var cards []*strict.Node
	for i, word := range slices.Concat(w, s) {
		cards = append(cards, d.Text(fmt.Sprintf("%s card %d", path, i+1), word))
	}
	pile := func(cards []*strict.Node) *strict.Node {
		slices.Reverse(cards)
		return d.List(path, cards)
	}
	if stock = pile(cards[len(w):]); arrow {
		waste = pile(cards[:len(w)])
	}
	return waste, stock
}

// writeBoard writes a position. Lines for empty foundations or cells are left out, as
// programs that deal boards do.
func writeBoard(r *rules.Rules, p *deal.Position) string {
	var text strings.Builder
	line := func(title string, words []string) {
		if title != "" {
			words = slices.Insert(words, 0, title)
		}
		text.WriteString(strings.Join(words, " ") + "\n")
	}
	if slices.Max(p.Foundations) > 0 || r.Foundations.Initial != rules.InitialNone {
		var words []string
		for _, s := range []card.Suit{card.Hearts, card.Clubs, card.Diamonds, card.Spades} {
			top := "0"
			if h := p.Foundations[s]; h > 0 {
				top = card.Rank(h).String()
			}
			words = append(words, s.String()+"-"+top)
		}
		line("Foundations:", words)
	}
	if r.Stock.Size > 0 {
		words := downwards(p.Stock)
		if len(p.Waste) > 0 {
			words = slices.Concat(downwards(p.Waste), []string{"==>"}, words, []string{"<=="})
		}
		line("Talon:", words)
	}
	if r.Cells.Count > 0 && slices.Max(p.Cells) != card.None {
		var words []string
		for _, c := range p.Cells {
			if c == card.None {
				words = append(words, "-")
			} else {
				words = append(words, c.String())
			}
		}
		line("Freecells:", words)
	}
	for _, column := range p.Tableau {
		var words []string
		for i, c := range column.Cards {
			if i < column.Down {
				words = append(words, "<"+c.String()+">")
			} else {
				words = append(words, c.String())
			}
		}
		if len(words) == 0 {
			words = []string{":"} // an empty line would do, but looks like the end
		}
		line("", words)
	}
	return text.String()
}

// downwards writes the cards of a pile from its top.
func downwards(pile []card.Card) []string {
	var words []string
	for _, c := range slices.Backward(pile) {
		words = append(words, c.String())
	}
	return words
}
