package notation

import (
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

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
	if r.Stock.Size > 0 {
		line("Talon:", talon(p))
	}
	switch {
	case r.Hole.Present && p.Hole == card.None:
		line("Foundations:", []string{"-"})
	case r.Hole.Present:
		line("Foundations:", []string{p.Hole.String()})
	case slices.Max(p.Foundations) > 0 || r.Foundations.Initial != rules.InitialNone:
		line("Foundations:", tops(r, p))
	}
	if r.Cells.Count > 0 && slices.Max(p.Cells) != card.None {
		line("Freecells:", []string{card.Join(p.Cells, " ", "-")})
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

// tops writes the foundations as suits and ranks, one pack after the other.
func tops(r *rules.Rules, p *deal.Position) []string {
	var words []string
	for i := range r.Copies() {
		for _, s := range []card.Suit{card.Hearts, card.Clubs, card.Diamonds, card.Spades} {
			if !slices.Contains(r.SuitsInPlay(), s) {
				continue
			}
			top := "0"
			if h := p.Foundations[int(s)*r.Copies()+i]; h > 0 {
				top = card.Rank(h).String()
			}
			words = append(words, s.String()+"-"+top)
		}
	}
	return words
}

// talon writes waste and stock.
func talon(p *deal.Position) []string {
	words := downwards(p.Stock)
	if len(p.Waste) > 0 {
		words = slices.Concat(downwards(p.Waste), []string{"==>"}, words, []string{"<=="})
	}
	return words
}

// downwards writes the cards of a pile from its top.
func downwards(pile []card.Card) []string {
	var words []string
	for _, c := range slices.Backward(pile) {
		words = append(words, c.String())
	}
	return words
}
