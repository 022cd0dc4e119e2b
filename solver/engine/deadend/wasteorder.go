package deadend

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// wasteOrderAllowed reports whether the game has only cells and a waste that is turned once, as Carpet.
func wasteOrderAllowed(c *state.Compiled) bool {
	r := &c.Rules
	return c.Techniques.WasteOrder && c.OneCopy && r.Tableau.Count == 0 && r.Reserve.Size == 0 && !r.Hole.Present &&
		!r.Foundations.Removable && r.Waste() && r.Stock.Redeals == 0
}

// lostByWasteOrder reports whether a state is lost because of the order of its waste. The relaxation
// lets every card of the stock be played at any time. Then nothing is left to choose: cards go up,
// and if none can, the top of the waste goes to a cell. docs/inside/dead-ends.md has the proof.
func lostByWasteOrder(_ *Finder, s *state.State) bool {
	hand, cells := uint64(0), uint64(0) // cards that can be played; those in cells
	free := 0
	for _, x := range s.Cells {
		if x == 0 {
			free++
		} else {
			cells |= 1 << x
		}
	}
	for _, x := range s.Talon.Cards[s.Talon.Waste:] {
		hand |= 1 << x
	}
	hand |= cells
	var height [card.Suits]uint8
	copy(height[:], s.Height)
	for waste := s.Talon.Cards[:s.Talon.Waste]; len(waste) > 0; {
		for suit := range height {
			for x := (height[suit]+1)<<2 | uint8(suit); hand&(1<<x) != 0; x += 4 {
				height[suit]++
				free += int(cells >> x & 1)
			}
		}
		x := waste[len(waste)-1]
		waste = waste[:len(waste)-1]
		hand |= 1 << x
		if height[x&3]+1 == x>>2 {
			continue
		}
		if free == 0 {
			return true
		}
		free--
		cells |= 1 << x
	}
	return false
}
