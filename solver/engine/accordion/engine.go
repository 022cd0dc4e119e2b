package accordion

import (
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// Name is the engine's name in answers.
const Name = "accordion"

// Engine solves accordions. It implements solver.Engine.
type Engine struct {
	arena      *memory.Arena
	techniques Techniques

	// Constant during a search.
	start   *row
	targets [graphSize]uint16 // for each pile of a graph, the places it may go to

	// Changed by the search.
	meter    solver.Meter
	row      *row
	seen     *memory.Set[memory.Pair]
	path     []step
	listed   []step
	scored   []scoredStep
	diveLeft int // states left in this dive
	random   *rand.Rand
	phaseEnd int64 // number of states at which this phase ends; 0 for never
	over     bool  // the phase has ended, or the search is to stop
	reason   solver.Reason
}

// Techniques are the engine's techniques that can be switched off, for comparisons.
type Techniques struct {
	Dives  bool // heuristic searches, which only find wins
	Pieces bool // prunes rows whose piles fall into unrelated parts: they are lost
}

// All has all techniques.
var All = Techniques{Dives: true, Pieces: true}

// New returns an engine that borrows its memory from the arena for each search.
func New(a *memory.Arena, t Techniques) *Engine { return &Engine{arena: a, techniques: t} }

// Handles reports whether this engine solves p: whether p's game is like Accordion.
func Handles(p *solver.Problem) bool { return p.Rules().Accordion.Size > 0 }

const (
	// short is the number of piles up to which a row is searched completely at once, which takes
	// some thousands of states.
	short = 18
	// firstPhase is the number of states of the first phase, for a longer row.
	firstPhase = 1 << 11
)

// Solve searches for a win. [Handles] must accept the problem.
func (e *Engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	*e = Engine{
		arena: e.arena, techniques: e.techniques, meter: solver.NewMeter(clock, b),
		start:  newRow(p.Rules(), p.Position().Accordion),
		random: rand.New(rand.NewPCG(1, 1)),
	}
	for i := range e.targets {
		for _, d := range e.start.distances {
			if j := i + d; j >= 0 && j < graphSize {
				e.targets[i] |= 1 << j
			}
		}
	}

	won := e.search()
	result := solver.Result{Verdict: solver.Unwinnable, Engine: Name, States: e.meter.States}
	switch {
	case won:
		result.Verdict, result.Solution = solver.Winnable, toMoves(e.start, e.path)
	case e.reason != solver.NoReason:
		result.Verdict, result.Reason = solver.Unknown, e.reason
	}
	return result
}

// search reports whether the row can be won. If it returns false without setting e.reason, that
// is proven.
//
// Most long rows are won by a dive. The others have so few moves that a complete search is short.
// Which is the case can't be known beforehand, so dives and complete searches take turns, each time
// with twice as many states. The complete searches get one state in four.
func (e *Engine) search() bool {
	if !e.techniques.Dives || len(e.start.cards) <= short {
		return e.exhaust(0)
	}
	for states := int64(firstPhase); ; states *= 2 {
		if won := e.exhaust(states); won || !e.over || e.reason != solver.NoReason {
			return won
		}
		if won := e.dive(3 * states); won || e.reason != solver.NoReason {
			return won
		}
	}
}

// begin starts a phase with the given number of states, 0 for no limit, at the first row.
func (e *Engine) begin(states int64) {
	e.row, e.path, e.listed, e.scored = e.start.clone(), e.path[:0], e.listed[:0], e.scored[:0]
	e.phaseEnd, e.over = 0, false
	if states > 0 {
		e.phaseEnd = e.meter.States + states
	}
}

// spend counts a state. It returns false if the phase or the budget has none left.
func (e *Engine) spend() bool {
	if !e.over && e.phaseEnd > 0 && e.meter.States == e.phaseEnd {
		e.over = true
	}
	if !e.over {
		e.reason = e.meter.Spend()
		e.over = e.reason != solver.NoReason
	}
	return !e.over
}
