package covered

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Name is the engine's name in answers.
const Name = "covered"

// Engine solves games of rows whose cards cover each other. It implements solver.Engine.
type Engine struct {
	arena      *memory.Arena
	techniques Techniques

	// Set for each search.
	meter      solver.Meter
	board      *board
	relaxation relaxation
	start      state
	path       []step
	redeals    uint8 // redeals left at the start
}

// Techniques are the engine's techniques that can be switched off, for comparisons.
type Techniques struct {
	Relaxed bool // prunes states that are lost even with every card of the stock at hand
}

// All has all techniques.
var All = Techniques{Relaxed: true}

// New returns an engine that borrows its memory from the arena for each search.
func New(a *memory.Arena, t Techniques) *Engine { return &Engine{arena: a, techniques: t} }

// Handles reports whether this engine solves p: whether its game has rows whose cards cover each
// other.
func Handles(p *solver.Problem) bool { return p.Rules().Rows.Shape != rules.NoRows }

// Solve searches for a win. [Handles] must accept the problem.
func (e *Engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	e.begin(clock, p, b)
	defer e.rest()
	r := solver.Result{Engine: Name}
	r.Verdict, r.Reason = e.search(e.start)
	r.States = e.meter.States
	if r.Verdict == solver.Winnable {
		r.Solution = e.board.toMoves(e.start, e.path)
	}
	return r
}

// begin makes the engine ready for a problem.
func (e *Engine) begin(clock *solver.Clock, p *solver.Problem, b solver.Budget) {
	position := p.Position()
	board, start := newBoard(p.Rules(), &position)
	*e = Engine{
		arena: e.arena, techniques: e.techniques, meter: solver.NewMeter(clock, b), board: board, redeals: start.left, start: start,
		relaxation: relaxation{board: board, known: map[set]bool{}},
	}
}

// rest drops the data of the last search, since an engine may be idle for long.
func (e *Engine) rest() { e.relaxation, e.board, e.path = relaxation{}, nil, nil }
