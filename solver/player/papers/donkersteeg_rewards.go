package papers

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// safety returns 1 if a move is a safe heuristic of Donkersteeg's section 4.5, else 0: a single card
// goes to its foundation, and it is an ace or a deuce, or all lower cards of the other colour
// are on foundations, so that it is not needed in a column.
func (m typedMove) safety(b *Board) int {
	if m.moveType == wasteToFoundation || m.moveType == tableToFoundation {
		x := m.raised(b)
		if x.Rank() <= 2 || int8(x.Rank()) <= min(b.Up[(x.Suit()+1)%card.Suits], b.Up[(x.Suit()+3)%card.Suits])+1 {
			return 1
		}
	}
	return 0
}

// Rewards of Table 6.1.
const (
	rewardLow     = 20 // aces and deuces
	rewardOpening = 12 // of a secured card
	rewardEven    = 15 // foundations stay within diffStep of each other
	diffStep      = 2
)

// standard returns the standard reward for the type of a move.
func (m typedMove) standard() int {
	return [...]int{
		stockToWaste: 3, wasteToFoundation: 8, wasteToTable: 5, tableToTable: 5,
		tableToFoundation: 8, kingToFree: 3, doubleMove: 3, wasteKingToFree: 8,
	}[m.moveType]
}

// reward returns the reward of a move by Table 6.1. A later line of the table replaces the
// standard.
func (m typedMove) reward(g *Game, b *Board) int {
	switch m.moveType {
	case stockToWaste:
		after := *b
		m.do(g, &after)
		if top := after.Turned - 1; top >= 0 && after.Next().Has(after.Talon[top]) && after.Talon[top].Rank() <= 2 {
			return rewardLow
		}
	case wasteToFoundation, tableToFoundation:
		if m.raised(b).Rank() <= 2 {
			return rewardLow
		}
		if unevenness(b, m.raised(b)) <= diffStep {
			return rewardEven
		}
		if m.moveType == wasteToFoundation {
			return 2
		}
		return 4
	case tableToTable, kingToFree, doubleMove:
		if m.opens(b) {
			return rewardOpening
		}
	}
	return m.standard()
}
