package search

import "math/bits"

// sketchHop is a move between sketches.
type sketchHop struct {
	ends uint64 // of a deal: the ranks on which cards are dealt, four bits for each column
	kind uint8
	from uint8 // a column; of a card that leaves the inside of a run: its rank; of a free run: its suit
	to   uint8 // a space
}

// The kinds of hops. The other moves of the game leave the sketch as it is.
const (
	headToHost    uint8 = iota // a locked head goes onto a card, with what lies on it
	headToSpace                // or into a space
	freeToHost                 // a column without bad joints goes onto a card
	freeToSpace                // or into another space, while their order matters
	insideToSpace              // a card that is no head goes into a space, with what lies on it
	headUp                     // a complete run goes up, whose king is a locked head
	freeUp                     // or fills a column
	dealRow                    // the next row is dealt
)

// runMask are the codes of clubs.
const runMask = 0x0011_1111_1111_1110

// list appends the hops out of a sketch. The last ones are tried first.
func (e *joints) list(t *sketch) {
	n := e.c.rules.Tableau.Count
	king := uint8(e.c.rules.MaxRank)
	ordered := int(t.dealt) < len(e.stock)
	add := func(m sketchHop) { e.hops = append(e.hops, m) }
	if ordered && (t.spaces == 0 || e.c.rules.Stock.OntoSpaces) {
		e.listDeals(t)
	}
	for space := range n {
		if t.length[space] > 0 || t.free[space] > 0 {
			continue
		}
		for rank := uint8(1); rank < king; rank++ {
			if t.count[rank] > t.heads[rank] && e.fills(rank) && e.anyMoves(t, rank) {
				add(sketchHop{kind: insideToSpace, from: rank, to: uint8(space)})
			}
		}
		for i := range n {
			switch {
			case t.length[i] > 0:
				if x := t.head(i); e.c.spaceTakes>>x&1 != 0 && e.moves(t, x) {
					add(sketchHop{kind: headToSpace, from: uint8(i), to: uint8(space)})
				}
			case ordered && t.free[i] > 0 && e.fills(t.free[i]):
				add(sketchHop{kind: freeToSpace, from: uint8(i), to: uint8(space)})
			}
		}
		if !ordered {
			break // spaces are alike
		}
	}
	for i := range n {
		if rank := t.free[i]; rank > 0 && rank < king && t.ends(rank+1) > 0 && e.anyMoves(t, rank) {
			add(sketchHop{kind: freeToHost, from: uint8(i)})
		}
	}
	complete := true
	for rank := uint8(1); rank < king; rank++ {
		complete = complete && t.count[rank] > t.heads[rank]
	}
	for i := range n {
		switch {
		case !complete:
		case t.free[i] == king && !e.suits:
			add(sketchHop{kind: freeUp, from: uint8(i)})
		case t.free[i] == king:
			for suit := range uint8(4) {
				if run := e.runOf(suit); t.loose&run == run {
					add(sketchHop{kind: freeUp, from: uint8(i), to: suit})
				}
			}
		case t.length[i] > 0 && t.head(i)>>2 == king:
			if run := e.runOf(t.head(i)&3) &^ (1 << t.head(i)); !e.suits || t.loose&run == run {
				add(sketchHop{kind: headUp, from: uint8(i)})
			}
		}
	}
	for i := range n {
		if t.length[i] > 0 {
			if x := t.head(i); x>>2 < king && t.ends(x>>2+1) > 0 && e.moves(t, x) {
				add(sketchHop{kind: headToHost, from: uint8(i)})
			}
		}
	}
}

// head returns the head of a column with a bad joint. Its suit is known.
func (t *sketch) head(i int) code { return t.cards[i][t.length[i]-1] }

// runOf returns the cards of a complete run.
func (e *joints) runOf(suit uint8) uint64 {
	return runMask << suit & (1<<((e.c.rules.MaxRank+1)<<2) - 1)
}

// fills reports whether some card of a rank may fill a space.
func (e *joints) fills(rank uint8) bool { return e.c.spaceTakes>>(rank<<2)&15 != 0 }

// moves reports whether card x of a run may move in some order of the loose cards: the cards on it
// are loose ones of its suit, and the last of them has nothing on it.
func (e *joints) moves(t *sketch, x code) bool {
	if !e.suits {
		return true
	}
	for t.ends(x>>2) <= 0 {
		if x -= 4; t.loose>>x&1 == 0 {
			return false
		}
	}
	return true
}

// anyMoves reports whether some loose card of a rank may move.
func (e *joints) anyMoves(t *sketch, rank uint8) bool {
	if !e.suits || t.ends(rank) > 0 {
		return true
	}
	for set := t.loose & (15 << (rank << 2)); set != 0; set &= set - 1 {
		if e.moves(t, code(bits.TrailingZeros64(set))) {
			return true
		}
	}
	return false
}

// hop makes a hop.
func (e *joints) hop(t *sketch, m sketchHop) {
	i := int(m.from)
	switch m.kind {
	case headToHost, headToSpace:
		x := t.head(i)
		t.loose |= 1 << x
		t.heads[x>>2]--
		if m.kind == headToSpace {
			e.fill(t, int(m.to), x>>2)
		}
		e.uncover(t, i, int(t.length[i])-1)
	case freeToHost:
		t.heads[t.free[i]]--
		e.clear(t, i)
	case freeToSpace:
		t.heads[t.free[i]]--
		e.fill(t, int(m.to), t.free[i])
		e.clear(t, i)
	case insideToSpace:
		e.fill(t, int(m.to), m.from)
	case headUp:
		e.sendUp(t, t.head(i)&3)
		e.uncover(t, i, int(t.length[i])-1)
	case freeUp:
		e.sendUp(t, m.to)
		e.clear(t, i)
	case dealRow:
		e.deal(t, m.ends)
	}
}

// fill makes a card of a rank the head of a space's run.
func (e *joints) fill(t *sketch, space int, rank uint8) {
	t.spaces--
	t.heads[rank]++
	e.release(t, space, rank)
}

// clear makes a column without bad joints a space.
func (e *joints) clear(t *sketch, i int) {
	t.free[i], t.share[i] = 0, key{}
	t.spaces++
}

// sendUp takes a complete run off the runs.
func (e *joints) sendUp(t *sketch, suit uint8) {
	if e.suits {
		t.loose &^= e.runOf(suit)
		t.up |= 1 << suit
	} else {
		t.up++
	}
	for rank := 1; rank <= int(e.c.rules.MaxRank); rank++ {
		t.count[rank]--
	}
	t.heads[e.c.rules.MaxRank]--
}
