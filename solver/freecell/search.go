package freecell

import (
	"context"
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
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
	arena      *arena.Arena

	// Changing while a problem is searched.
	board  *board
	nodes  nodes
	listed []step
}

// New makes an engine that borrows its memory for each search.
func New(a *arena.Arena, t Techniques) *Engine { return &Engine{techniques: t, arena: a} }

// Handles tells whether this engine plays a problem.
func Handles(p *solver.Problem) bool { return playable(p.Rules()) }

// stopEvery is how many expanded states lie between two looks at the clock, some
// tenths of a millisecond.
const stopEvery = 256

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
	e.board.settle(&s, nil)
	if won, because = e.enter(&s, node{}, budget); won != 0 || because != solver.Nothing {
		return won, because
	}
	for expanded := 1; ; expanded++ {
		if expanded%stopEvery == 0 && !goOn() {
			return 0, because
		}
		parent := e.nodes.pop()
		if parent == 0 {
			return 0, solver.Nothing
		}
		from := e.nodes.list[parent-1]
		s = e.board.read(from.key)
		e.listed = e.board.steps(&s, e.listed[:0])
		for _, m := range e.listed {
			if e.nodes.crowded() && !e.nodes.grow(goOn) {
				return 0, because
			}
			next := s
			e.board.do(&next, m)
			e.board.settle(&next, nil)
			depth := from.depth
			if depth < math.MaxUint16 {
				depth++
			}
			if won, because = e.enter(&next, node{parent: parent, step: m, depth: depth}, budget); won != 0 || because != solver.Nothing {
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
	n.add(slot, new, e.board.value(s, int(new.depth)))
	if e.board.won(s) {
		return n.count, solver.Nothing
	}
	return 0, solver.Nothing
}
