package notation

import (
	"fmt"
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
)

// Formats returns the formats of deals.
func Formats() []string { return []string{FCSolve, PySol, KlondikeSolver} }

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
// *Unsupported.
func CheckFormat(format string, r *rules.Rules) error {
	for _, gap := range []struct {
		lacking bool
		lacks   string
	}{
		{r.Accordion.Size > 0, "an accordion"},
		{r.Sequences.Count > 0, "sequences"},
		{r.Rows.Shape != rules.NoRows, "rows of cards that cover each other"},
		{r.Discards(), "discards"},
		{r.Hole.Present || !r.Foundations.Present, "a hole in place of foundations"},
		{r.DeckSize() != 52 || r.Decks != 1 || r.Suits != card.Suits, "a deck other than one pack of 52 cards in four suits"},
		{r.Foundations.Base == rules.RandomBase, "a foundation base that the deal decides"},
		{r.Foundations.Base != card.Ace, "foundations that don't start with the ace"},
		{r.Reserve.Size > 0, "a reserve"},
		{r.Tableau.Packets > 0, "columns that are redealt"},
		{format == FCSolve && r.Stock.Size > 0, "a stock"},
		{format == FCSolve && r.FaceDown(), "cards that lie face down"},
		{format == KlondikeSolver && r.Cells.Count > 0, "cells"},
		{format == KlondikeSolver && !deal.LaidOutAsKlondike(r), "another layout than Klondike's (seven columns of one to seven cards, and a stock of 24 that goes to a waste)"},
	} {
		if gap.lacking {
			return &Unsupported{format, gap.lacks}
		}
	}
	return nil
}

// ReadDeal reads a deal or a position under rules r. The error is a [strict.Error], which
// names lines and cards under "deal", or a *Unsupported.
func ReadDeal(format, text string, r *rules.Rules) (deal.Position, error) {
	if err := CheckFormat(format, r); err != nil {
		return deal.Position{}, err
	}
	if len(text) > maxText {
		return deal.Position{}, dealError("text has %d bytes, at most %d allowed", len(text), maxText)
	}
	if format == KlondikeSolver {
		return readPack(text, r)
	}
	return readBoard(format, text, r)
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
	if format == KlondikeSolver {
		return writePack(r, p)
	}
	return writeBoard(r, p), nil
}

// dealError returns an error about the text as a whole.
func dealError(format string, args ...any) error {
	return strict.Error{{Field: "deal", Detail: fmt.Sprintf(format, args...)}}
}

// draft builds a document from text; see [strict.Draft].
type draft struct{ strict.Draft }

// list returns a list of cards with numbered paths.
func (d draft) list(path string, texts []string) *strict.Node {
	var cards []*strict.Node
	for i, text := range texts {
		cards = append(cards, d.Text(fmt.Sprintf("%s card %d", path, i+1), text))
	}
	return d.List(path, cards)
}

// position reads the document as a position.
func (d draft) position(r *rules.Rules, fields map[string]*strict.Node) (deal.Position, error) {
	node := d.Object("deal", fields)
	p := deal.Decode(node, r)
	return p, node.Err()
}

// cutPrefixFold is strings.CutPrefix regardless of case.
func cutPrefixFold(text, word string) (rest string, ok bool) {
	if len(text) < len(word) || !strings.EqualFold(text[:len(word)], word) {
		return text, false
	}
	return text[len(word):], true
}
