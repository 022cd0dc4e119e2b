package gaps

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
)

// Name is the engine's name in answers.
const Name = "gaps"

// Engine solves games of sequences. It implements solver.Engine.
type Engine struct {
	arena *arena.Arena

	// Changing while a problem is searched.
	ctx    context.Context
	budget int64
	board  *board
	path   []step
	states int64
}

// New makes an engine that borrows its memory for each search.
func New(a *arena.Arena) *Engine { return &Engine{arena: a} }

// Handles tells whether this engine plays a problem: whether it has sequences.
func Handles(p *solver.Problem) bool { return p.Rules().Sequences.Count > 0 }

// stopEvery is how many states lie between two looks at the clock.
const stopEvery = 1024

// Solve searches for a win; the problem must be one that the engine Handles.
func (e *Engine) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	*e = Engine{arena: e.arena, ctx: ctx, budget: b.States, board: newBoard(p.Rules(), &position)}
	verdict, because := e.exhaust()
	r := solver.Result{Verdict: verdict, Because: because, Engine: Name, States: e.states}
	if verdict == solver.Winnable {
		r.Solution = e.board.say(e.path)
	}
	return r
}

// spend counts a state; if the budget has none left it says why.
func (e *Engine) spend() solver.Because {
	if e.budget > 0 && e.states == e.budget {
		return solver.States
	}
	if e.states%stopEvery == 0 {
		if because := solver.Stop(e.ctx); because != solver.Nothing {
			return because
		}
	}
	e.states++
	return solver.Nothing
}
