package proof

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// mostAtHand is how many states may be looked at.
const mostAtHand = 1 << 16

// atHand searches all that can be done with the stock at hand (docs/inside/proof-dead-ends.md,
// 17).
type atHand struct {
	sum    int
	ranks  []int   // of the cards in the rows, place by place
	covers [][]int // the places that cover each place
	lost   map[pairs]bool
	budget int
}

// pairs is what is left in such a game.
type pairs struct {
	rows [2]uint64 // the places that have a card
	hand uint64    // how many cards of each rank are at hand, four bits for each
}

func (p *pairs) has(place int) bool { return p.rows[place/64]>>(place%64)&1 == 1 }

// without returns what is left when the card of a place and one of another place, or one at hand of a
// rank, have gone; 0 for no rank, and twice the same place for one card.
func (p pairs) without(place, other, rank int) pairs {
	p.rows[place/64] &^= 1 << (place % 64)
	p.rows[other/64] &^= 1 << (other % 64)
	if rank > 0 {
		p.hand -= 1 << (4 * rank)
	}
	return p
}

// stuckPairs reports whether the rows can't be cleared in pairs even if every card of stock and waste
// is at hand.
func (t *Table) stuckPairs() bool {
	at, x := t.Table(), &t.atHand
	cards := slices.Concat(at.Rows...)
	if x.ranks == nil || len(x.lost) > mostAtHand {
		*x = atHand{sum: t.rules.Rows.PairSum, covers: t.rules.Rows.Layout().CoveredBy, lost: map[pairs]bool{}, ranks: make([]int, len(cards))}
	}
	var left pairs
	for i, c := range cards {
		if c != card.None {
			x.ranks[i] = int(c.Rank()) // the card of a place is the same all of the game
			left.rows[i/64] |= 1 << (i % 64)
		}
	}
	for _, c := range slices.Concat(at.Stock, at.Waste) {
		left.hand += 1 << (4 * c.Rank())
	}
	x.budget = mostAtHand
	return x.isLost(left)
}

// isLost reports whether the rows can't be cleared; false also if there is too much to look at.
func (x *atHand) isLost(left pairs) bool {
	if left.rows == [2]uint64{} {
		return false
	}
	if x.lost[left] {
		return true
	}
	if x.budget--; x.budget < 0 {
		return false
	}
	var places [104]int
	open := places[:0]
	for i := range x.ranks {
		if left.has(i) && !slices.ContainsFunc(x.covers[i], left.has) {
			if x.ranks[i] == x.sum { // it goes alone, and is in nobody's way
				x.lost[left] = x.isLost(left.without(i, i, 0))
				return x.lost[left]
			}
			open = append(open, i)
		}
	}
	for n, i := range open {
		other := x.sum - x.ranks[i]
		if 0 < other && other <= int(card.MaxRank) && left.hand>>(4*other)&15 > 0 && !x.isLost(left.without(i, i, other)) {
			return false
		}
		for _, j := range open[n+1:] {
			if x.ranks[j] == other && !x.isLost(left.without(i, j, 0)) {
				return false
			}
		}
	}
	x.lost[left] = true
	return true
}

// stuckNeighbours reports whether cards that have to go to the hole, or from the rows to the waste, are
// too many for those on which they can be laid (docs/inside/proof-dead-ends.md, 18).
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
	around := func(rank, step int) int { // 0 if the ranks end before
		switch rank += step; {
		case loops:
			return (rank-1+most)%most + 1
		case rank < 1 || rank > most:
			return 0
		}
		return rank
	}
	for first := 1; first <= most; first++ {
		cards, carriers := 0, 0
		var taken, counted [card.MaxRank + 1]bool
		for rank := first; rank != 0 && !taken[rank]; rank = around(rank, 2) {
			taken[rank] = true
			cards += must[rank]
			for _, next := range [2]int{around(rank, -1), around(rank, 1)} {
				if next != 0 && !counted[next] {
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
