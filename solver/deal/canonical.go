package deal

import (
	"cmp"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Order says where the places of a canonical position came from: place i of it is place
// Tableau[i] of the original position, and so on. A nil list means that nothing moved.
type Order struct {
	Tableau     []int
	Cells       []int
	Reserve     []int
	Foundations []int
	Sequences   []int
}

// Canonical returns the position with the places that rules r can't tell apart in a fixed
// order, and that order.
func (p *Position) Canonical(r *rules.Rules) (Position, Order) {
	q := p.Clone()
	var o Order
	if !p.ColumnsOrdered(r) {
		o.Tableau = arrange(q.Tableau, func(a, b Column) int {
			return cmp.Or(slices.Compare(a.Cards, b.Cards), cmp.Compare(a.Down, b.Down))
		})
	}
	o.Cells = arrange(q.Cells, emptyLast)
	if !r.Reserve.Stacked {
		o.Reserve = arrange(q.Reserve, emptyLast)
	}
	if n := r.Copies(); n > 1 {
		for s := 0; s < len(q.Foundations); s += n {
			for _, i := range arrange(q.Foundations[s:s+n], func(a, b int) int { return b - a }) {
				o.Foundations = append(o.Foundations, s+i)
			}
		}
	}
	if !r.Sequences.FixedSuit {
		o.Sequences = arrange(q.Sequences, slices.Compare[[]card.Card])
	}
	return q, o
}

// ColumnsOrdered reports whether the columns can be told apart by their places: whether
// the stock will be dealt to them from left to right, they may be redealt, or only
// neighbours go together.
func (p *Position) ColumnsOrdered(r *rules.Rules) bool {
	return r.Stock.To == rules.ToTableau && len(p.Stock) > 0 || r.Tableau.Packets > 0 && p.RedealsLeft != 0 || r.Discard.Row > 0
}

func emptyLast(a, b card.Card) int { return cmp.Compare(b, a) }

// arrange sorts places stably, and returns where each one was.
func arrange[T any](places []T, compare func(a, b T) int) []int {
	from := make([]int, len(places))
	for i := range from {
		from[i] = i
	}
	slices.SortStableFunc(from, func(i, j int) int { return compare(places[i], places[j]) })
	old := slices.Clone(places)
	for i, j := range from {
		places[i] = old[j]
	}
	return from
}
