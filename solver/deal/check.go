package deal

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// check adds the errors of the position as a whole: cards that are missing or in two
// places.
func (d *decoder) check(p *Position) {
	r := d.rules
	if r.Foundations.CompleteOnly {
		for _, h := range p.Foundations {
			if h != 0 && h != int(r.MaxRank) {
				d.addErrorAt("foundations", "this game's foundations hold a complete suit or nothing")
			}
		}
	}
	switch n := len(p.Stock) + len(p.Waste); {
	case r.Rows.ToWaste:
		if len(p.Waste) == 0 {
			d.addErrorAt("waste", "missing or empty: the deal turns its first card, and no card leaves it")
		}
	case n > r.Stock.Size:
		d.addErrorAt("waste", "%d cards in stock and waste together, at most %d allowed", n, r.Stock.Size)
	}

	expected := map[card.Card]int{}
	for _, c := range card.Deck(r.MaxRank, r.Decks, r.Suits) {
		expected[c]++
	}
	// In these games cards leave the table for good: under the hole's top card, under the
	// piles of an accordion, in pairs, or as discards. The aces of sequences are the gaps.
	mayLack := r.Hole.Present || r.Accordion.Size > 0 || r.Rows.PairSum > 0 || r.Discards()
	var missing []card.Card
	for _, c := range slices.Sorted(maps.Keys(expected)) {
		seen := len(d.at[c])
		if r.Sequences.Count > 0 && c.Rank() == card.Ace {
			continue
		}
		switch {
		case seen > expected[c]:
			times := "twice"
			if expected[c] > 1 {
				times = "too often"
			}
			d.node.AddError("%s occurs %s: at %s", c, times, strings.Join(d.at[c], ", "))
		case seen < expected[c]:
			missing = append(missing, slices.Repeat([]card.Card{c}, expected[c]-seen)...)
		}
	}
	switch {
	case d.unseenCards != nil && d.unseenCards.places > 0:
		d.unseenCards.identify(d.node, missing, mayLack)
	case len(missing) > 0 && !mayLack:
		missing = slices.Compact(missing)
		d.node.AddError("%s %s missing", names(missing), are(len(missing)))
	}
}

func names(cards []card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return strings.Join(words, ", ")
}

// counted returns a number of things in words, such as "1 pile".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
