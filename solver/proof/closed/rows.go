package closed

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// stuckPairs reports whether the rows can't be cleared in pairs even if every card of stock and waste
// is at hand (docs/proof-dead-ends.md, "Stock at hand"): it looks at all that can be done then.
func (t *Table) stuckPairs() bool {
	x := atHand{t: t, sum: t.rules.Rows.PairSum, covers: t.rules.Rows.Layout().CoveredBy, budget: mostAtHand}
	if t.lostAtHand == nil || len(t.lostAtHand) > mostAtHand {
		t.lostAtHand = map[string]bool{}
	}
	at := t.Table()
	left := make([]byte, int(card.MaxRank)+1) // cards at hand by rank, and then what lies in the rows
	for _, c := range slices.Concat(at.Stock, at.Waste) {
		left[c.Rank()]++
	}
	for _, c := range slices.Concat(at.Rows...) {
		left = append(left, byte(c.Rank()))
	}
	return x.lost(left)
}

// mostAtHand is how many states may be looked at.
const mostAtHand = 1 << 16

// atHand is a search of all that can be done with the stock at hand.
type atHand struct {
	t      *Table
	sum    int
	covers [][]int
	budget int
}

// lost reports whether the rows can't be cleared; false also if there is too much to look at.
func (x *atHand) lost(left []byte) bool {
	rows := left[card.MaxRank+1:]
	open := []int{}
	empty := true
	for i, rank := range rows {
		if rank == 0 {
			continue
		}
		empty = false
		if !slices.ContainsFunc(x.covers[i], func(by int) bool { return rows[by] > 0 }) {
			open = append(open, i)
		}
	}
	if empty {
		return false
	}
	if x.t.lostAtHand[string(left)] {
		return true
	}
	if x.budget--; x.budget < 0 {
		return false
	}
	without := func(places ...int) bool {
		after := slices.Clone(left)
		for _, i := range places {
			if i < 0 {
				after[-i]--
			} else {
				after[int(card.MaxRank)+1+i] = 0
			}
		}
		return x.lost(after)
	}
	for _, i := range open {
		rank := int(rows[i])
		if rank == x.sum { // it goes alone, and is in nobody's way
			if !without(i) {
				return false
			}
			x.t.lostAtHand[string(left)] = true
			return true
		}
	}
	for n, i := range open {
		other := x.sum - int(rows[i])
		if other > 0 && other <= int(card.MaxRank) && left[other] > 0 && !without(i, -other) {
			return false
		}
		for _, j := range open[n+1:] {
			if int(rows[j]) == other && !without(i, j) {
				return false
			}
		}
	}
	x.t.lostAtHand[string(left)] = true
	return true
}

// stuckNeighbours reports whether cards that have to go to the hole, or from the rows to the waste, are
// too many for those on which they can be laid (docs/proof-dead-ends.md, "Too few neighbours").
func (t *Table) stuckNeighbours() bool {
	at, most := t.Table(), int(t.rules.MaxRank)
	loops := t.rules.Hole.Loops || t.rules.Rows.Loops
	var must, carry [card.MaxRank + 1]int
	count := func(in *[card.MaxRank + 1]int, cards []card.Card) {
		for _, c := range cards {
			if c != card.None {
				in[c.Rank()]++
			}
		}
	}
	for _, column := range at.Tableau {
		count(&must, column.Cards)
	}
	for _, row := range at.Rows {
		count(&must, row)
	}
	count(&must, at.Cells)
	count(&must, at.Reserve)
	carry = must
	count(&carry, at.Stock)
	count(&carry, []card.Card{at.Hole})
	if t.rules.Hole.Present {
		count(&carry, at.Waste)
	} else {
		count(&carry, at.Waste[max(0, len(at.Waste)-1):]) // the rest never comes back
	}
	if t.rules.Hole.DeadKings {
		carry[most] = 0
	}
	for first := 1; first <= most; first++ {
		cards, carriers := 0, 0
		var counted [card.MaxRank + 1]bool
		for n := range most {
			rank := first + 2*n
			if rank > most && !loops {
				break
			}
			if rank = (rank-1)%most + 1; n > 0 && rank == first {
				break
			}
			cards += must[rank]
			for _, next := range [2]int{rank - 1, rank + 1} {
				if next < 1 || next > most {
					if !loops {
						continue
					}
					next = (next-1+most)%most + 1
				}
				if !counted[next] {
					counted[next] = true
					carriers += carry[next]
				}
			}
			if cards > carriers {
				return true
			}
		}
	}
	return false
}
