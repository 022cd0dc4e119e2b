package accordion

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// webSize is the greatest number of piles of a web, so that 105 pairs and the number
// of piles fit a key.
const webSize = 15

// web is a short row, of which only is known what matters: how many piles there are
// and which of them are related. Bit j of related[i] is whether piles i and j are.
type web struct {
	piles   int
	related [webSize]uint16
}

// newWeb forgets the cards of a row.
func newWeb(w *row) web {
	s := web{piles: len(w.cards)}
	for i, c := range w.cards {
		for j, d := range w.cards {
			if i != j && w.related[c]>>d&1 != 0 {
				s.related[i] |= 1 << j
			}
		}
	}
	return s
}

// key packs the web: different webs, different keys.
func (s *web) key() transposition.Pair {
	// Of each pile i its relations to the i piles before it, one behind the other.
	lo, hi := uint64(s.piles), uint64(0)
	for i := 1; i < min(s.piles, 11); i++ {
		lo = lo<<i | uint64(s.related[i]&(1<<i-1)) // 4 + 55 bits
	}
	for i := 11; i < s.piles; i++ {
		hi = hi<<i | uint64(s.related[i]&(1<<i-1)) // 50 bits
	}
	return mix(lo, hi)
}

// after is the web after a step.
func (s *web) after(from, to int) web {
	next := web{piles: s.piles - 1}
	below := uint16(1)<<from - 1
	at := 0
	for i := range s.piles {
		if i == from {
			continue
		}
		r := s.related[i]
		if i == to {
			r = s.related[from]
		}
		// What was related to the moved pile's card is so at its new place.
		r = r&^(1<<to) | r>>from&1<<to
		if i == to {
			r &^= 1 << to
		}
		next.related[at] = r&below | r>>1&^below
		at++
	}
	return next
}

// inOnePiece reports whether the piles hang together: whether from any pile there is
// a chain of related ones to any other.
func (s *web) inOnePiece() bool {
	piece, border := uint16(1), uint16(1)
	for border != 0 {
		more := s.related[bits.TrailingZeros16(border)] &^ piece
		border = border&(border-1) | more
		piece |= more
	}
	return piece == 1<<s.piles-1
}
