package gaps

import (
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

	// Set for each search.
	meter  solver.Meter
	start  *board
	fixed  bool // a gap takes at most one card
	path   []step
	scores []int
}

// Techniques are the engine's techniques that can be switched off, for comparisons.
type Techniques struct {
	Dives    bool // random searches with restarts, which only find wins
	DeadEnds bool // prunes states that a relaxation proves lost
}

// All has all techniques.
var All = Techniques{Dives: true, DeadEnds: true}

// New returns an engine that borrows its memory from the arena for each search.
func New(a *memory.Arena, t Techniques) *Engine { return &Engine{arena: a, techniques: t} }

// Handles reports whether this engine solves p: whether its game has sequences.
func Handles(p *solver.Problem) bool { return p.Rules().Sequences.Count > 0 }

const (
	// firstPhase is the number of states of the first complete search, if there are dives too.
	firstPhase = 1 << 14
	// diveStates is the number of states of the shortest dives.
	diveStates = 500
)

// Solve searches for a win. [Handles] must accept the problem.
func (e *Engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	*e = Engine{
		arena: e.arena, techniques: e.techniques, meter: solver.NewMeter(clock, b),
		start: newBoard(p.Rules(), &position),
	}
	e.fixed = e.start.relaxed != nil && p.Rules().Sequences.FixedSuit
	r := solver.Result{Engine: Name}
	r.Verdict, r.Reason = e.search()
	r.States = e.meter.States
	if r.Verdict == solver.Winnable {
		r.Solution = e.start.toMoves(e.path)
	}
	return r
}

// search returns a verdict and, if it is unknown, the reason.
//
// If each row has a fixed suit, a gap takes at most one card, and a deal has some hundred thousand
// states; one complete search visits them all. Otherwise there are usually too many, and restarts
// find wins better: dives, each in another random order. So the complete search and the dives take
// turns, each time with twice as many states. The dives get three states in four.
func (e *Engine) search() (solver.Verdict, solver.Reason) {
	if !e.techniques.Dives || e.fixed {
		return e.deepen(0, nil)
	}
	random := rand.New(rand.NewPCG(1, 1))
	dive := uint(0)
	for states := int64(firstPhase); ; states *= 2 {
		verdict, reason := e.deepen(states, nil)
		if verdict != solver.Unknown || reason != solver.NoReason {
			return verdict, reason
		}
		for end := e.meter.States + 3*states; e.meter.States < end; {
			dive++
			verdict, reason := e.deepen(diveStates*luby(dive), random)
			if verdict != solver.Unknown || reason != solver.NoReason {
				return verdict, reason
			}
		}
	}
}

// luby returns the length of dive n ≥ 1, as a multiple of the shortest: 1 1 2 1 1 2 4 1 1 2 1 1 2
// 4 8 … The best length for a deal is unknown; this sequence is within a logarithmic factor of it
// (Luby, Sinclair & Zuckerman, "Optimal Speedup of Las Vegas Algorithms", 1993, section 3).
func luby(n uint) int64 {
	for {
		k := bits.Len(n)
		if n == 1<<k-1 {
			return 1 << (k - 1)
		}
		n -= 1<<(k-1) - 1
	}
}
