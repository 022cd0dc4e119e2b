package klondike

import "slices"

// step is an elementary move of one card.
type step struct {
	kind kind
	card code
}

// trail records the steps along edges while a solution is written. During a search
// there is none: the methods do nothing on a nil trail.
type trail struct {
	way     []step   // to the present state
	members [][]step // from the first member of the class to each
	to      state    // the edge's target that is looked for
	found   []step

	every func(way []step) // called with the way along every edge, if set
}

// do makes an elementary move with card x and records it.
func (e *searcher) do(s *state, k kind, x uint64) {
	e.board.do(s, k, x)
	e.touched |= e.board.touches(k, x)
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

// begin starts a class.
func (t *trail) begin() {
	if t != nil {
		t.members = append(t.members[:0], nil)
	}
}

// from continues from member i.
func (t *trail) from(i int) {
	if t != nil {
		t.way = append(t.way[:0], t.members[i]...)
	}
}

// member records the way to a new member.
func (t *trail) member() {
	if t != nil {
		t.members = append(t.members, slices.Clone(t.way))
	}
}

// replace records the way to the member that replaces all others.
func (t *trail) replace() {
	if t != nil {
		t.members = append(t.members[:0], slices.Clone(t.way))
	}
}

// edge records the way along a new edge, if the edge leads to the target.
func (t *trail) edge(s *state) {
	switch {
	case t == nil:
	case t.every != nil:
		t.every(t.way)
	case t.found == nil && *s == t.to:
		t.found = slices.Clone(t.way)
	}
}
