package shortest

import (
	"context"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Engine looks for shortest solutions.
type Engine struct{ arena *memory.Arena }

// New makes an engine that borrows its memory for each search.
func New(a *memory.Arena) *Engine { return &Engine{arena: a} }

// Found is what a search for a shortest solution has found.
type Found struct {
	Line    []game.Move   // the shortest known; nil if none was given and none found
	Bound   int           // no solution is shorter: the length of Line if that is proven to be the shortest, maxLength if nothing can be won
	Because solver.Reason // why the search stopped without a proof
	States  int64
}

// search is one search of the engine.
type search struct {
	*nodes
	ctx    context.Context
	layout *layout
	limit  int // only shorter lines are of interest
	best   int32
	states int64
	budget int64
	reason solver.Reason
	steps  steps
}

// stopEvery is how many positions lie between two looks at the clock.
const stopEvery = 16

// maxLength is longer than any line the search looks for.
const maxLength = 1000

// pass is a search by its weights of moves made and moves left: the more the latter
// weigh the sooner it has a line, and the longer that one is. It ends after so many
// positions, 0 for never.
type pass struct {
	g, h   int
	states int64
	rescue bool // made only if no line was found yet that is shorter than the one given
}

// passes are made one after the other. Each looks only for lines that are shorter than
// those before have found; the last one proves that there are none.
var passes = []pass{
	{g: 1, h: 4, states: 4000},
	{g: 1, h: 2, states: 8000},
	{g: 2, h: 3, states: 16_000},
	{g: 1, h: 3, states: 40_000, rescue: true},
	{g: 2, h: 3, states: 80_000, rescue: true},
	{g: 1, h: 1},
}

// Shortest looks for a solution shorter than line, which wins, or nil, until it has the
// shortest one or the budget is spent; the problem must be one that it Handles.
func (e *Engine) Shortest(ctx context.Context, p *solver.Problem, line []game.Move, b solver.Budget) Found {
	position := p.Position()
	g, _ := newLayout(p.Rules(), &position)
	table, stack := e.arena.Take()
	s := &search{nodes: newNodes(table, stack), ctx: ctx, layout: g, limit: maxLength, budget: b.States}
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
	found.Because, found.States = s.reason, s.states
	if found.Bound >= s.limit {
		found.Bound, found.Because = s.limit, solver.NoReason
	}
	found.Line = turned(p, found.Line)
	return found
}

// turned is a line in which each move says which card it turns up. The boards of a search
// know no faces.
func turned(p *solver.Problem, line []game.Move) []game.Move {
	position := p.Position()
	said, legal := game.New(p.Rules(), &position).Follow(line)
	if !legal {
		return line // the replay that verifies it says what is wrong
	}
	return said
}

// over reports whether the budget is spent. A pass may end for other reasons.
func (s *search) over() bool {
	return s.reason == solver.Deadline || s.reason == solver.States || s.reason == solver.Cancelled
}

// passed is the reason for which a pass ends and the next one begins.
const passed solver.Reason = "passed"

// run makes a pass, and gives the bound that it has proven.
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
			bound = max(bound, f) // all that promised less has been looked at
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
	return s.limit // all have been looked at
}

// add notes a position to which a way of g moves has been found, from which no fewer
// than h moves are left.
func (s *search) add(b *board, parent int32, g, h int) {
	k := b.key()
	mix := k.mix()
	at, node0 := s.find(k, mix)
	if node0 >= 0 {
		old := s.at(node0)
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

// goOn reports whether there is time left.
func (s *search) goOn() bool {
	s.reason = solver.StopReason(s.ctx)
	return s.reason == solver.NoReason
}

// won reports whether all cards are on their foundations.
func (b *board) won() bool {
	n := 0
	for _, h := range b.up {
		n += int(h)
	}
	return n == b.cards
}

// expand looks at what can be done from a node.
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

// line says the best way found.
func (s *search) line(b board) []game.Move {
	var path []int32
	for i := s.best; i >= 0; i = s.at(i).parent {
		path = append(path, i)
	}
	slices.Reverse(path)
	moves := b.sayForced([]game.Move{})
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
		moves = b.say(moves, m, s.steps.worried(m))
	}
	return moves
}

// try makes the n-th of the steps listed, and what is forced then. It tells what that
// costs in moves.
func (s *search) try(b board, n int) (after board, cost int) {
	m := &s.steps.list[n]
	b.worry(s.steps.worried(m))
	b.do(m)
	return b, int(m.cost) + b.settleSafe()
}
