package discard

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// atOnce returns a removal that can be made before anything else is tried: docs/inside/discard.md
// has the proof.
func (b *board) atOnce(s *state) (step, bool) {
	stock := b.more(s) > 0
	if b.redeals(s) || stock && (b.rules.Stock.To != rules.ToTableau || !b.rules.Stock.OntoSpaces) {
		return step{}, false
	}
	d := &b.rules.Discard
	var lowest [card.Suits]uint8
	if stock && d.Policy == rules.DiscardLowerSuit {
		lowest = b.lowest(s)
	}
	for i := range b.columns {
		if s.empty(i) {
			continue
		}
		switch c := s.top(i); d.Policy {
		case rules.DiscardLowerSuit:
			if (!stock || b.height[c] == lowest[c.Suit()]) && b.beaten(s, c) {
				return step{removal, uint8(i), none, 0}, true
			}
		case rules.DiscardSum:
			if int(c.Rank()) == d.Sum {
				return step{removal, uint8(i), none, 0}, true
			}
		}
	}
	return step{}, false
}

// lowest returns the height of the lowest card of each suit in columns and stock.
func (b *board) lowest(s *state) [card.Suits]uint8 {
	low := [card.Suits]uint8{255, 255, 255, 255}
	for _, pile := range [][]card.Card{s.cards[:b.total(s)], b.stock[s.came:]} {
		for _, c := range pile {
			low[c.Suit()] = min(low[c.Suit()], b.height[c])
		}
	}
	return low
}
