package freecell

import (
	"context"
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// Name is the engine's name in answers.
const Name = "freecell"

// Techniques are the techniques that can be switched off, for comparisons.
type Techniques struct {
	SafeFoundations bool // safe moves to the foundations without asking, not only of aces
	Runs            bool // runs of cards moved in one step
}

// All switches all techniques on.
var All = Techniques{SafeFoundations: true, Runs: true}

// Engine solves FreeCell and its relatives. It implements solver.Engine.
type Engine struct {
	techniques Techniques
	arena      *memory.Arena

	// Changing while a problem is searched.
	board  *board
	nodes  nodes
	near   appraiser // its from is the state that is expanded
	listed []step    // the steps out of it
}

// New makes an engine that borrows its memory for each search.
func New(a *memory.Arena, t Techniques) *Engine { return &Engine{techniques: t, arena: a} }

// Handles tells whether this engine plays a problem.
func Handles(p *solver.Problem) bool { return playable(p.Rules()) }

// stopEvery is how many expanded states lie between two looks at the clock, some
// tenths of a millisecond.
const stopEvery = 128

// Solve searches best first; the problem must be one that the engine Handles.
func (e *Engine) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	e.board = newBoard(p.Rules(), &position, e.techniques)
	table, stack := e.arena.Take()
	e.nodes.reset(table, stack)

	won, because := e.search(ctx, e.board.start(&position), b.States)
	e.arena.Done(e.nodes.touched())
	result := solver.Result{Verdict: solver.Unwinnable, Engine: Name, States: int64(e.nodes.count)}
	switch {
	case won != 0:
		result.Verdict, result.Solution = solver.Winnable, e.solution(&position, won)
	case because != solver.Nothing:
		result.Verdict, result.Because = solver.Unknown, because
	}
	return result
}

// search takes the most promising state, comes to all those one step away, and so
// on, until one is won, when it gives its number, or none is left.
func (e *Engine) search(ctx context.Context, s state, budget int64) (won uint32, because solver.Because) {
	if because = solver.Stop(ctx); because != solver.Nothing {
		return 0, because
	}
	goOn := func() bool {
		because = solver.Stop(ctx)
		return because == solver.Nothing
	}
	b, n, from := e.board, &e.nodes, &e.near.from
	b.settle(&s, nil)
	if won, because = e.enter(&s, node{cost: int16(b.costAnew(&s))}, budget); won != 0 || because != solver.Nothing {
		return won, because
	}
	for expanded := 1; ; expanded++ {
		if expanded%stopEvery == 0 && !goOn() {
			return 0, because
		}
		parent := n.pop()
		if parent == 0 {
			return 0, solver.Nothing
		}
		b.read(n.list[parent-1].key, from)
		e.near.set(int(n.list[parent-1].cost))
		e.listed = b.steps(from, e.listed[:0])
		for _, m := range e.listed {
			if n.crowded() && !n.grow(goOn) {
				return 0, because
			}
			if k, can := b.peek(from, m); can {
				if _, known := n.find(&k); known {
					continue
				}
			}
			s = *from
			b.do(&s, m)
			b.settle(&s, nil)
			way := min(int(n.list[parent-1].way)+from.length(m), math.MaxUint16)
			new := node{parent: parent, step: m, way: uint16(way)}
			if won, because = e.enter(&s, new, budget); won != 0 || because != solver.Nothing {
				return won, because
			}
		}
	}
}

// enter notes a state that the search has come to, if it is new. It gives its number
// if it is won.
func (e *Engine) enter(s *state, new node, budget int64) (won uint32, because solver.Because) {
	n := &e.nodes
	slot, known := n.find(&s.key)
	switch {
	case known:
		return 0, solver.Nothing
	case budget > 0 && int64(n.count) >= budget:
		return 0, solver.States
	case n.full():
		return 0, solver.Memory
	}
	new.key = s.key
	if new.parent != 0 {
		new.cost = int16(e.near.cost(e.board, s, new.step.head))
	}
	n.add(slot, new, e.board.value(s, int(new.cost), int(new.way)))
	if e.board.won(s) {
		return n.count, solver.Nothing
	}
	return 0, solver.Nothing
}
