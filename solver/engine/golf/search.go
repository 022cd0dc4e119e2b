package golf

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// Name is the engine's name in answers.
const Name = "hole"

// Engine solves hole games. It implements solver.Engine.
type Engine struct {
	arena      *memory.Arena
	techniques Techniques

	// Changing while a problem is searched.
	ctx     context.Context
	board   *board
	seen    *transposition.Set[transposition.Word]
	path    []step
	listed  []step // the steps out of the states on the path, one after the other's
	budget  int64
	states  int64
	because solver.Because
}

// Techniques are what can be switched off, for comparisons.
type Techniques struct {
	DeadEnds bool // the test of the walk that is left
}

// All of them.
var All = Techniques{DeadEnds: true}

// New makes an engine that borrows its memory for each search.
func New(a *memory.Arena, t Techniques) *Engine { return &Engine{arena: a, techniques: t} }

// Handles tells whether this engine plays a problem: nothing is built in the
// tableau, and its states fit a word.
func Handles(p *solver.Problem) bool {
	if !playable(p.Rules()) {
		return false
	}
	position := p.Position()
	_, fits := newBoard(p.Rules(), &position)
	return fits
}

// stopEvery is how many states lie between two looks at the clock.
const stopEvery = 1024

// Solve searches depth first; the problem must be one that it Handles.
func (e *Engine) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	board, _ := newBoard(p.Rules(), &position)
	memory, _ := e.arena.Take()
	*e = Engine{arena: e.arena, techniques: e.techniques, ctx: ctx, board: board, seen: transposition.NewSet[transposition.Word](memory), budget: b.States}
	won := e.search()
	e.arena.Done(e.seen.Touched())

	result := solver.Result{Verdict: solver.Unwinnable, Engine: Name, States: e.states}
	switch {
	case won:
		result.Verdict, result.Solution = solver.Winnable, say(p.Rules(), &position, e.path)
	case e.because != solver.Nothing:
		result.Verdict, result.Because = solver.Unknown, e.because
	}
	return result
}

// search tells whether the state can be won; if so the path is the way. It goes no
// deeper than there are cards.
func (e *Engine) search() bool {
	b := e.board
	if b.left == 0 {
		return true
	}
	if e.techniques.DeadEnds && b.deadEnd() || !e.seen.Add(transposition.Mix(b.id())) {
		return false
	}
	if e.budget > 0 && e.states == e.budget {
		e.because = solver.States
		return false
	}
	e.states++
	if e.states%stopEvery == 0 {
		if e.because = solver.Stop(e.ctx); e.because != solver.Nothing {
			return false
		}
	}
	first := len(e.listed)
	e.listed = b.steps(e.listed)
	for i := first; i < len(e.listed); i++ {
		m := e.listed[i]
		b.do(&m)
		e.path = append(e.path, m)
		if e.search() {
			return true
		}
		if e.because != solver.Nothing {
			return false
		}
		e.path = e.path[:len(e.path)-1]
		b.undo(&m)
	}
	e.listed = e.listed[:first]
	return false
}
