package shortest

import (
	"context"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Engine looks for shortest solutions.
type Engine struct{ arena *arena.Arena }

// New makes an engine that borrows its memory for each search.
func New(a *arena.Arena) *Engine { return &Engine{arena: a} }

// Found is what a search for a shortest solution has found.
type Found struct {
	Line    []game.Move    // the shortest known; nil if none was given and none found
	Proven  bool           // no solution is shorter than Line or, if it is nil, there is none
	Bound   int            // no solution is shorter
	Because solver.Because // why the search stopped without a proof
	States  int64
}

// search is one search of the engine.
type search struct {
	*nodes
	ctx     context.Context
	layout  *layout
	limit   int // only shorter lines are of interest
	best    int32
	states  int64
	budget  int64
	because solver.Because
	list    []step
}

// stopEvery is how many positions lie between two looks at the clock.
const stopEvery = 256

// Shortest looks for a solution shorter than line, which wins, or nil, until it has the
// shortest one or the budget is spent; the problem must be one that it Handles.
func (e *Engine) Shortest(ctx context.Context, p *solver.Problem, line []game.Move, b solver.Budget) Found {
	position := p.Position()
	g, _ := newLayout(p.Rules(), &position)
	table, stack := e.arena.Take()
	s := &search{nodes: newNodes(table, stack), ctx: ctx, layout: g, limit: maxLength, best: -1, budget: b.States}
	if line != nil {
		s.limit = min(s.limit, game.Length(line))
	}
	root := g.start(&position)
	bound := s.run(&root)
	e.arena.Done(len(table))

	found := Found{Line: line, Bound: bound, Because: s.because, States: s.states}
	if s.best >= 0 {
		found.Line = s.line(root)
	}
	found.Proven = s.because == solver.Nothing && s.limit < maxLength
	return found
}

// maxLength is longer than any line the search looks for.
const maxLength = 1000

// run searches, and gives the bound that it has proven.
func (s *search) run(root *board) int {
	b := *root
	g := b.settleSafe()
	h := b.bound()
	s.first = g + h
	if s.first >= s.limit {
		return s.limit
	}
	s.add(&b, -1, g, 0)
	for row := 0; s.first+row < s.limit; row++ {
		for row < len(s.buckets) {
			i := s.pop(row)
			if i < 0 {
				break
			}
			s.expand(i)
			if s.because != solver.Nothing {
				return min(s.first+row, s.limit)
			}
			if s.first+row >= s.limit {
				break
			}
		}
	}
	return s.limit
}

// add notes a position to which a way of g moves has been found, from which no fewer
// than h moves are left.
func (s *search) add(b *board, parent int32, g, h int) {
	k := b.key()
	slot := s.find(k)
	if *slot != 0 {
		old := s.at(int32(*slot - 1))
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
		s.because = solver.Memory
		return
	}
	i := int32(s.size)
	s.size++
	*s.at(i) = node{key: k, parent: parent, g: uint16(g), h: uint16(h)}
	*slot = uint32(i + 1)
	if b.won() {
		s.limit, s.best = g, i
		return
	}
	s.push(i)
	s.grow()
}

// won tells whether all cards are on their foundations.
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
		s.because = solver.States
		return
	}
	s.states++
	if s.states%stopEvery == 0 {
		if s.because = solver.Stop(s.ctx); s.because != solver.Nothing {
			return
		}
	}
	at := s.at(i)
	g := int(at.g)
	b := s.layout.board(at.key)
	s.list = b.steps(s.list[:0], (s.limit-1-g-int(at.h))/2)
	for n := range s.list {
		m := &s.list[n]
		after := b
		after.do(m)
		cost := int(m.cost) + after.settleSafe()
		s.add(&after, i, g+cost, int(at.h)-cost)
		if s.because != solver.Nothing {
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
	for n, i := range path[1:] {
		list := b.steps(nil, int(s.at(i).g-s.at(path[n]).g)-1)
		cheapest, least := -1, maxLength
		for n := range list {
			after := b
			after.do(&list[n])
			cost := int(list[n].cost) + after.settleSafe()
			if after.key() == s.at(i).key && cost < least {
				cheapest, least = n, cost
			}
		}
		moves = b.say(moves, &list[cheapest])
	}
	return moves
}
