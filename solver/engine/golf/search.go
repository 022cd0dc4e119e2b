package golf

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// Name is the engine's name in answers. It is older than the package's name and stays
// as it is, because stored answers have it.
const Name = "hole"

// Engine solves hole games. It implements solver.Engine. It is not safe for concurrent
// use.
type Engine struct {
	arena      *memory.Arena
	techniques Techniques

	// Lifetime: one search.
	meter   solver.Meter
	board   *board
	seen    *memory.Set[memory.Word]
	path    []step
	listed  []step // the steps out of the states on the path, one after the other
	because solver.Reason
}

// Techniques are the engine's techniques that can be switched off, for comparisons.
type Techniques struct {
	// DeadEnds prunes states that the walk test proves lost (switch dead-ends). On solvitaire:1-20 it
	// reduces Black Hole from 8.27 to 1.34 million states and Worm Hole from 33.8 to 0.51 million.
	DeadEnds bool
}

// All switches all techniques on.
var All = Techniques{DeadEnds: true}

// New returns an engine that borrows memory from a for each search.
func New(a *memory.Arena, t Techniques) *Engine { return &Engine{arena: a, techniques: t} }

// Handles reports whether the engine solves p: whether its game has a hole, builds nothing in the
// tableau, and has states that fit a word.
func Handles(p *solver.Problem) bool {
	if !playable(p.Rules()) {
		return false
	}
	position := p.Position()
	_, fits := newBoard(p.Rules(), &position)
	return fits
}

// Solve searches depth first until p is decided, the budget is spent or the clock ends. The
// engine must handle p.
func (e *Engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	board, _ := newBoard(p.Rules(), &position)
	words, _ := e.arena.Take()
	*e = Engine{arena: e.arena, techniques: e.techniques, meter: solver.NewMeter(clock, b), board: board, seen: memory.NewSet[memory.Word](words)}
	won := e.search()
	e.arena.Done(e.seen.Touched())

	result := solver.Result{Verdict: solver.Unwinnable, Engine: Name, States: e.meter.States}
	switch {
	case won:
		result.Verdict, result.Solution = solver.Winnable, translate(p.Rules(), &position, e.path)
	case e.because != solver.NoReason:
		result.Verdict, result.Reason = solver.Unknown, e.because
	}
	return result
}

// search reports whether the state can be won. If so, e.path has the steps. The recursion is no
// deeper than the number of cards.
func (e *Engine) search() bool {
	b := e.board
	// Step 1. Leave the state if it is won, dead or known.
	if b.left == 0 {
		return true
	}
	if e.techniques.DeadEnds && b.deadEnd() || !e.seen.Add(memory.Mix(b.id())) {
		return false
	}

	// Step 2. Count it.
	if e.because = e.meter.Spend(); e.because != solver.NoReason {
		return false
	}

	// Step 3. List the steps out of it and try each.
	first := len(e.listed)
	e.listed = b.steps(e.listed)
	for i := first; i < len(e.listed); i++ {
		m := e.listed[i]
		b.do(&m)
		e.path = append(e.path, m)
		if e.search() {
			return true
		}
		if e.because != solver.NoReason {
			return false
		}
		e.path = e.path[:len(e.path)-1]
		b.undo(&m)
	}
	e.listed = e.listed[:first]
	return false
}
