package spider

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/table"
)

// Name is the engine's name in answers.
const Name = "spider"

// Engine looks for wins of games like Spider. It implements solver.Engine, but for
// a position that can't be won it says that it does not know.
type Engine struct {
	arena   *arena.Arena
	weights weights
}

// New makes an engine that borrows its memory for each search.
func New(a *arena.Arena) *Engine { return &Engine{arena: a, weights: standard} }

// Handles tells whether this engine plays a problem.
func Handles(p *solver.Problem) bool { return p.Rules().Foundations.CompleteOnly && plays(p.Rules()) }

// The width of the first beam, and how much wider each is than the one before.
const (
	narrowest = 20
	widen     = 4
)

// Solve searches for a win with wider and wider beams, until one that is wider does
// not fit the memory; the problem must be one that the engine Handles. When it has
// looked at every position that can be reached and found no win, there is no reason
// for its not knowing.
func (e *Engine) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	g := newRulebook(p.Rules(), &position, &e.weights)
	root := &layout{}
	root.lay(&position)
	words, stack := e.arena.Take()
	seen := table.NewSet[table.Word](words)
	defer func() { e.arena.Done(seen.Touched()) }()

	result := solver.Result{Verdict: solver.Unknown, Engine: Name}
	board := newBoard(g)
	for width := narrowest; result.Because == solver.Nothing; width *= widen {
		if width*needs(g) > len(stack)/4*3 {
			result.Because = solver.Memory
			break
		}
		f := newBeam(ctx, board, width, stack, seen)
		f.kept, f.budget = result.States, b.States
		f.search(root)
		result.States, result.Because = f.kept, f.because
		if f.won >= 0 {
			path := shorten(g, root, f.path(f.won))
			result.Verdict, result.Solution = solver.Winnable, say(g, root, path)
			break
		}
		if !f.discarded {
			break
		}
	}
	return result
}
