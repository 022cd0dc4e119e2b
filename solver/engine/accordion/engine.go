package accordion

import (
	"context"
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// Name is the engine's name in answers.
const Name = "accordion"

// Engine solves accordions. It implements solver.Engine.
type Engine struct {
	arena      *memory.Arena
	techniques Techniques

	// What does not change while a problem is searched.
	ctx     context.Context
	budget  int64
	start   *row
	targets [webSize]uint16 // of each pile of a web: where it may go

	// What does.
	row       *row
	seen      *transposition.Set[transposition.Pair]
	path      []step
	listed    []step
	prospects []prospect
	air       int // states left to the dive
	random    *rand.Rand
	states    int64
	unlooked  int   // states since the last look at the clock, or what took as long
	phaseEnd  int64 // the states at which the present phase is over; 0 for never
	over      bool  // it is, or the budget is spent
	reason    solver.Reason
}

// Techniques are what can be switched off, for comparisons.
type Techniques struct {
	Dives  bool // the incomplete search
	Pieces bool // rows that don't hang together are lost
}

// All of them.
var All = Techniques{Dives: true, Pieces: true}

// New makes an engine that borrows its memory for each search.
func New(a *memory.Arena, t Techniques) *Engine { return &Engine{arena: a, techniques: t} }

// Handles reports whether this engine plays a problem: whether it is an accordion.
func Handles(p *solver.Problem) bool { return p.Rules().Accordion.Size > 0 }

const (
	// stopEvery is how many states lie between two looks at the clock, at most.
	stopEvery = 1024
	// stepsOfState is how many steps out of a state, of one that has more than usual,
	// take as long as a state.
	stepsOfState = 8
	// short is the number of piles up to which a row is searched to the end at
	// once, which takes some thousands of states.
	short = 18
	// glance is how many states of a longer row the first phase sees.
	glance = 1 << 11
)

// Solve searches for a win; the problem must be one that the engine Handles.
func (e *Engine) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	*e = Engine{
		arena: e.arena, techniques: e.techniques, ctx: ctx, budget: b.States,
		start:    newRow(p.Rules(), p.Position().Accordion),
		random:   rand.New(rand.NewPCG(1, 1)),
		unlooked: stopEvery,
	}
	for i := range e.targets {
		for _, d := range e.start.distances {
			if j := i + d; j >= 0 && j < webSize {
				e.targets[i] |= 1 << j
			}
		}
	}

	won := e.search()
	result := solver.Result{Verdict: solver.Unwinnable, Engine: Name, States: e.states}
	switch {
	case won:
		result.Verdict, result.Solution = solver.Winnable, say(e.start, e.path)
	case e.reason != solver.NoReason:
		result.Verdict, result.Reason = solver.Unknown, e.reason
	}
	return result
}

// search reports whether the row can be won. If it says no, and there is no reason why
// it does not know, it can't.
//
// Of a long row nobody can tell beforehand whether it is one of the many that a
// dive wins, or one that the rules leave so few moves that it is soon exhausted. So
// both get their turn, and twice as many states the next time, one in four of them
// for the complete search.
func (e *Engine) search() bool {
	if !e.techniques.Dives || len(e.start.cards) <= short {
		return e.exhaust(0)
	}
	for states := int64(glance); ; states *= 2 {
		if won := e.exhaust(states); won || !e.over || e.reason != solver.NoReason {
			return won
		}
		if won := e.dive(3 * states); won || e.reason != solver.NoReason {
			return won
		}
	}
}

// begin begins a phase of so many states, 0 for no bound, at the start.
func (e *Engine) begin(states int64) {
	e.row, e.path, e.listed, e.prospects = e.start.clone(), e.path[:0], e.listed[:0], e.prospects[:0]
	e.phaseEnd, e.over = 0, false
	if states > 0 {
		e.phaseEnd = e.states + states
	}
}

// spend counts a state; it fails if the phase or the budget has none left.
func (e *Engine) spend() bool {
	switch {
	case e.over:
		return false
	case e.budget > 0 && e.states == e.budget:
		e.reason = solver.States
	case e.phaseEnd > 0 && e.states == e.phaseEnd:
		e.over = true
	case e.unlooked >= stopEvery:
		e.unlooked = 0
		e.reason = solver.StopReason(e.ctx)
	}
	e.unlooked++
	e.over = e.over || e.reason != solver.NoReason
	if !e.over {
		e.states++
	}
	return !e.over
}
