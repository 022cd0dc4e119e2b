package player

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// safe tells whether a move is a safe heuristic of Donkersteeg's section 4.5: a single
// card goes to its foundation that is an ace or a deuce, or of which all lower cards of
// the other colour are on foundations, so that it is not needed in a column.
func (m typed) safe(b *simulate.Board) bool {
	if m.moveType != wasteToFoundation && m.moveType != tableToFoundation {
		return false
	}
	x := m.raised(b)
	return x.Rank() <= 2 || int8(x.Rank()) <= min(b.Up[(x.Suit()+1)%card.Suits], b.Up[(x.Suit()+3)%card.Suits])+1
}

// Rewards of Table 6.1.
const (
	lowCards = 20 // aces and deuces
	opening  = 12 // of a secured card
	even     = 15 // foundations stay within diff_step of each other
)

// standard is the standard reward of moves of a type.
func (m typed) standard() int {
	return [...]int{
		stockToWaste: 3, wasteToFoundation: 8, wasteToTable: 5, tableToTable: 5,
		tableToFoundation: 8, kingToFree: 3, doubleMove: 3, wasteKingToFree: 8,
	}[m.moveType]
}

// reward is the reward of a move by Table 6.1. A later line of the table takes the place
// of the standard.
func (p *donkersteeg) reward(m typed, b *simulate.Board) int {
	switch m.moveType {
	case stockToWaste:
		after := *b
		m.do(p.game, &after)
		if w := want(p.game, &after); after.Turned > 0 && w.up.has(after.Talon[after.Turned-1]) && after.Talon[after.Turned-1].Rank() <= 2 {
			return lowCards
		}
	case wasteToFoundation, tableToFoundation:
		if m.raised(b).Rank() <= 2 {
			return lowCards
		}
		up := b.Up
		up[m.raised(b).Suit()]++
		if max(up[0], up[1], up[2], up[3])-min(up[0], up[1], up[2], up[3]) <= p.diffStep {
			return even
		}
		if m.moveType == wasteToFoundation {
			return 2
		}
		return 4
	case tableToTable, kingToFree, doubleMove:
		if m.opens(b) {
			return opening
		}
	}
	return m.standard()
}

// bonus is the reward of a move that has more than the standard, else nothing.
func (p *donkersteeg) bonus(m typed, b *simulate.Board) int {
	if reward := p.reward(m, b); reward > m.standard() {
		return reward
	}
	return 0
}
