package spider

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// Name is the engine's name in answers.
const Name = "spider"

// Engine looks for wins of games like Spider. It implements solver.Engine, but never
// answers unwinnable. It is not safe for concurrent use.
type Engine struct {
	arena  *memory.Arena
	ladder Ladder
}

// New returns an engine that borrows memory from a for each search. Its beams are those of the
// ladder.
func New(a *memory.Arena, l Ladder) *Engine { return &Engine{arena: a, ladder: l} }

// Handles reports whether the engine plays a problem.
func Handles(p *solver.Problem) bool { return playable(p.Rules()) }

// Solve searches for a win with the beams of the ladder, until one does not fit the memory, the budget is spent or the clock ends. The engine must handle p. The verdict is
// unknown without a reason if every position that can be reached was seen and none is
// won.
func (e *Engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	g := compile(p.Rules(), &position)
	root := &layout{}
	root.lay(&position)
	words, stack := e.arena.Take()
	seen := transposition.NewSet[transposition.Word](words)
	defer func() { e.arena.Done(seen.Touched()) }()

	result := solver.Result{Verdict: solver.Unknown, Engine: Name}
	board := newBoard(g)
	for attempt := 0; result.Reason == solver.NoReason; attempt++ {
		rung, kinds := attempt, true
		if g.rows() > 0 {
			rung, kinds = attempt/2, attempt%2 == 0 // each beam with kinds and without
		}
		width, noise := e.ladder.rung(rung)
		if width*wordsPerWidth(g) > len(stack)/4*3 {
			result.Reason = solver.Memory
			break
		}
		g.weigh(noise)
		f := newBeam(clock, board, width, attempt, stack, seen)
		f.preferKinds = kinds
		f.kept, f.budget, f.tieShift = result.States, b.States, e.ladder.tieShift()
		f.search(root)
		result.States, result.Reason = f.kept, f.because
		if f.won >= 0 {
			result.Verdict, result.Solution = solver.Winnable, translate(g, root, f.path(f.won))
			break
		}
		if !f.discarded {
			break
		}
	}
	return result
}
