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
	meter solver.Meter
	board *board
	path  []step
}

// Techniques are the engine's techniques that can be switched off, for comparisons.
type Techniques struct {
	AtOnce  bool // removes a card at once if nothing else needs it
	Relaxed bool // prunes states in which no column can become empty and some card can't go
}

// All has all techniques.
var All = Techniques{AtOnce: true, Relaxed: true}

// New returns an engine that borrows its memory from the arena for each search.
func New(a *memory.Arena, t Techniques) *Engine { return &Engine{arena: a, techniques: t} }

// Handles reports whether this engine solves p: whether cards are discarded from columns.
func Handles(p *solver.Problem) bool { return p.Rules().Discards() }

// Solve searches for a win. [Handles] must accept the problem.
func (e *Engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	board, start := newBoard(p.Rules(), &position)
	*e = Engine{arena: e.arena, techniques: e.techniques, meter: solver.NewMeter(clock, b), board: board}
	defer func() { e.board, e.path = nil, nil }() // an engine may be idle for long
	r := solver.Result{Engine: Name}
	r.Verdict, r.Reason = e.search(start)
	r.States = e.meter.States
	if r.Verdict == solver.Winnable {
		r.Solution = board.toMoves(start, e.path)
	}
	return r
}
