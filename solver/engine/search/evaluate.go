package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// The weights of the best-first search's value; a smaller value is better. Most terms
// are those of patsolve and of the FreeCell solvers after it. The weights are set by
// hand.
const (
	perCard  = 24 // a card that is not up
	perCell  = 20 // a cell in use
	perSpace = 30 // an empty column, subtracted
	perBreak = 2  // a card that is not built on the one below it
	perBlock = 5  // a card above a lower one of its suit
	perCover = 9  // a break above a card that goes up next
	perDown  = 24 // a face-down card
	perStep  = 2  // a step on the way
)

// value estimates how far the state is from a win.
func value(s *state.State) int {
	v := perCard * (s.Full - s.Out)
	next := s.NextUp()
	after := next << 4 // the cards that go up after those
	for i := range s.Length {
		n := int(s.Length[i])
		if n == 0 {
			v -= perSpace
			continue
		}
		v += perDown * int(s.Down[i])
		column := s.Cards[i*s.Stride : i*s.Stride+n]
		run := s.Run[i*s.Stride : i*s.Stride+n]
		lowest := [4]state.Code{63, 63, 63, 63} // of each suit, from the bottom up
		for k, x := range column {
			if int(run[k]) == k && k > 0 {
				v += perBreak
			}
			if x < lowest[x&3] {
				lowest[x&3] = x
			} else {
				v += perBlock
			}
		}
		covers := 0
		for k := n - 1; k >= 0; k-- {
			switch x := uint64(1) << column[k]; {
			case next&x != 0:
				v += perCover * covers
			case after&x != 0:
				v += perCover / 3 * covers
			}
			if int(run[k]) == k {
				covers++
			}
		}
	}
	for _, x := range s.Cells {
		if x != 0 {
			v += perCell
		}
	}
	return v
}
