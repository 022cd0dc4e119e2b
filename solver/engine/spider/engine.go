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

// Engine looks for wins of games like Spider. It implements solver.Engine, but for
// a position that can't be won it says that it does not know.
type Engine struct {
	arena     *memory.Arena
	narrowest int
}

// New makes an engine that borrows its memory for each search. Its first beam has the
// given width; engines that begin with different widths break ties differently, so that
// one may win by chance what the other does not.
func New(a *memory.Arena, narrowest int) *Engine {
	return &Engine{arena: a, narrowest: narrowest}
}

// Handles tells whether this engine plays a problem.
func Handles(p *solver.Problem) bool { return plays(p.Rules()) }

// widen is how much wider each beam is than the one before.
const widen = 4

// Solve searches for a win with wider and wider beams, until one that is wider does
// not fit the memory; the problem must be one that the engine Handles. When it has
// looked at every position that can be reached and found no win, there is no reason
// for its not knowing.
func (e *Engine) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	g := newRulebook(p.Rules(), &position)
	root := &layout{}
	root.lay(&position)
	words, stack := e.arena.Take()
	seen := transposition.NewSet[transposition.Word](words)
	defer func() { e.arena.Done(seen.Touched()) }()

	result := solver.Result{Verdict: solver.Unknown, Engine: Name}
	board := newBoard(g)
	for width := e.narrowest; result.Because == solver.Nothing; width *= widen {
		if width*needs(g) > len(stack)/4*3 {
			result.Because = solver.Memory
			break
		}
		f := newBeam(ctx, board, width, stack, seen)
		f.kept, f.budget, f.tie = result.States, b.States, uint(bits.Len(uint(e.narrowest)))
		f.search(root)
		result.States, result.Because = f.kept, f.because
		if f.won >= 0 {
			result.Verdict, result.Solution = solver.Winnable, say(g, root, f.path(f.won))
			break
		}
		if !f.discarded {
			break
		}
	}
	return result
}
