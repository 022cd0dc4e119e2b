package klondike

import "slices"

// edge is a way out of a class.
type edge struct {
	state
	mixed uint64 // the key in the table
	worth uint8  // the greater the earlier it is tried
	steps []step // when they are noted
}

// The worth of edges: those that uncover a card first, in the column that has most,
// then those that send a card up, then those that take one off the stock, then the
// rest (experiments on the order of moves are in docs/methods.md).
const (
	worthless  = 0
	worthLay   = 16
	worthUp    = 32
	worthMoved = 40
	worthTurn  = 64
)

// expand lists the edges out of a class, from e.edges[first] on, best first, all of
// them settled. It tells whether one of them is won, which is then the only one.
func (e *searcher) expand(s *state, noting bool) (won bool) {
	first := len(e.edges)
	if forced := e.class(s, noting); forced != nil {
		e.add(&forced.state, worthTurn, forced.steps, noting)
		return e.edges[first].done(e.board)
	}
	for i := range e.members {
		m := &e.members[i]
		if s.heap {
			e.fromHeap(m, noting)
		} else {
			e.fromStock(m, noting)
		}
	}
	for i := first; i < len(e.edges); i++ {
		if e.edges[i].done(e.board) {
			e.edges[first] = e.edges[i]
			e.edges = e.edges[:first+1]
			return true
		}
	}
	slices.SortStableFunc(e.edges[first:], func(a, b edge) int { return int(b.worth) - int(a.worth) })
	return false
}

// done tells whether a state is as good as won: all cards are up, or none lies face
// down and any can be had from the stock, so that the lowest that is not up can
// always go.
func (s *state) done(b *board) bool {
	return s.locked == 0 && (s.heap || s.stock == 0)
}

// add settles a state and lists it.
func (e *searcher) add(s *state, worth uint8, before []step, noting bool, steps ...step) {
	next := edge{state: *s, worth: worth}
	if noting {
		t := &trail{slices.Concat(before, steps)}
		e.settle(&next.state, t)
		next.steps = t.steps
	} else {
		e.settle(&next.state, nil)
	}
	next.mixed = e.table.mix(e.board.key(&next.state))
	e.edges = append(e.edges, next)
}

// try makes a move of a member and lists where it leads.
func (e *searcher) try(m *member, k kind, x uint64, worth uint8, noting bool) {
	next := m.state
	e.board.do(&next, k, x)
	if noting {
		e.add(&next, worth, m.steps, true, step{k, code(trailing(x))})
	} else {
		e.add(&next, worth, nil, false)
	}
}

// moves is what the searches of both kinds of stock begin with.
type moves struct {
	open, hosted uint64
	wanted       uint64
	idle         uint64 // cards that could go up and come back
	kingly       bool   // spaces may be filled
}

func (e *searcher) moves(m *member) moves {
	b := e.board
	v := moves{open: b.open(&m.state), wanted: b.wanted(&m.state)}
	v.hosted = b.hosted(&m.state, v.open)
	if b.worry && e.with.NormalForm {
		v.idle = v.wanted & m.visible & v.open &^ m.locked
	}
	return v
}

// calm tells whether a move that touches some groups may be made here. A move that
// can't be undone waits until all that can go up is up, except for cards of the groups
// that it touches (docs/methods.md, the normal form).
func (v *moves) calm(touched uint64) bool { return v.idle&^touched == 0 }

// leaving lists the moves of cards out of their first places, and those to the
// foundations if nothing comes back from there.
func (e *searcher) leaving(m *member, v *moves, noting bool) {
	b := e.board
	for set := v.wanted & m.visible & v.open; set != 0; {
		x := lowest(set)
		set &^= x
		switch {
		case m.locked&x != 0:
			if v.calm(b.groups(x)) {
				e.try(m, up, x, worthTurn+b.depth[trailing(x)], noting)
			}
		case !b.worry:
			e.try(m, up, x, worthMoved, noting)
		}
	}
	for set := m.visible & m.locked & v.hosted; set != 0; {
		x := lowest(set)
		set &^= x
		if v.calm(b.hosts(x)) {
			e.try(m, reveal, x, worthTurn+b.depth[trailing(x)], noting)
		}
	}
}

// hosts are the cards that a card may be laid on, none of a king.
func (b *board) hosts(x uint64) uint64 { return b.groups(x&^b.kings) << 4 }

// fromStock lists the edges of a member where the stock is turned in passes.
func (e *searcher) fromStock(m *member, noting bool) {
	b, v := e.board, e.moves(m)
	e.leaving(m, &v, noting)
	if m.stock == 0 {
		return
	}
	pass, redeal := b.reach(&m.state)
	safe := uint64(0)
	if e.with.SafeFoundations {
		safe = b.safe(&m.state)
	}
	if b.unlimited && safe&b.cardsAt(top(m.stock)) != 0 {
		redeal = 0 // whoever wants a redeal sends the last card up before
	}
	cards := b.cardsAt(pass | redeal)
	if v.idle == 0 {
		for set := cards & v.wanted; set != 0; {
			x := lowest(set)
			set &^= x
			e.try(m, fromUp, x, worthUp, noting)
		}
	}
	for set := cards & v.hosted &^ safe; set != 0; {
		x := lowest(set)
		set &^= x
		if v.calm(b.hosts(x)) {
			e.try(m, fromDown, x, worthLay-uint8(trailing(x)>>2), noting)
		}
	}
}
