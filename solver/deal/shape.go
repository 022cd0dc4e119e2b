package deal

import (
	"cmp"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// SameShape reports whether two positions of a game have as many cards in each place and as many of
// them face down, in columns of any order. Cards on all foundations are counted together, because
// some deals begin with a card there.
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
