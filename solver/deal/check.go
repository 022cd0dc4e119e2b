package deal

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// check adds the errors of a position in which each pile is right: piles that don't agree, and
// cards that are missing.
func (d *decoder) check(p *Position, deck map[card.Card]int) {
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

	// In these games cards leave the table for good: under the hole's top card, under the
	// piles of an accordion, in pairs, or as discards. The aces of sequences are the gaps.
	mayLack := r.Hole.Present || r.Accordion.Size > 0 || r.Rows.PairSum > 0 || r.Discards()
	var missing []card.Card
	for c, n := range deck {
		if r.Sequences.Count == 0 || c.Rank() != card.Ace {
			missing = append(missing, slices.Repeat([]card.Card{c}, max(0, n-len(d.at[c])))...)
		}
	}
	slices.Sort(missing)
	switch {
	case d.unseenCards != nil && d.unseenCards.places > 0:
		d.unseenCards.identify(d.node, missing, mayLack)
	case r.Rows.PairSum > 0 || r.Discards():
		d.left(missing)
	case len(missing) > 0 && !mayLack:
		missing = slices.Compact(missing)
		d.node.AddError("%s %s missing", names(missing), are(len(missing)))
	}
}

// deckOf returns how often a game has each card if its deck has the given number of suits.
func deckOf(r *rules.Rules, suits int) map[card.Card]int {
	deck := map[card.Card]int{}
	for _, c := range card.Deck(r.MaxRank, r.Decks, suits) {
		deck[c]++
	}
	return deck
}

// otherSuits adds the errors of cards whose suits the deck lacks. If the cards are those of a deck of
// another number of suits, it adds only that, and the game that has them, and returns true.
func (d *decoder) otherSuits() bool {
	r := d.rules
	fits := func(suits int) bool {
		deck := deckOf(r, suits)
		for c, places := range d.at {
			if len(places) > deck[c] {
				return false
			}
		}
		return true
	}
	if fits(r.Suits) {
		return false
	}
	seen := 0
	for _, places := range d.at {
		seen += len(places)
	}
	for _, suits := range []int{4, 2, 1} {
		if suits == r.Suits || 2*seen < r.DeckSize() || !fits(suits) { // few cards fit by chance
			continue
		}
		way := fmt.Sprintf("rules with \"suits\": %d have them", suits)
		for _, g := range rules.Games() {
			other := g.Rules
			if other.Suits == suits {
				if other.Suits = r.Suits; other == *r {
					way = g.Name + " has them"
					break
				}
			}
		}
		d.node.AddError("these cards are of a deck with %s, but this game has %d: %s", Counted(suits, "suit"), r.Suits, way)
		return true
	}
	for _, n := range d.foreign {
		text, _ := n.Text()
		c, _, _ := card.Parse(text)
		n.AddError("%s is not in this game's deck, which has only cards of %s", c, suitNames(r))
	}
	return false
}

func suitNames(r *rules.Rules) string {
	var names []string
	for _, s := range r.SuitsInPlay() {
		names = append(names, s.String())
	}
	return strings.Join(names, " and ")
}

// twice adds an error for each card that is in too many places.
func (d *decoder) twice(deck map[card.Card]int) {
	for _, c := range slices.Sorted(maps.Keys(d.at)) {
		if len(d.at[c]) <= deck[c] || deck[c] == 0 {
			continue
		}
		times := "twice"
		if deck[c] > 1 {
			times = "too often"
		}
		d.node.AddError("%s occurs %s: at %s", c, times, strings.Join(d.at[c], ", "))
	}
}

// left is for games of pairs or discards. It adds an error for each rank if more of its cards are
// missing than play can have removed from the table.
func (d *decoder) left(missing []card.Card) {
	r := d.rules
	var gone [card.MaxRank + 1][]card.Card // by rank
	for _, c := range missing {
		gone[c.Rank()] = append(gone[c.Rank()], c)
	}
	for rank := card.Ace; rank <= r.MaxRank; rank++ {
		cards := gone[rank]
		partner, leaves := r.Partner(rank)
		if len(cards) == 0 || leaves && partner == 0 {
			continue
		}
		named := slices.Compact(slices.Clone(cards))
		lacks := fmt.Sprintf("%s %s missing", names(named), are(len(named)))
		switch {
		case !leaves:
			d.node.AddError("%s: in this game no card of rank %d can leave the table", lacks, rank)
		case partner == rank && len(cards)%2 == 1:
			d.node.AddError("%s: cards of rank %d leave the table two at a time", lacks, rank)
		case len(cards) > len(gone[partner]):
			d.node.AddError("%s: cards of rank %d leave the table with cards of rank %d, of which %d %s missing", lacks, rank, partner, len(gone[partner]), are(len(gone[partner])))
		}
	}
}

func names(cards []card.Card) string { return card.Join(cards, ", ", "") }

// Counted returns a number of things in words, such as "1 pile".
func Counted(n int, thing string) string {
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
