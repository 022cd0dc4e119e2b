package klondike

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// edge is a way out of a class.
type edge struct {
	state
	mixed    uint64 // the key, mixed for the table
	touched  uint64 // what the steps to it need; see touches
	score    int32  // edges of greater scores are tried first
	priority uint8  // the score by hand

	// Most edges are one step out of the first member, followed by settling. Their step
	// is kept, so that a solution need not list the edges of the class again.
	step   step
	direct bool
}

// The priorities of edges: uncovering a card first, in the column with most locked
// cards; then sending a card up, then taking one from the stock, then the rest. With a
// turned stock the learned order is better (order.go).
const (
	priorityDown     = 0
	priorityFromDown = 16
	priorityFromUp   = 32
	priorityUp       = 40
	priorityUncover  = 64
)

// expand appends the edges out of a class's first member, settled.
func (e *searcher) expand(s *state) {
	e.members = append(e.members[:0], *s)
	e.trail.begin()
	e.list(0)
}

// widen appends the edges out of the other members: settled, best first, and without
// those known to be lost. If one of them is won it is the only one appended, and widen
// returns true.
func (e *searcher) widen(s *state) (won bool) {
	first := len(e.edges)
	if e.class(s) {
		if x := e.branch(0, priorityUncover); x != nil {
			e.touched = everything // on the way from the first member
			e.arrive(x)
		}
	} else {
		for i := 1; i < len(e.members); i++ {
			e.list(i)
		}
	}
	return e.sift(first)
}

// list appends the edges out of member i.
func (e *searcher) list(i int) {
	if e.members[i].freeStock {
		e.listFreeStock(i)
	} else {
		e.listTurnedStock(i)
	}
}

// sift drops the edges from first on that are known to be lost and sorts the others. If
// one is won it keeps that one alone and returns true.
func (e *searcher) sift(first int) (won bool) {
	edges := e.edges[first:]
	for i := range edges {
		e.prefetched += e.table.touch(edges[i].mixed)
	}
	if e.trail == nil && !e.meter.work(len(edges)) {
		return false
	}
	n := 0
	for i := range edges {
		x := &edges[i]
		switch r := e.lookUp(x); {
		case r == isWon || x.surelyWon(e.board):
			edges[0] = *x
			e.edges = e.edges[:first+1]
			return true
		case r == isLost:
			e.lost.add(x)
			continue
		case n < i:
			edges[n] = *x
		}
		n++
	}
	e.edges = e.edges[:first+n]
	if n > 1 {
		e.sort(edges[:n])
	}
	return false
}

// sort sorts edges, best first.
func (e *searcher) sort(edges []edge) {
	for i := range edges {
		edges[i].score = e.score(&edges[i])
	}
	if len(edges) > 100 { // hardly ever
		slices.SortStableFunc(edges, func(a, b edge) int { return int(b.score) - int(a.score) })
		return
	}
	for i := 1; i < len(edges); i++ {
		if edges[i-1].score >= edges[i].score {
			continue
		}
		x, at := edges[i], i
		for ; at > 0 && edges[at-1].score < x.score; at-- {
			edges[at] = edges[at-1]
		}
		edges[at] = x
	}
}

// surelyWon reports whether no locked card is left and any card of the stock is
// available, so that the lowest card that is not up can always go up.
func (s *state) surelyWon(b *board) bool {
	return s.locked == 0 && (s.freeStock || s.stock == 0)
}

// maxEdges bounds the edges on a path, far above what ordinary positions have.
const maxEdges = 1 << 19

// branch appends an edge that has not left member i yet, while the budget lasts; nil
// after that. When a solution is written, the budget does not count.
func (e *searcher) branch(i int, priority uint8) *edge {
	n := len(e.edges)
	if e.trail == nil {
		if n >= maxEdges {
			e.meter.because = solver.Memory
		}
		if !e.meter.work(1) {
			return nil
		}
	}
	if n == cap(e.edges) {
		e.edges = slices.Grow(e.edges, 1)
	}
	e.edges = e.edges[:n+1]
	x := &e.edges[n]
	x.state, x.priority, x.direct = e.members[i], priority, false
	e.touched = 0
	if i > 0 || !e.techniques.SleepSets {
		e.touched = everything
	}
	e.trail.from(i)
	return x
}

// arrive settles the state that an edge leads to.
func (e *searcher) arrive(x *edge) {
	e.settle(&x.state)
	e.trail.edge(&x.state)
	x.touched = e.touched
	x.mixed = e.table.mix(e.board.key(&x.state))
}

// try makes a move of member i and appends the edge that it leads along.
func (e *searcher) try(i int, k kind, x uint64, priority uint8) {
	if to := e.branch(i, priority); to != nil {
		e.do(&to.state, k, x)
		to.step, to.direct = step{k, code(trailing(x))}, i == 0
		e.arrive(to)
	}
}

// choice is what can be moved in a state, each as a set of cards.
type choice struct {
	open, hosted uint64 // see board
	wanted       uint64
	idle         uint64 // could go up and come back
}

func (e *searcher) choice(s *state) choice {
	b := e.board
	v := choice{open: b.open(s), wanted: b.wanted(s)}
	v.hosted = b.hosted(s, v.open)
	if e.techniques.NormalForm {
		v.idle = v.wanted & s.visible & v.open & b.back &^ s.locked
	}
	return v
}

// normalForm reports whether a move that touches these groups may be made here. A move
// that can't be undone waits until all idle cards are up, except those of the groups
// that it touches (docs/inside/klondike-proofs.md, the normal form).
func (v *choice) normalForm(touched uint64) bool { return v.idle&^touched == 0 }

// hosts returns the cards on which card x may be laid; none for a king.
func (b *board) hosts(x uint64) uint64 { return b.groups(x&^b.kings) << 4 }

// leaving appends the moves of locked cards, and the moves up of cards that foundations
// do not give back.
func (e *searcher) leaving(i int, v *choice) {
	b, s := e.board, &e.members[i]
	ups, reveals := v.wanted&s.visible&v.open, s.visible&s.locked&v.hosted
	if i == 0 {
		ups &^= e.asleep.up
		reveals &^= e.asleep.reveal
	}
	for set := ups; set != 0; set &= set - 1 {
		x := lowest(set)
		switch {
		case !v.normalForm(b.groups(x)):
		case s.locked&x != 0:
			e.try(i, up, x, priorityUncover+b.depth[trailing(x)])
		case b.back&x == 0:
			e.try(i, up, x, priorityUp)
		}
	}
	for set := reveals; set != 0; set &= set - 1 {
		if x := lowest(set); v.normalForm(b.hosts(x)) {
			e.try(i, reveal, x, priorityUncover+b.depth[trailing(x)])
		}
	}
}

// listTurnedStock appends the edges out of member i where the stock is turned in
// passes.
func (e *searcher) listTurnedStock(i int) {
	b, s := e.board, &e.members[i]
	v := e.choice(s)
	e.leaving(i, &v)
	if s.stock == 0 {
		return
	}
	pass, redeal := b.reach(s)
	safe := uint64(0)
	if e.techniques.SafeFoundations {
		safe = b.safe(s)
	}
	if b.unlimited && safe&b.cardsAt(top(s.stock)) != 0 {
		redeal = 0 // sending the last card up comes first
	}
	cards := b.cardsAt(pass | redeal)
	if v.idle == 0 {
		for set := cards & v.wanted; set != 0; set &= set - 1 {
			e.try(i, fromUp, lowest(set), priorityFromUp)
		}
	}
	for set := cards & v.hosted &^ safe; set != 0; set &= set - 1 {
		if x := lowest(set); v.normalForm(b.hosts(x)) {
			e.try(i, fromDown, x, priorityFromDown-uint8(trailing(x)>>2))
		}
	}
}
