package gaps

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// Name is the engine's name in answers.
const Name = "gaps"

// Engine solves games of sequences. It implements solver.Engine.
type Engine struct {
	arena      *memory.Arena
	techniques Techniques

	// Changing while a problem is searched.
	ctx    context.Context
	budget int64
	start  *board
	fixed  bool // whether a gap takes one card at most
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
func New(a *memory.Arena, t Techniques) *Engine { return &Engine{arena: a, techniques: t} }

// Handles reports whether this engine plays a problem: whether it has sequences.
func Handles(p *solver.Problem) bool { return p.Rules().Sequences.Count > 0 }

// stopEvery is how many states lie between two looks at the clock.
const stopEvery = 256

const (
	// glance is how many states the first turn of the complete search sees.
	glance = 1 << 14
	// air is how many states the shortest dives may see.
	air = 500
)

// Solve searches for a win; the problem must be one that the engine Handles.
func (e *Engine) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	*e = Engine{
		arena: e.arena, techniques: e.techniques, ctx: ctx, budget: b.States,
		start: newBoard(p.Rules(), &position),
	}
	e.fixed = e.start.relaxed != nil && p.Rules().Sequences.FixedSuit
	r := solver.Result{Engine: Name}
	r.Verdict, r.Reason = e.search()
	r.States = e.states
	if r.Verdict == solver.Winnable {
		r.Solution = e.start.say(e.path)
	}
	return r
}

// search tells what it finds, and if it is nothing why.
//
// Where rows have their suits, a gap takes one card at most, and a deal has some hundred
// thousand states; they are searched completely at once. Where they are not, there
// are mostly too many, and the way to a win is to begin anew before one is lost in
// them: to dive, each time another way down, chosen at random. So the complete search
// and the dives get their turns, and twice as many states the next time, three in
// four of them for the dives.
func (e *Engine) search() (solver.Verdict, solver.Reason) {
	if !e.techniques.Dives || e.fixed {
		return e.deepen(0, nil)
	}
	random := rand.New(rand.NewPCG(1, 1))
	dive := uint(0)
	for states := int64(glance); ; states *= 2 {
		verdict, reason := e.deepen(states, nil)
		if verdict != solver.Unknown || reason != solver.NoReason {
			return verdict, reason
		}
		for end := e.states + 3*states; e.states < end; {
			dive++
			verdict, reason := e.deepen(air*luby(dive), random)
			if verdict != solver.Unknown || reason != solver.NoReason {
				return verdict, reason
			}
		}
	}
}

// luby is the length of a dive: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 … Nobody knows the best
// length for a deal, and this sequence is never much worse than it (Luby, Sinclair &
// Zuckerman, "Optimal Speedup of Las Vegas Algorithms", 1993, section 3).
func luby(n uint) int64 {
	for {
		k := bits.Len(n)
		if n == 1<<k-1 {
			return 1 << (k - 1)
		}
		n -= 1<<(k-1) - 1
	}
}

// spend counts a state; if the budget has none left it says why.
func (e *Engine) spend() solver.Reason {
	if e.budget > 0 && e.states == e.budget {
		return solver.States
	}
	if e.states%stopEvery == 0 {
		if reason := solver.StopReason(e.ctx); reason != solver.NoReason {
			return reason
		}
	}
	e.states++
	return solver.NoReason
}
