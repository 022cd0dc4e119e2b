package accordion

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// graphSize is the greatest number of piles of a graph: 105 pairs and the number of piles fit a
// key.
const graphSize = 15

// graph is a short row without its cards: the number of piles, and which of them are related. Bit
// j of related[i] is set if piles i and j are related.
type graph struct {
	piles   int
	related [graphSize]uint16
}

// newGraph returns the graph of a row.
func newGraph(w *row) graph {
	s := graph{piles: len(w.cards)}
	for i, c := range w.cards {
		for j, d := range w.cards {
			if i != j && w.related[c]>>d&1 != 0 {
				s.related[i] |= 1 << j
			}
		}
	}
	return s
}

// key packs the graph; it is injective.
func (s *graph) key() memory.Pair {
	// For each pile i, the relations to the i piles before it, concatenated.
	lo, hi := uint64(s.piles), uint64(0)
	for i := 1; i < min(s.piles, 11); i++ {
		lo = lo<<i | uint64(s.related[i]&(1<<i-1)) // 4 + 55 bits
	}
	for i := 11; i < s.piles; i++ {
		hi = hi<<i | uint64(s.related[i]&(1<<i-1)) // 50 bits
	}
	return mix(lo, hi)
}

// after returns the graph after a step.
func (s *graph) after(from, to int) graph {
	next := graph{piles: s.piles - 1}
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
		// A pile related to the moved one is related to it at its new place.
		r = r&^(1<<to) | r>>from&1<<to
		if i == to {
			r &^= 1 << to
		}
		next.related[at] = r&below | r>>1&^below
		at++
	}
	return next
}

// connected reports whether the graph is connected.
func (s *graph) connected() bool {
	piece, border := uint16(1), uint16(1)
	for border != 0 {
		more := s.related[bits.TrailingZeros16(border)] &^ piece
		border = border&(border-1) | more
		piece |= more
	}
	return piece == 1<<s.piles-1
}
