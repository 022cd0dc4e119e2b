package notation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
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
// A foundation is written as its suit and the rank of its top card, 0 if it is empty; where a suit
// has several, it occurs as often. The foundation of a game with a hole is the card on top of the
// hole. The talon is the stock, in the order in which it is turned; if cards of it have been
// turned, the waste stands before an arrow, its top first, as Klondike-Solver writes it.
// Face-down cards are in angle brackets. Only PySol has a talon, brackets and a hole.
//
// People also paste a board as they see it, row by row, and what stands before it: a prompt, a
// headline. Rows are read if the lines are no columns, or if they are a fresh deal as rows and none
// as columns; a colon before a line says that it is a column. A headline is skipped if the rest is
// a board. All this is noted, as is an empty line that is read as an empty column.

// The titles of lines that are not columns, and their fields.
var titles = []struct{ title, field string }{
	{"Foundations:", "foundations"},
	{"Founds:", "foundations"},
	{"Freecells:", "cells"},
	{"FC:", "cells"},
	{"Talon:", "stock"},
}

// board is the lines of a board.
type board struct {
	format  string
	rules   *rules.Rules
	decode  Decode
	titled  []titledLine
	columns []column
	skipped strict.Error // headlines, as errors if the rest is no board
	others  strict.Error // other lines that are not of a board
}

// titledLine is a line that is not a column.
type titledLine struct {
	path, title, field, rest string
	late                     bool // whether it stands behind a column
}

// column is a line without a title.
type column struct {
	words []word
	blank bool // whether the line is empty
	colon bool // whether it begins with a colon, which only columns do
}

// readBoard reads a board of fc-solve or PySol. The notes say what was read otherwise than it is
// written.
func readBoard(format, text string, r *rules.Rules, decode Decode) (p deal.Position, notes []string, err error) {
	b := parseBoard(format, text, r, decode)
	columns := dropBlank(b.columns, r.Tableau.Count)
	rows := b.transposed()
	switch {
	case len(columns) != r.Tableau.Count:
		err = b.miscounted(columns, rows != nil)
	case len(b.others) == 0:
		p, err = b.read(columns)
	}
	if len(b.others) > 0 {
		return deal.Position{}, nil, joined(b.skipped, b.others, err)
	}
	if err == nil {
		notes = blankNotes(columns)
	}
	if rows != nil && (err != nil || !b.areColumns(columns, rows)) {
		switch byRow, wrong := b.read(rows); {
		case err != nil && wrong == nil:
			p, err, notes = byRow, nil, []string{b.rowsNote("its lines fit only as rows")}
		case err != nil:
			if len(columns) != r.Tableau.Count {
				err = wrong
			}
		case wrong == nil && asDealt(r, rows) && !asDealt(r, columns) && restAsDealt(r, &byRow):
			p, notes = byRow, []string{b.rowsNote("its lines are a fresh deal only as rows") + "; if the lines are columns, begin each with a colon"}
		default:
			notes = append(notes, fmt.Sprintf("deal: read as %d columns, one per line; if the lines are rows, give one column per line instead", len(columns)))
		}
	}
	if err != nil {
		return deal.Position{}, nil, joined(b.skipped, nil, err)
	}
	return p, append(skippedNotes(b.skipped), notes...), nil
}

// areColumns reports whether lines that fit as columns and as rows are columns without doubt: one
// begins with a colon, or they are a fresh deal only as columns.
func (b *board) areColumns(columns, rows []column) bool {
	return slices.ContainsFunc(columns, func(c column) bool { return c.colon }) ||
		asDealt(b.rules, columns) && !asDealt(b.rules, rows)
}

// restAsDealt reports whether what is not in the columns of a position is that of a fresh deal.
func restAsDealt(r *rules.Rules, p *deal.Position) bool {
	return len(p.Stock) == r.Stock.Size && card.Filled(p.Cells) == r.Cells.PreFilled
}

// rowsNote returns the note that rows were read, and why.
func (b *board) rowsNote(why string) string {
	return fmt.Sprintf("deal: read by rows, from the top row down, because %s: %s for %s",
		why, deal.Counted(len(written(b.columns)), "line"), deal.Counted(b.rules.Tableau.Count, "column"))
}

// blankNotes returns the note about empty lines that are columns.
func blankNotes(columns []column) []string {
	var empty []string
	for i, c := range columns {
		if c.blank {
			empty = append(empty, strconv.Itoa(i+1))
		}
	}
	if empty == nil {
		return nil
	}
	return []string{fmt.Sprintf("deal: empty lines are read as empty columns: %s; write a colon for an empty column", strings.Join(empty, ", "))}
}

// skippedNotes returns the notes about headlines.
func skippedNotes(skipped strict.Error) []string {
	var notes []string
	for _, line := range skipped {
		notes = append(notes, fmt.Sprintf("%s: skipped, because %s", line.Field, line.Detail))
	}
	return notes
}

// joined puts errors before the errors of a document, up to its limit.
func joined(skipped, others strict.Error, err error) error {
	var mistakes strict.Error
	if err != nil && !errors.As(err, &mistakes) {
		return err
	}
	all := slices.Concat(skipped, others, mistakes)
	return all[:min(len(all), strict.MaxErrors)]
}

// parseBoard tells the lines of a text apart.
func parseBoard(format, text string, r *rules.Rules, decode Decode) *board {
	b := &board{format: format, rules: r, decode: decode}
	titled := true
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		path := linePath(number)
		title, field, rest := titleOf(line)
		switch {
		case field != "":
			b.clearBlank()
			b.titled = append(b.titled, titledLine{path, title, field, rest, !titled})
		case line != "" && isProse(line):
			if b.clearBlank(); len(b.titled)+len(b.columns) == 0 {
				addProse(&b.skipped, path, line)
			} else {
				addProse(&b.others, path, line)
			}
		default:
			titled = titled && line == ""
			cards, colon := strings.CutPrefix(line, ":")
			b.columns = append(b.columns, column{wordsOf(format, path, cards), line == "", colon})
		}
	}
	return b
}

// clearBlank removes the columns if all are empty lines: what comes before a title is no column.
func (b *board) clearBlank() {
	if len(written(b.columns)) == 0 {
		b.columns = nil
	}
}

// addProse adds a line that is not one of cards, up to the limit of a document.
func addProse(to *strict.Error, path, line string) {
	if len(*to) < strict.MaxErrors {
		*to = append(*to, strict.FieldError{Field: path, Detail: fmt.Sprintf("%q is not a line of cards", clip(line))})
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

// written returns the columns that are not empty lines.
func written(columns []column) []column {
	return slices.DeleteFunc(slices.Clone(columns), func(c column) bool { return c.blank })
}

// dropBlank removes blank lines that are not columns. An empty line is an empty column,
// as in fc-solve, unless there are enough columns without; surplus ones before the first
// column, then those behind the last, mean nothing.
func dropBlank(columns []column, count int) []column {
	if full := written(columns); len(full) >= count {
		return full
	}
	for len(columns) > count && columns[0].blank {
		columns = columns[1:]
	}
	for len(columns) > count && columns[len(columns)-1].blank {
		columns = columns[:len(columns)-1]
	}
	return columns
}

// transposed returns the columns that the lines are rows of: in the first a card of each column, and
// in every other one of each column that the deal makes so long. It returns nil if they are not.
func (b *board) transposed() []column {
	lines := written(b.columns)
	lengths := b.rules.ColumnSizes()
	if len(lengths) == 0 || len(lines) != slices.Max(lengths) {
		return nil
	}
	columns := make([]column, len(lengths))
	for row, line := range lines {
		next := line.words
		for i, n := range lengths {
			if n <= row {
				continue
			}
			if len(next) == 0 {
				return nil
			}
			columns[i].words = append(columns[i].words, next[0])
			next = next[1:]
		}
		if len(next) > 0 {
			return nil
		}
	}
	return columns
}

// sizes returns how many cards columns have.
func sizes(columns []column) []int {
	list := make([]int, len(columns))
	for i, c := range columns {
		list[i] = len(c.words)
	}
	return list
}

// asDealt reports whether columns have the shape of a fresh deal, with its faces or all face up.
func asDealt(r *rules.Rules, columns []column) bool {
	dealt := r.FaceDownCards()
	open, faces := true, true
	for i, c := range columns {
		down, want := 0, 0
		for _, w := range c.words {
			if w.down {
				down++
			}
		}
		switch {
		case r.Tableau.OnlyTopFaceUp:
			want = max(0, len(c.words)-1)
		case dealt != nil:
			want = dealt[i]
		}
		open, faces = open && down == 0, faces && down == want
	}
	return slices.Equal(sizes(columns), r.ColumnSizes()) && (open || faces)
}

// miscounted returns the errors of a board with a wrong number of columns.
func (b *board) miscounted(columns []column, rows bool) error {
	d := draft{strict.NewDraft(), b.decode}
	fields := map[string]*strict.Node{}
	for _, t := range b.titled {
		d.titled(b, t, fields)
	}
	hint := ""
	if wide := sizes(columns); !rows && len(columns) > 1 && wide[0] == b.rules.Tableau.Count && slices.Max(wide) == wide[0] {
		hint = fmt.Sprintf("; lines of up to %d cards look like rows: give one column per line", wide[0])
	}
	d.AddError("deal", "%s found, %d expected (one per line)%s", deal.Counted(len(columns), "column"), b.rules.Tableau.Count, hint)
	for _, column := range columns {
		for _, w := range column.words {
			if _, _, err := card.Parse(w.text); err != nil && w.text != deal.Unseen {
				d.AddError(w.path, "%s", err)
			}
		}
	}
	return d.Err()
}

// read reads the board with columns.
func (b *board) read(columns []column) (deal.Position, error) {
	d := draft{strict.NewDraft(), b.decode}
	fields := map[string]*strict.Node{}
	for _, t := range b.titled {
		d.titled(b, t, fields)
	}
	var piles []*strict.Node
	for _, c := range columns {
		if n := len(c.words); n > 0 && c.words[n-1].down && c.words[n-1].text != deal.Unseen {
			top := c.words[n-1]
			d.AddError(top.path, "%s lies face down on top of its pile: write the top card without brackets", strings.ToUpper(top.text))
		}
		piles = append(piles, d.list("deal", c.words))
	}
	if err := d.Err(); err != nil {
		return deal.Position{}, err
	}
	fields["tableau piles"] = d.List("deal", piles)
	return d.position(b.rules, fields)
}

// titled reads a line with a title.
func (d draft) titled(b *board, t titledLine, fields map[string]*strict.Node) {
	field := t.field
	if field == "foundations" && b.rules.Hole.Present {
		field = "hole"
	}
	switch {
	case t.late:
		d.AddError(t.path, "%s must come before all columns", t.title)
	case field == "stock" && b.format == FCSolve:
		d.AddError(t.path, "%s has no talon", b.format)
	case fields[field] != nil:
		d.AddError(t.path, "second line of %s", field)
	case field == "foundations":
		fields[field] = d.foundations(t.path, t.rest, b.rules)
	case field == "hole":
		fields[field] = d.hole(t.path, wordsOf(b.format, t.path, t.rest))
	case field == "cells":
		fields[field] = d.cells(t.path, wordsOf(b.format, t.path, t.rest))
	default:
		fields["waste"], fields[field] = d.talon(b.format, t.path, t.rest)
	}
}

// foundations reads the cards that lie on the foundations.
func (d draft) foundations(path, rest string, r *rules.Rules) *strict.Node {
	piles := map[card.Suit][]*strict.Node{}
	for _, text := range fields(rest) {
		suit, rank, _ := strings.Cut(text, "-")
		s, isSuit := card.ParseSuit(suit)
		top, isRank := card.ParseRank(rank)
		switch {
		case !isSuit || !isRank && rank != "0":
			d.AddError(path, "%.20q is not a foundation: write suit and top rank, for example H-6, or H-0 if empty", text)
			continue
		case !slices.Contains(r.SuitsInPlay(), s):
			d.AddError(path, "%.20q: this game has no foundation of %s", text, s)
			continue
		case len(piles[s]) == r.Copies():
			times := "twice"
			if r.Copies() > 1 {
				times = fmt.Sprintf("more than %d times", r.Copies())
			}
			d.AddError(path, "foundation of %s given %s", s, times)
			continue
		}
		var cards []*strict.Node
		for h := card.Ace; h <= top; h++ {
			cards = append(cards, d.Text(path+" "+text, card.New(h, s).String()))
		}
		piles[s] = append(piles[s], d.List(path, cards))
	}
	var all []*strict.Node // a list for each, in the order of documents
	for _, s := range r.SuitsInPlay() {
		for len(piles[s]) < r.Copies() {
			piles[s] = append(piles[s], d.List(path, nil))
		}
		all = append(all, piles[s]...)
	}
	return d.List(path, all)
}

// hole reads the card on top of the hole; a dash is an empty hole.
func (d draft) hole(path string, words []word) *strict.Node {
	if len(words) != 1 {
		d.AddError(path, "%s found, 1 expected: the one on top of the hole", deal.Counted(len(words), "card"))
		return d.Text(path, "")
	}
	if text := words[0].text; text == "-" || text == emptyPlace {
		d.AddError(path, "the hole is empty, but this game begins with a card in it: name a card that is to go there first, and take it out of its column; each first card is a question of its own")
	}
	return d.place(words[0])
}

// cells reads the cells; a dash is an empty one.
func (d draft) cells(path string, words []word) *strict.Node {
	var places []*strict.Node
	for _, w := range words {
		places = append(places, d.place(w))
	}
	return d.List(path, places)
}

// place reads a card, or a dash where there is none.
func (d draft) place(w word) *strict.Node {
	if w.text == "-" || w.text == emptyPlace {
		return d.Text(w.path, "")
	}
	return d.Text(w.path, w.text)
}

// talon reads waste and stock, both written from their tops.
func (d draft) talon(format, path, rest string) (waste, stock *strict.Node) {
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
	words := wordsOf(format, path, turned+" "+left)
	n := len(fields(turned))
	pile := func(words []word) *strict.Node {
		slices.Reverse(words)
		return d.list(path, words)
	}
	if stock = pile(words[n:]); arrow {
		waste = pile(words[:n])
	}
	return waste, stock
}
