package klondike

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// edge is a way out of a class.
type edge struct {
	state
	mixed uint64 // the key in the table
	worth uint8  // the greater the earlier it is tried

	// Most edges are one step out of the class's first member, and settling. Their
	// step is kept, so that a solution need not list the edges of the class again.
	step   step
	direct bool
}

// The worth of edges: those that uncover a card first, in the column that has most,
// then those that send a card up, then those that take one off the stock, then the
// rest (docs/methods.md has experiments on the order of moves).
const (
	worthless = 0
	worthLay  = 16
	worthUp   = 32
	worthSent = 40
	worthTurn = 64
)

// expand lists the edges out of a class's first member, behind those that are there,
// all of them settled, best first, without those that are known to be lost. It tells
// whether one of them is won, which is then the first.
func (e *searcher) expand(s *state) (won bool) {
	first := len(e.edges)
	e.members = append(e.members[:0], *s)
	e.trail.begin()
	e.list(0)
	return e.sift(first)
}

// widen lists the edges out of the other members. Most wins are found without them.
func (e *searcher) widen(s *state) (won bool) {
	first := len(e.edges)
	if e.class(s) {
		e.trail.from(0)
		e.add(&e.members[0], worthTurn)
	} else {
		for i := 1; i < len(e.members); i++ {
			e.list(i)
		}
	}
	return e.sift(first)
}

// list lists the edges out of a member.
func (e *searcher) list(i int) {
	if e.members[i].heap {
		e.fromHeap(i)
	} else {
		e.fromStock(i)
	}
}

// sift drops the edges that are known to be lost, and sorts the others.
func (e *searcher) sift(first int) (won bool) {
	edges := e.edges[first:]
	for i := range edges {
		e.touched += e.table.touch(edges[i].mixed) // so that the processor waits for all of them together
	}
	few := len(edges) <= 100 // as nearly always
	n := 0
	for i := range edges {
		if e.trail == nil && !e.meter.work(1) {
			return false
		}
		x := edges[i]
		r := e.recall(&x)
		if x.done(e.board) || r == isWon {
			edges[0] = x
			e.edges = e.edges[:first+1]
			return true
		}
		if r == isLost {
			continue
		}
		at := n
		for ; at > 0 && few && edges[at-1].worth < x.worth; at-- {
			edges[at] = edges[at-1]
		}
		edges[at] = x
		n++
	}
	e.edges = e.edges[:first+n]
	if !few {
		slices.SortStableFunc(edges[:n], func(a, b edge) int { return int(b.worth) - int(a.worth) })
	}
	return false
}

// done tells whether a state is as good as won: all cards are up, or none lies in its
// first place and any can be had from the stock, so that the lowest that is not up can
// always go.
func (s *state) done(b *board) bool {
	return s.locked == 0 && (s.heap || s.stock == 0)
}

// mostEdges is how many edges there may be on a path: far more than any but a made-up
// position has.
const mostEdges = 1 << 19

// add settles a state and lists it, while the search may go on. A solution that is
// written down is written to its end.
func (e *searcher) add(s *state, worth uint8) {
	if e.trail == nil {
		if len(e.edges) >= mostEdges {
			e.meter.because = solver.Memory
		}
		if !e.meter.work(1) {
			return
		}
	}
	e.edges = append(e.edges, edge{state: *s, worth: worth})
	x := &e.edges[len(e.edges)-1]
	e.settle(&x.state)
	e.trail.edge(&x.state)
	x.mixed = e.table.mix(e.board.key(&x.state))
}

// try makes a move of a member and lists where it leads.
func (e *searcher) try(i int, k kind, x uint64, worth uint8) {
	next := e.members[i]
	e.trail.from(i)
	e.do(&next, k, x)
	n := len(e.edges)
	if e.add(&next, worth); i == 0 && len(e.edges) > n {
		e.edges[n].step, e.edges[n].direct = step{k, code(trailing(x))}, true
	}
}

// choice is what can be moved in a state.
type choice struct {
	open, hosted uint64 // see board
	wanted       uint64
	idle         uint64 // what could go up and come back
}

func (e *searcher) choice(s *state) choice {
	b := e.board
	v := choice{open: b.open(s), wanted: b.wanted(s)}
	v.hosted = b.hosted(s, v.open)
	if e.with.NormalForm {
		v.idle = v.wanted & s.visible & v.open & b.back &^ s.locked
	}
	return v
}

// calm tells whether a move that touches some groups may be made here. A move that
// can't be undone waits until all that can go up is up, except for cards of the groups
// that it touches (docs/methods.md, the normal form).
func (v *choice) calm(touched uint64) bool { return v.idle&^touched == 0 }

// hosts are the cards that a card may be laid on, none of a king.
func (b *board) hosts(x uint64) uint64 { return b.groups(x&^b.kings) << 4 }

// leaving lists the moves of cards out of their first places, and of those that don't
// come back from the foundations there.
func (e *searcher) leaving(i int, v *choice) {
	b, s := e.board, &e.members[i]
	for set := v.wanted & s.visible & v.open; set != 0; set &= set - 1 {
		x := lowest(set)
		switch {
		case !v.calm(b.groups(x)):
		case s.locked&x != 0:
			e.try(i, up, x, worthTurn+b.depth[trailing(x)])
		case b.back&x == 0:
			e.try(i, up, x, worthSent)
		}
	}
	for set := s.visible & s.locked & v.hosted; set != 0; set &= set - 1 {
		if x := lowest(set); v.calm(b.hosts(x)) {
			e.try(i, reveal, x, worthTurn+b.depth[trailing(x)])
		}
	}
}

// fromStock lists the edges of a member where the stock is turned in passes.
func (e *searcher) fromStock(i int) {
	b, s := e.board, &e.members[i]
	v := e.choice(s)
	e.leaving(i, &v)
	if s.stock == 0 {
		return
	}
	pass, redeal := b.reach(s)
	safe := uint64(0)
	if e.with.SafeFoundations {
		safe = b.safe(s)
	}
	if b.unlimited && safe&b.cardsAt(top(s.stock)) != 0 {
		redeal = 0 // whoever wants a redeal sends the last card up before
	}
	cards := b.cardsAt(pass | redeal)
	if v.idle == 0 {
		for set := cards & v.wanted; set != 0; set &= set - 1 {
			e.try(i, fromUp, lowest(set), worthUp)
		}
	}
	for set := cards & v.hosted &^ safe; set != 0; set &= set - 1 {
		if x := lowest(set); v.calm(b.hosts(x)) {
			e.try(i, fromDown, x, worthLay-uint8(trailing(x)>>2))
		}
	}
}
