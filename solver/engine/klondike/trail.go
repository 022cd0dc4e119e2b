package klondike

import "slices"

// step is an elementary move.
type step struct {
	kind kind
	card code
}

// trail notes the steps along one edge, for a solution that is written down. While a
// search goes on there is none.
type trail struct {
	way     []step   // to where the search is
	members [][]step // from the first member of the class
	to      state    // where the edge leads
	found   []step

	every func(way []step) // is told every edge, if that is wanted
}

// do makes an elementary move with a card, a set of one, and notes it.
func (e *searcher) do(s *state, k kind, x uint64) {
	e.board.do(s, k, x)
	if e.trail != nil {
		e.trail.way = append(e.trail.way, step{k, code(trailing(x))})
	}
}

func (b *board) do(s *state, k kind, x uint64) {
	switch k {
	case up:
		b.up(s, x)
	case reveal:
		b.leave(s, x)
	case fromUp:
		b.take(s, x)
		s.found[b.suit[trailing(x)]]++
	case fromDown:
		b.take(s, x)
		s.visible |= x
	case down:
		b.down(s, x)
	}
}

// begin begins a class.
func (t *trail) begin() {
	if t != nil {
		t.members = append(t.members[:0], nil)
	}
}

// from goes on from a member.
func (t *trail) from(i int) {
	if t != nil {
		t.way = append(t.way[:0], t.members[i]...)
	}
}

// member notes the way to a new member.
func (t *trail) member() {
	if t != nil {
		t.members = append(t.members, slices.Clone(t.way))
	}
}

// only notes the way to the only member that counts.
func (t *trail) only() {
	if t != nil {
		t.members = append(t.members[:0], slices.Clone(t.way))
	}
}

// edge notes the way along a new edge, if it is the one.
func (t *trail) edge(s *state) {
	switch {
	case t == nil:
	case t.every != nil:
		t.every(t.way)
	case t.found == nil && *s == t.to:
		t.found = slices.Clone(t.way)
	}
}
