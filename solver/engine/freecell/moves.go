package freecell

import "math/bits"

// steps appends the steps out of a settled state: every move of a single card, and the
// moves of runs for which the free places suffice (docs/engines/freecell.md). These are
// all the moves there are: a move of a loose card to a column of its own is part of the
// step that lays the next card on it.
func (b *board) steps(s *state, to []step) []step {
	anyPlace := b.free(s) > 0
	spaces := b.columns - s.columns()
	ontoColumn, ontoLoose, ontoSpace := b.capacities(s)
	for tops := s.tops; tops != 0; tops &= tops - 1 {
		// The run that ends the column, from its top.
		top := code(bits.TrailingZeros64(tops))
		if top>>2 == s.up[top&3] {
			to = append(to, step{top, toUp})
		}
		if anyPlace {
			to = append(to, step{top, toPlace})
		}
		c := top
		for n := 1; ; n++ {
			below := s.under[c]
			if n <= ontoLoose {
				to = onto(c, s.loose&b.parents[c], to)
			}
			if n <= ontoColumn {
				to = onto(c, s.tops&b.parents[c], to)
			}
			if n <= ontoSpace && below != none && (b.kings && b.isKing(c) || !b.kings && n > 1) {
				to = append(to, step{c, toSpace})
			}
			if !b.fits(c, below) {
				break
			}
			c = below
		}
	}
	for loose := s.loose; loose != 0; loose &= loose - 1 {
		c := code(bits.TrailingZeros64(loose))
		if c>>2 == s.up[c&3] {
			to = append(to, step{c, toUp})
		}
		to = onto(c, s.tops&b.parents[c], to)
		switch {
		case spaces == 0:
		case !b.kings:
			to = onto(c, s.loose&b.parents[c], to)
		case b.isKing(c):
			to = append(to, step{c, toSpace})
		}
	}
	return to
}

// onto appends the steps of card c onto each of hosts.
func onto(c code, hosts uint64, to []step) []step {
	for ; hosts != 0; hosts &= hosts - 1 {
		to = append(to, step{c, code(bits.TrailingZeros64(hosts))})
	}
	return to
}

// capacities returns how many cards can be moved at once by way of the free places:
// onto a card in a column, onto a loose card, and into a space.
//
// With f free cells and e empty columns a run of (f+1)·2^e cards can be moved. Most
// columns are empty when as many loose cards as possible lie in cells. A loose card
// that another is laid on must be in a column; its cell is then free for the others.
// Where only kings fill spaces, empty columns do not help.
func (b *board) capacities(s *state) (ontoColumn, ontoLoose, ontoSpace int) {
	spaces, loose := b.columns-s.columns(), s.looseCount()
	cells := max(0, b.cells-loose)
	switch free := b.free(s); {
	case b.kings:
		ontoColumn = cells + 1
		if spaces > 0 {
			ontoSpace = cells + 1
		}
	default:
		ontoColumn = (cells + 1) << (free - cells)
		if free > cells {
			ontoSpace = (cells + 1) << (free - cells - 1)
		}
		if spaces > 0 {
			cells = min(b.cells, max(0, b.cells-loose+1))
			ontoLoose = (cells + 1) << (free - cells)
		}
	}
	if !b.with.Runs {
		ontoColumn, ontoLoose, ontoSpace = min(ontoColumn, 1), min(ontoLoose, 1), min(ontoSpace, 1)
	}
	return ontoColumn, ontoLoose, ontoSpace
}
