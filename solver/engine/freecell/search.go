package freecell

import (
	"context"
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// Name is the engine's name in answers.
const Name = "freecell"

// Techniques can be switched off one by one, for comparisons. Each comment names the
// switch of bench --without and gives the means over Microsoft's deals 1 to 1,000
// without the technique. With both of them a deal takes 1,375 states, and solutions
// have 118 moves before they are shortened. The general engine needs 2,836 states and
// 15 times the time.
type Techniques struct {
	// SafeFoundations sends safe cards up as forced moves, not only aces (Blake & Gent,
	// Theorem 1; switch safe-foundations). Without it 2,463 states.
	SafeFoundations bool

	// Runs moves a run of cards in one step (switch runs). Without it 4,632 states, and
	// solutions of 106 moves.
	Runs bool
}

// All switches all techniques on.
var All = Techniques{SafeFoundations: true, Runs: true}

// Engine solves FreeCell and its relatives. It implements solver.Engine. It is not safe
// for concurrent use.
type Engine struct {
	techniques Techniques
	arena      *memory.Arena

	// Lifetime: one search.
	board *board
	nodes nodes

	// Lifetime: one expanded state.
	evaluator evaluator // its from is that state
	listed    []step    // the steps out of it

	// Lifetime: writing one solution.
	path     []step
	tabletop tabletop
}

// New returns an engine that borrows memory from a for each search.
func New(a *memory.Arena, t Techniques) *Engine { return &Engine{techniques: t, arena: a} }

// Handles reports whether the engine plays a problem.
func Handles(p *solver.Problem) bool { return playable(p.Rules()) }

// stopEvery is the number of expanded states between two checks of the context: some
// tenths of a millisecond.
const stopEvery = 128

// Solve searches best first until p is decided, the budget or the memory is spent, or
// ctx ends. The engine must handle p.
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
	case because != solver.NoReason:
		result.Verdict, result.Reason = solver.Unknown, because
	}
	return result
}

// search is the loop: it expands the most promising state until one is won, whose
// number it returns, or none is left.
func (e *Engine) search(ctx context.Context, s state, budget int64) (won uint32, because solver.Reason) {
	if because = solver.StopReason(ctx); because != solver.NoReason {
		return 0, because
	}
	goOn := func() bool {
		because = solver.StopReason(ctx)
		return because == solver.NoReason
	}
	b, n, from := e.board, &e.nodes, &e.evaluator.from
	b.settle(&s, nil)
	if won, because = e.enter(&s, node{cost: int16(b.fullCost(&s))}, budget); won != 0 || because != solver.NoReason {
		return won, because
	}
	for expanded := 1; ; expanded++ {
		if expanded%stopEvery == 0 && !goOn() {
			return 0, because
		}

		// Step 1. Take the most promising state. When none is left, all have been seen.
		parent := n.pop()
		if parent == 0 {
			return 0, solver.NoReason
		}
		b.read(n.list[parent-1].key, from)
		e.evaluator.set(int(n.list[parent-1].cost))

		// Step 2. List the steps out of it.
		e.listed = b.steps(from, e.listed[:0])
		for _, m := range e.listed {
			if n.crowded() && !n.grow(goOn) {
				return 0, because
			}

			// Step 3. Skip a step to a known state, before it is made if its key can be
			// computed. In a proof that is most of them.
			if k, can := b.keyAfter(from, m); can {
				if _, known := n.find(&k); known {
					continue
				}
			}

			// Step 4. Make the step and enter the state that it leads to.
			s = *from
			b.do(&s, m)
			b.settle(&s, nil)
			length := min(int(n.list[parent-1].length)+from.stepLength(m), math.MaxUint16)
			new := node{parent: parent, step: m, length: uint16(length)}
			if won, because = e.enter(&s, new, budget); won != 0 || because != solver.NoReason {
				return won, because
			}
		}
	}
}

// enter adds a state if it is new. It returns its number if it is won.
func (e *Engine) enter(s *state, new node, budget int64) (won uint32, because solver.Reason) {
	n := &e.nodes
	slot, known := n.find(&s.key)
	switch {
	case known:
		return 0, solver.NoReason
	case budget > 0 && int64(n.count) >= budget:
		return 0, solver.States
	case n.full():
		return 0, solver.Memory
	}
	new.key = s.key
	if new.parent != 0 {
		new.cost = int16(e.evaluator.cost(e.board, s, new.step.head))
	}
	n.add(slot, new, e.board.value(s, int(new.cost), int(new.length)))
	if e.board.won(s) {
		return n.count, solver.NoReason
	}
	return 0, solver.NoReason
}
