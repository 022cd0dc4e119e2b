package spider

import (
	"context"
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// Name is the engine's name in answers.
const Name = "spider"

// Engine looks for wins of games like Spider. It implements solver.Engine, but never
// answers unwinnable. It is not safe for concurrent use.
type Engine struct {
	arena     *memory.Arena
	narrowest int
}

// New returns an engine that borrows memory from a for each search. Its first beam has
// width narrowest. Engines with different widths break ties differently, so one may win
// by chance what the other does not.
func New(a *memory.Arena, narrowest int) *Engine {
	return &Engine{arena: a, narrowest: narrowest}
}

// Handles reports whether the engine plays a problem.
func Handles(p *solver.Problem) bool { return playable(p.Rules()) }

// widen is the ratio of the widths of a beam and the one before.
const widen = 4

// Solve searches for a win with wider and wider beams, until one does not fit the
// memory, the budget is spent or ctx ends. The engine must handle p. The verdict is
// unknown without a reason if every position that can be reached was seen and none is
// won.
func (e *Engine) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	g := compile(p.Rules(), &position)
	root := &layout{}
	root.lay(&position)
	words, stack := e.arena.Take()
	seen := transposition.NewSet[transposition.Word](words)
	defer func() { e.arena.Done(seen.Touched()) }()

	result := solver.Result{Verdict: solver.Unknown, Engine: Name}
	board := newBoard(g)
	for width := e.narrowest; result.Reason == solver.NoReason; width *= widen {
		if width*wordsPerWidth(g) > len(stack)/4*3 {
			result.Reason = solver.Memory
			break
		}
		f := newBeam(ctx, board, width, stack, seen)
		f.kept, f.budget, f.tieShift = result.States, b.States, uint(bits.Len(uint(e.narrowest)))
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
