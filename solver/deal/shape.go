package deal

import (
	"cmp"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// SameShape reports whether both positions have the same number of cards, and of face-down cards,
// in each place, and as many redeals left. The order of the columns makes no difference. All
// foundations count as one place, because some deals begin with a card on a foundation.
func (p *Position) SameShape(q *Position) bool {
	return slices.Equal(p.shape(), q.shape())
}

// shape returns the numbers that SameShape compares.
func (p *Position) shape() []int {
	columns := slices.Clone(p.Tableau)
	slices.SortFunc(columns, func(a, b Column) int {
		return cmp.Or(cmp.Compare(len(a.Cards), len(b.Cards)), cmp.Compare(a.Down, b.Down))
	})
	numbers := []int{
		p.Founded(), card.Filled(p.Cells), card.Filled(p.Reserve), len(p.Stock), len(p.Waste), p.RedealsLeft, card.Filled(p.Accordion), card.Filled([]card.Card{p.Hole}),
	}
	for _, c := range columns {
		numbers = append(numbers, len(c.Cards), c.Down)
	}
	for _, row := range p.Rows {
		numbers = append(numbers, card.Filled(row))
	}
	return append(numbers, card.Filled(slices.Concat(p.Sequences...))) // gaps lie anywhere
}
