package freecell

// longest is the longest run of cards, each laid on the next higher one.
const longest = 13

// steps appends the steps out of a settled state: every move of a single card, and
// those of runs that the free places suffice for (docs/methods.md, FreeCell). They
// are all the moves there are: what puts a loose card into a column of its own is
// part of the step that lays the next card on it.
func (b *board) steps(s *state, to []step) []step {
	free := b.free(s)
	newColumn := !b.kings && int(s.tops) < b.columns
	ontoColumn, ontoLoose, ontoSpace := b.capacities(s)
	var run [longest]code
	for i, c := range s.top[:s.tops] {
		// The run that ends the column, from its top.
		run[0] = c
		n := 1
		for b.fits(run[n-1], s.under[run[n-1]]) {
			run[n] = s.under[run[n-1]]
			n++
		}
		if c>>2 == s.up[c&3] {
			to = append(to, step{c, toUp})
		}
		if free > 0 {
			to = append(to, step{c, toPlace})
		}
		if b.kings {
			if king := run[n-1]; b.isKing(king) && n <= ontoSpace && s.under[king] != none {
				to = append(to, step{king, toSpace})
			}
		} else {
			for k := 2; k <= min(n, ontoSpace); k++ {
				if s.under[run[k-1]] != none {
					to = append(to, step{run[k-1], toSpace})
				}
			}
		}
		if newColumn {
			for _, host := range s.loose[:s.cells] {
				if k := int(host>>2) - int(c>>2); k > 0 && k <= min(n, ontoLoose) && b.fits(run[k-1], host) {
					to = append(to, step{run[k-1], host})
				}
			}
		}
		for j, host := range s.top[:s.tops] {
			if k := int(host>>2) - int(c>>2); k > 0 && k <= min(n, ontoColumn) && b.fits(run[k-1], host) && i != j {
				to = append(to, step{run[k-1], host})
			}
		}
	}
	for _, c := range s.loose[:s.cells] {
		if c>>2 == s.up[c&3] {
			to = append(to, step{c, toUp})
		}
		if b.kings && b.isKing(c) && int(s.tops) < b.columns {
			to = append(to, step{c, toSpace})
		}
		for _, host := range s.top[:s.tops] {
			if b.fits(c, host) {
				to = append(to, step{c, host})
			}
		}
		if newColumn {
			for _, host := range s.loose[:s.cells] {
				if b.fits(c, host) {
					to = append(to, step{c, host})
				}
			}
		}
	}
	return to
}

// capacities are the numbers of cards that can be moved at once, by way of the free
// places: onto a card that has a column, onto a loose one, and into a space.
//
// With f free cells and e empty columns a run of (f+1)·2^e cards can be moved.
// There are most empty columns when the loose cards lie in cells, as far as they
// find room. A loose card that is laid upon must have a column, and the others may
// then have its cell. Where only kings fill spaces, empty columns are of no help.
func (b *board) capacities(s *state) (ontoColumn, ontoLoose, ontoSpace int) {
	spaces := b.columns - int(s.tops)
	switch {
	case b.kings:
		ontoColumn = b.cells - int(s.cells) + 1
		if spaces > 0 {
			ontoSpace = ontoColumn
		}
	default:
		free := b.free(s)
		cells := max(0, b.cells-int(s.cells))
		ontoColumn = (cells + 1) << (free - cells)
		if free > cells {
			ontoSpace = (cells + 1) << (free - cells - 1)
		}
		cells = min(b.cells, max(0, b.cells-int(s.cells)+1))
		if free >= cells {
			ontoLoose = (cells + 1) << (free - cells)
		}
	}
	if !b.with.Runs {
		ontoColumn, ontoLoose, ontoSpace = 1, 1, min(ontoSpace, 1)
	}
	return ontoColumn, ontoLoose, ontoSpace
}
