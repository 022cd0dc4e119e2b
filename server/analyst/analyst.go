package analyst

import (
	"context"
	"errors"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Pool lends engines.
type Pool interface {
	// Do has a task done with an engine. The error is the context's if there was no
	// engine before its end, or the task goes on after it.
	Do(ctx context.Context, p *solver.Problem, task func(context.Context, solver.Engine)) error
}

// Memory remembers verdicts. Solutions are those of the canonical position.
type Memory interface {
	// Know gives what is proven of a problem, refereed; false if nothing is. What is
	// not near at hand is looked for only if it may take its time.
	Know(ctx context.Context, p *solver.Problem, far bool) (solver.Result, bool)
	// Keep remembers a proven result near at hand, if it passes the referee.
	Keep(p *solver.Problem, r solver.Result, elapsed time.Duration) error
}

// Analyst judges moves and games.
type Analyst struct {
	pool   Pool
	memory Memory
}

// New makes an analyst.
func New(p Pool, m Memory) *Analyst { return &Analyst{p, m} }

// Moves judges every legal move of the position that a problem asks about, as
// analysis.Moves does. The errors are the pool's, or wrap a *solver.BadSolution.
func (a *Analyst) Moves(ctx context.Context, p *solver.Problem, b solver.Budget) (analysis.Position, error) {
	began := time.Now()
	found, err := study(a, ctx, p, func(ctx context.Context, e solver.Engine) (analysis.Position, error) {
		return analysis.Moves(ctx, e, p, b)
	})
	if err != nil || found.Verdict != solver.Winnable || found.Engine == "" {
		return found, err // there is no line, or one that is plain to see
	}
	elapsed := time.Since(began)
	err = a.memory.Keep(p, won(p, &found, found.Line), elapsed)
	next := found.Moves[0]
	asked := p.Asked()
	table := game.New(p.Rules(), &asked)
	table.Do(next.Move)
	after := solver.NewProblem(*p.Rules(), table.Position())
	return found, errors.Join(err, a.memory.Keep(after, won(after, &found, next.Line[1:]), elapsed))
}

// won is the result that a problem's position, as it was asked about, can be won by a line.
func won(p *solver.Problem, found *analysis.Position, line []game.Move) solver.Result {
	return solver.Result{Verdict: solver.Winnable, Solution: p.ToCanonical(line), Engine: found.Engine, States: found.States}
}

// Game finds the move that lost a game, as analysis.Game does. The errors are the
// pool's, or wrap a *solver.BadSolution.
func (a *Analyst) Game(ctx context.Context, p *solver.Problem, moves []game.Move, b solver.Budget) (analysis.Played, error) {
	return study(a, ctx, p, func(ctx context.Context, e solver.Engine) (analysis.Played, error) {
		return analysis.Game(ctx, e, p, moves, b)
	})
}

// study has a question about a problem answered with an engine of the pool. A question
// that none was free for within its time is answered without.
func study[T any](a *Analyst, ctx context.Context, p *solver.Problem, ask func(context.Context, solver.Engine) (T, error)) (T, error) {
	type answer struct {
		found T
		err   error
	}
	answers := make(chan answer, 1)
	err := a.pool.Do(ctx, p, func(ctx context.Context, e solver.Engine) {
		found, err := ask(ctx, &remembering{e, a.memory, p})
		answers <- answer{found, err}
	})
	switch {
	case err == nil:
		got := <-answers
		return got.found, got.err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		if ctx.Err() == nil { // the pool has no more time
			var cancel context.CancelFunc
			ctx, cancel = context.WithCancel(ctx)
			cancel()
		}
		return ask(ctx, nil) // nothing is searched any more
	default:
		var none T
		return none, err
	}
}

// remembering is an engine that looks into the memory first.
type remembering struct {
	engine  solver.Engine
	memory  Memory
	subject *solver.Problem // looked for far away too
}

func (e *remembering) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	if r, known := e.memory.Know(ctx, p, p == e.subject); known {
		r.States = 0 // searched before
		return r
	}
	began := time.Now()
	r := e.engine.Solve(ctx, p, b)
	// Lines of other moves are not as short as could be, and are found again quickly.
	if r.Verdict == solver.Unwinnable {
		_ = e.memory.Keep(p, r, time.Since(began)) // which has no line that might not pass
	}
	return r
}
