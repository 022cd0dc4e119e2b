package shortest

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Engine searches for shortest solutions.
type Engine struct{ arena *memory.Arena }

// New returns an engine that borrows its memory from the arena for each search.
func New(a *memory.Arena) *Engine { return &Engine{arena: a} }

// Found is the result of a search for a shortest solution.
type Found struct {
	Line   []game.Move   // the shortest known solution; nil if there is none
	Bound  int           // lower bound of the length, proven; maxLength if the problem is unwinnable
	Reason solver.Reason // why the search stopped without a proof
	States int64
}

// search is the state of one search.
type search struct {
	*nodes
	clock  *solver.Clock
	layout *layout
	limit  int // only shorter lines are searched for
	best   int32
	states int64
	budget int64
	reason solver.Reason
	steps  steps
}

// stopEvery is the number of positions between two looks at the clock.
const stopEvery = 16

// maxLength is longer than any line that the search looks for.
const maxLength = 1000

// pass is one best-first search, with the weights of moves made and of moves left (weighted A*).
// The greater the weight of moves left, the sooner it finds a line, and the longer that line is.
// It ends after the given number of positions, 0 for no limit.
type pass struct {
	g, h   int
	states int64
	rescue bool // skipped if a line shorter than the given one was found
}

// passes run one after the other. Each looks only for lines shorter than those found before; the
// last one proves that there are none.
var passes = []pass{
	{g: 1, h: 4, states: 4000},
	{g: 1, h: 2, states: 8000},
	{g: 2, h: 3, states: 16_000},
	{g: 1, h: 3, states: 40_000, rescue: true},
	{g: 2, h: 3, states: 80_000, rescue: true},
	{g: 1, h: 1},
}

// Shortest looks for solutions shorter than line until it has a shortest one or the budget is
// spent. line is a solution or nil. [Handles] must accept the problem.
func (e *Engine) Shortest(clock *solver.Clock, p *solver.Problem, line []game.Move, b solver.Budget) Found {
	position := p.Position()
	g, _ := newLayout(p.Rules(), &position)
	table, stack := e.arena.Take()
	s := &search{nodes: newNodes(table, stack), clock: clock, layout: g, limit: maxLength, budget: b.States}
	found := Found{Line: line}
	if line != nil {
		s.limit = min(s.limit, game.Length(line))
	}
	root := g.start(&position)
	found.Bound = root.bound()
	shorter := false
	if line != nil {
		found.Line = s.polish(root, line)
		shorter = game.Length(found.Line) < game.Length(line)
	}
	for _, pass := range passes {
		if pass.rescue && shorter {
			continue
		}
		if s.over() {
			break
		}
		s.reason = solver.NoReason
		bound := s.run(root, pass)
		found.Bound = max(found.Bound, bound)
		if s.best >= 0 {
			found.Line, shorter = s.line(root), true
		}
		if found.Bound >= s.limit {
			break
		}
	}
	e.arena.Done(s.touched())
	found.Reason, found.States = s.reason, s.states
	if found.Bound >= s.limit {
		found.Bound, found.Reason = s.limit, solver.NoReason
	}
	found.Line = turned(p, found.Line)
	return found
}

// turned adds to a line the cards that its moves turn up; boards don't tell cards face up from
// cards face down.
func turned(p *solver.Problem, line []game.Move) []game.Move {
	position := p.Position()
	followed, legal := game.New(p.Rules(), &position).Follow(line)
	if !legal {
		return line // verification reports the illegal move
	}
	return followed
}

// over reports whether the whole search is to stop, not just a pass.
func (s *search) over() bool {
	return s.reason == solver.Deadline || s.reason == solver.States || s.reason == solver.Cancelled
}

// passed is the reason for which a pass ends and the next one begins.
const passed solver.Reason = "passed"

// run makes a pass and returns the lower bound that it has proven.
func (s *search) run(root board, p pass) int {
	s.reset(p.g, p.h)
	s.best = -1
	g := root.settleSafe()
	bound := g + root.bound()
	if bound >= s.limit {
		return s.limit
	}
	s.add(&root, -1, g, 0)
	end := s.states + p.states
	for i := s.pop(); i >= 0; i = s.pop() {
		at := s.at(i)
		f := int(at.g + at.h)
		if p.g == p.h {
			bound = max(bound, f) // every node with a smaller bound has been expanded
		}
		switch {
		case f >= s.limit:
			continue
		case p.states > 0 && s.states >= end:
			s.reason = passed
			return bound
		}
		if s.expand(i); s.reason != solver.NoReason {
			return bound
		}
	}
	return s.limit // every node has been expanded
}

// add records a position that was reached in g moves, and from which at least h moves are left.
func (s *search) add(b *board, parent int32, g, h int) {
	k := b.key()
	mix := k.mix()
	at, known := s.find(k, mix)
	if known >= 0 {
		old := s.at(known)
		if int(old.g) <= g {
			return
		}
		h = max(h, int(old.h))
		if g+h >= s.limit {
			return
		}
		old.dead = true
	} else {
		h = max(h, b.bound())
		if g+h >= s.limit {
			return
		}
	}
	if s.full() {
		s.reason = solver.Memory
		return
	}
	i := int32(s.size)
	s.size++
	*s.at(i) = node{key: k, parent: parent, g: uint16(g), h: uint16(h)}
	*at = slot(int(i), mix)
	if b.won() {
		s.limit, s.best = g, i
		return
	}
	s.push(i)
	s.grow(s.goOn)
}

// goOn reports whether the search may go on, by its clock.
func (s *search) goOn() bool {
	s.reason = s.clock.StopReason()
	return s.reason == solver.NoReason
}

func (b *board) won() bool {
	n := 0
	for _, h := range b.up {
		n += int(h)
	}
	return n == b.cards
}

// expand adds the positions after a node.
func (s *search) expand(i int32) {
	if s.budget > 0 && s.states >= s.budget {
		s.reason = solver.States
		return
	}
	s.states++
	if s.states%stopEvery == 0 && !s.goOn() {
		return
	}
	at := s.at(i)
	g := int(at.g)
	b := s.layout.board(at.key)
	s.steps.read(&b, (s.limit-1-g-int(at.h))/2)
	for n := range s.steps.list {
		after, cost := s.try(b, n)
		s.add(&after, i, g+cost, int(at.h)-cost)
		if s.reason != solver.NoReason {
			return
		}
	}
}

// line returns the referee's moves of the best line found.
func (s *search) line(b board) []game.Move {
	var path []int32
	for i := s.best; i >= 0; i = s.at(i).parent {
		path = append(path, i)
	}
	slices.Reverse(path)
	moves := b.appendForced([]game.Move{})
	for j, i := range path[1:] {
		s.steps.read(&b, int(s.at(i).g-s.at(path[j]).g)-1)
		cheapest, least := -1, maxLength
		for n := range s.steps.list {
			after, cost := s.try(b, n)
			if after.key() == s.at(i).key && cost < least {
				cheapest, least = n, cost
			}
		}
		m := &s.steps.list[cheapest]
		moves = b.appendMoves(moves, m, s.steps.worried(m))
	}
	return moves
}

// try makes the n-th listed step and the forced moves after it. It returns the cost in moves.
func (s *search) try(b board, n int) (after board, cost int) {
	m := &s.steps.list[n]
	b.worry(s.steps.worried(m))
	b.do(m)
	return b, int(m.cost) + b.settleSafe()
}
