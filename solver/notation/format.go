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

// The formats of deals.
const (
	FCSolve        = "fc-solve"        // a line for each column, all cards face up, no stock
	PySol          = "pysol"           // the same with a talon and face-down cards
	KlondikeSolver = "klondike-solver" // 156 digits, three for each card
	Rows           = "rows"            // rows of cards that cover each other, from the top, then the stock
)

// Formats returns the formats of deals.
func Formats() []string { return []string{FCSolve, PySol, KlondikeSolver, Rows} }

// Unsupported reports that a dialect can't express a game, a position or a move.
type Unsupported struct {
	Dialect string
	Feature string // what can't be expressed, such as "a reserve"
}

func (e *Unsupported) Error() string {
	return e.Dialect + " can't express " + e.Feature
}

// maxText bounds a deal's text: a hundred times what the longest needs.
const maxText = 1 << 15

// CheckFormat checks that a format can express deals of a game. The error is a
// *Unsupported, which also says what other formats can.
func CheckFormat(format string, r *rules.Rules) error {
	feature := lacking(format, r)
	if feature == "" {
		return nil
	}
	others := slices.DeleteFunc(Formats(), func(other string) bool { return lacking(other, r) != "" })
	if len(others) > 0 {
		feature += "; " + strings.Join(others, " and ") + " can"
	}
	return &Unsupported{format, feature}
}

// lacking returns what a format can't express of a game; empty, if it can express its deals.
func lacking(format string, r *rules.Rules) string {
	for _, gap := range []struct {
		lacking bool
		lacks   string
	}{
		{r.Accordion.Size > 0, "an accordion"},
		{r.Sequences.Count > 0, "sequences"},
		{format != Rows && r.Rows.Shape != rules.NoRows, "rows of cards that cover each other"},
		{format == Rows && r.Rows.Shape == rules.NoRows, "a game without rows of cards that cover each other"},
		{format == Rows && r.Tableau.Count > 0, "columns"},
		{format == Rows && r.Cells.Count > 0, "cells"},
		{r.Discards(), "discards"},
		{format != PySol && r.Hole.Present, "a hole in place of foundations"},
		{format != PySol && (r.DeckSize() != 52 || r.Decks != 1 || r.Suits != card.Suits), "a deck other than one pack of 52 cards in four suits"},
		{r.Foundations.Present && r.Foundations.Base == rules.RandomBase, "a foundation base that the deal decides"},
		{r.Foundations.Present && r.Foundations.Base != card.Ace, "foundations that don't start with the ace"},
		{r.Reserve.Size > 0, "a reserve"},
		{r.Tableau.Packets > 0, "columns that are redealt"},
		{format == FCSolve && r.Stock.Size > 0, "a stock"},
		{format == FCSolve && r.FaceDown(), "cards that lie face down"},
		{format == KlondikeSolver && r.Cells.Count > 0, "cells"},
		{format == KlondikeSolver && !deal.LaidOutAsKlondike(r), "another layout than Klondike's (seven columns of one to seven cards, and a stock of 24 that goes to a waste)"},
	} {
		if gap.lacking {
			return gap.lacks
		}
	}
	return ""
}

// Decode reads a position from a document. [deal.Decode] is the one for positions whose cards are
// all known.
type Decode func(*strict.Node, *rules.Rules) deal.Position

// ReadDeal reads a deal or a position under rules r by decode. The notes name the parts of the text
// that were not read literally. The error is a [strict.Error], which names lines and cards under
// "deal", or a *Unsupported.
func ReadDeal(format, text string, r *rules.Rules, decode Decode) (p deal.Position, notes []string, err error) {
	if err := CheckFormat(format, r); err != nil {
		return deal.Position{}, nil, err
	}
	if len(text) > maxText {
		return deal.Position{}, nil, dealError("text has %d bytes, at most %d allowed", len(text), maxText)
	}
	text = strict.TrimMark(text)
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		return deal.Position{}, nil, dealError("looks like JSON, not like a deal of %s: leave out the format", format)
	}
	switch format {
	case KlondikeSolver:
		return readPack(text, r, decode)
	case Rows:
		return readRows(text, r, decode)
	}
	return readBoard(format, text, r, decode)
}

// WriteDeal writes a position of rules r, with a final line feed. The error is a
// *Unsupported.
func WriteDeal(format string, r *rules.Rules, p *deal.Position) (string, error) {
	if err := CheckFormat(format, r); err != nil {
		return "", err
	}
	if r.Stock.Redeals > 0 && (p.RedealsLeft != r.Stock.Redeals || len(p.Stock) < r.Stock.Size) {
		return "", &Unsupported{format, "how many redeals are left"}
	}
	switch format {
	case KlondikeSolver:
		return writePack(r, p)
	case Rows:
		return writeRows(r, p), nil
	}
	return writeBoard(r, p), nil
}

// dealError returns an error about the text as a whole.
func dealError(format string, args ...any) error {
	return strict.Error{{Field: "deal", Detail: fmt.Sprintf(format, args...)}}
}

// draft builds a document from text; see [strict.Draft].
type draft struct {
	strict.Draft
	decode Decode
}

// list returns a list of cards.
func (d draft) list(path string, words []word) *strict.Node {
	var cards []*strict.Node
	for _, w := range words {
		cards = append(cards, d.Text(w.path, w.text))
	}
	return d.List(path, cards)
}

// position reads the document as a position.
func (d draft) position(r *rules.Rules, fields map[string]*strict.Node) (deal.Position, error) {
	node := d.Object("deal", fields)
	p := d.decode(node, r)
	return p, node.Err()
}

// cutPrefixFold is strings.CutPrefix regardless of case.
func cutPrefixFold(text, word string) (rest string, ok bool) {
	if len(text) < len(word) || !strings.EqualFold(text[:len(word)], word) {
		return text, false
	}
	return text[len(word):], true
}
