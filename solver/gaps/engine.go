package gaps

import (
	"context"
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
)

// Name is the engine's name in answers.
const Name = "gaps"

// Engine solves games of sequences. It implements solver.Engine.
type Engine struct {
	arena      *arena.Arena
	techniques Techniques

	// Changing while a problem is searched.
	ctx    context.Context
	budget int64
	start  *board
	path   []step
	worth  []int
	states int64
}

// Techniques are what can be switched off, for comparisons.
type Techniques struct {
	Dives    bool // the incomplete search
	DeadEnds bool // the relaxation that finds states lost
}

// All of them.
var All = Techniques{Dives: true, DeadEnds: true}

// New makes an engine that borrows its memory for each search.
func New(a *arena.Arena, t Techniques) *Engine { return &Engine{arena: a, techniques: t} }

// Handles tells whether this engine plays a problem: whether it has sequences.
func Handles(p *solver.Problem) bool { return p.Rules().Sequences.Count > 0 }

// stopEvery is how many states lie between two looks at the clock.
const stopEvery = 512

// The search has two ways, which get their turn, and twice as many states the next
// time: the complete one, and dives, each of which chooses another way down at random
// and gives up soon.
var (
	glance = int64(1 << 14) // states of the first turn of the complete search
	air    = int64(10_000)  // states of a dive
	share  = int64(3)       // states of all dives together, for one of the complete search
)

// Solve searches for a win; the problem must be one that the engine Handles.
func (e *Engine) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	*e = Engine{arena: e.arena, techniques: e.techniques, ctx: ctx, budget: b.States, start: newBoard(p.Rules(), &position)}
	r := solver.Result{Engine: Name}
	r.Verdict, r.Because = e.search()
	r.States = e.states
	if r.Verdict == solver.Winnable {
		r.Solution = e.start.say(e.path)
	}
	return r
}

// search takes turns until one of them knows.
func (e *Engine) search() (solver.Verdict, solver.Because) {
	if !e.techniques.Dives {
		return e.deepen(0, nil)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for states := glance; ; states *= 2 {
		verdict, because := e.deepen(states, nil)
		if verdict != solver.Unknown || because != solver.Nothing {
			return verdict, because
		}
		for end := e.states + share*states; e.states < end; {
			verdict, because := e.deepen(air, random)
			if verdict != solver.Unknown || because != solver.Nothing {
				return verdict, because
			}
		}
	}
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
