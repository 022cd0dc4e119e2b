package papers

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// heuristic is a column of Table 1.
type heuristic struct {
	up    [card.King + 1]int32 // 1: a card is on its foundation, by rank
	reach int32                // 3: a card of the talon that can be moved
	pair  int32                // 4: both cards of a rank and colour lie face down
	suit  int32                // 5: a card blocks a lower one of its suit
	host  int32                // 6: a card blocks one of the two that it could be laid on
}

// heuristics are H1, for the opening, and H2, for the end.
var heuristics = [...]heuristic{
	{reach: 0, pair: -5, suit: -5, host: -10, up: [...]int32{0, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5, -6, -7}},
	{reach: 1, pair: -1, suit: -1, host: -5, up: [...]int32{0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5}},
}

// downValue returns the value of a face-down card, feature 2: its rank value, 0 for the ace, minus
// 13.
func downValue(c card.Card) int32 { return int32(c.Rank()) - 1 - 13 }

// valueTable has the values of a heuristic for a deal: the part of Table 1 that depends on the
// number of face-down cards of each column. It can be looked up, since face-down cards stay
// where they were dealt, and so does the card on them until it leaves for good.
type valueTable struct {
	heuristic
	column [Columns][MostCards]int32           // by the number of face-down cards
	risen  [card.King + 1]int32                // of a foundation, by its height
	talon  [MostTalon + 1][MostTalon + 1]int32 // by the number of cards and of those in the waste
}

// newValueTable returns the table of a heuristic, prepared for all deals of a game.
func newValueTable(reach *reaches, h heuristic) valueTable {
	w := valueTable{heuristic: h}
	for rank := card.Ace; rank <= card.King; rank++ {
		w.risen[rank] = w.risen[rank-1] + h.up[rank]
	}
	for count := range reach {
		for waste, places := range reach[count] {
			w.talon[count][waste] = h.reach * int32(bits.OnesCount32(places))
		}
	}
	return w
}

// deal prepares the table for a deal.
func (w *valueTable) deal(b *Board) {
	for i := range b.Columns {
		c := &b.Columns[i]
		var beneath card.Set
		sum := int32(0)
		w.column[i][0] = 0
		for n := int8(1); n <= c.Down; n++ {
			hidden, on := c.Cards[n-1], c.Cards[n]
			beneath |= card.One(hidden)
			sum += downValue(hidden) + w.suit*int32((beneath&lowerOfSuit(on)).Count()) + w.host*int32((beneath&hosts(card.One(on))).Count())
			w.column[i][n] = sum
		}
	}
}

// value returns the value of a table, given its face-down cards.
func (w *valueTable) value(b *Board, hidden card.Set) int32 {
	sum := w.pairs(hidden) + w.talon[b.Count][b.Turned]
	for _, height := range b.Up {
		sum += w.risen[height]
	}
	for i := range b.Columns {
		sum += w.column[i][b.Columns[i].Down]
	}
	return sum
}

// pairs returns the value of the pairs that are both face down.
func (w *valueTable) pairs(hidden card.Set) int32 {
	return w.pair * int32((hidden & (hidden >> 2) & lesser).Count())
}

// uncover returns the value added when the base of column i leaves a face-down card, given all
// face-down cards.
func (w *valueTable) uncover(i int, c *Column, hidden card.Set) int32 {
	next := c.Down - 1
	return w.column[i][next] - w.column[i][c.Down] + w.pairs(hidden&^card.One(c.Cards[next])) - w.pairs(hidden)
}

// reaches has the indices of the talon, a bit each, that turns of the stock bring to the top of
// the waste (section 2.2), by the number of cards in the talon and in the waste.
type reaches [MostTalon + 1][MostTalon + 1]uint32

// reachable returns one entry of reaches.
func reachable(count, waste, turn int) (places uint32) {
	for place := 1; place <= count; place++ {
		if place == waste || place == count || place%turn == 0 || place > waste && (place-waste)%turn == 0 {
			places |= 1 << (place - 1)
		}
	}
	return places
}
