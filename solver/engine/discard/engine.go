package discard

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// Name is the engine's name in answers.
const Name = "discard"

// Engine solves games with discards from columns. It implements solver.Engine.
type Engine struct {
	arena      *memory.Arena
	techniques Techniques

	// Set for each search.
	clock  *solver.Clock
	budget int64
	board  *board
	path   []step
	states int64
}

// Techniques can be switched off, for comparisons.
type Techniques struct {
	AtOnce  bool // cards that nothing else needs go at once
	Relaxed bool // states in which no column can ever become empty, and some card stays, are lost
}

// All has all techniques.
var All = Techniques{AtOnce: true, Relaxed: true}

// New returns an engine that borrows its memory from the arena for each search.
func New(a *memory.Arena, t Techniques) *Engine { return &Engine{arena: a, techniques: t} }

// Handles reports whether this engine plays a problem: whether cards are discarded.
func Handles(p *solver.Problem) bool { return p.Rules().Discards() }

// stopEvery is the number of states between two looks at the clock.
const stopEvery = 256

// Solve searches for a win. [Handles] must accept the problem.
func (e *Engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	board, start := newBoard(p.Rules(), &position)
	*e = Engine{arena: e.arena, techniques: e.techniques, clock: clock, budget: b.States, board: board}
	defer func() { e.board, e.path = nil, nil }() // an engine may rest for long
	r := solver.Result{Engine: Name}
	r.Verdict, r.Reason = e.search(start)
	r.States = e.states
	if r.Verdict == solver.Winnable {
		r.Solution = board.toMoves(start, e.path)
	}
	return r
}

// spend counts a state. If the search has to stop instead, it returns the reason.
func (e *Engine) spend() solver.Reason {
	if e.budget > 0 && e.states == e.budget {
		return solver.States
	}
	if e.states%stopEvery == 0 {
		if reason := e.clock.StopReason(); reason != solver.NoReason {
			return reason
		}
	}
	e.states++
	return solver.NoReason
}
