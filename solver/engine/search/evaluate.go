package search

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
func (s *state) value() int {
	v := perCard * (s.full - s.out)
	next := s.nextUp()
	after := next << 4 // the cards that go up after those
	for i := range s.length {
		n := int(s.length[i])
		if n == 0 {
			v -= perSpace
			continue
		}
		v += perDown * int(s.down[i])
		column := s.cards[i*s.stride : i*s.stride+n]
		run := s.run[i*s.stride : i*s.stride+n]
		lowest := [4]code{63, 63, 63, 63} // of each suit, from the bottom up
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
	for _, x := range s.cells {
		if x != 0 {
			v += perCell
		}
	}
	return v
}
