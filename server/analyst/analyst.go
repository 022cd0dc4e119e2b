package analyst

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// Pool lends engines.
type Pool interface {
	// Do runs a task with an engine. It returns the context's error if the context ends before an
	// engine is free, or before the task returns.
	Do(ctx context.Context, p *solver.Problem, task func(*solver.Clock, solver.Engine)) error
}

// Verdicts looks up verdicts that are proven. Their solutions are for the canonical position of the problem.
type Verdicts interface {
	// Know returns the proven and verified result of a problem, and whether there is one. It asks
	// the store only if far is true; otherwise only the caches of this process.
	Know(ctx context.Context, p *solver.Problem, far bool) (solver.Result, bool)
	// Keep verifies a proven result and puts it into the cache.
	Keep(p *solver.Problem, r solver.Result, elapsed time.Duration) error
	// Store verifies a proven result and stores it. It waits for the store as an answer does.
	Store(ctx context.Context, p *solver.Problem, r solver.Result, elapsed time.Duration) error
}

// Analyst analyses moves and games.
type Analyst struct {
	pool     Pool
	verdicts Verdicts
}

// New makes an Analyst.
func New(p Pool, v Verdicts) *Analyst { return &Analyst{p, v} }

// Moves analyses every legal move of a problem's position, see analysis.Moves. Errors are the pool's,
// or wrap a *solver.BadSolution.
func (a *Analyst) Moves(ctx context.Context, p *solver.Problem, b solver.Budget) (analysis.Position, error) {
	began := time.Now()
	found, searched, err := study(a, ctx, p, func(clock *solver.Clock, e solver.Engine) (analysis.Position, error) {
		return analysis.Moves(clock, e, p, b)
	})
	found.Unsearched = !searched
	if err != nil || found.Verdict != solver.Winnable || found.Engine == "" {
		return found, err // there is no line, or a trivial one
	}
	elapsed := time.Since(began)
	err = a.verdicts.Keep(p, won(p, found.Line, found.Engine, found.States), elapsed)
	next := found.Moves[0]
	asked := p.Asked()
	table := game.New(p.Rules(), &asked)
	table.Do(next.Move)
	after := solver.NewProblem(*p.Rules(), table.Position())
	return found, errors.Join(err, a.verdicts.Keep(after, won(after, next.Line[1:], found.Engine, found.States), elapsed))
}

// won returns the result of a problem whose position, as asked about, is won by a line.
func won(p *solver.Problem, line []game.Move, engine string, states int64) solver.Result {
	return solver.Result{Verdict: solver.Winnable, Solution: p.ToCanonical(line), Engine: engine, States: states}
}

// Game finds the move that lost a game, see analysis.Game. The line that it finds is kept for the last
// winnable plies, to which a player goes back. Errors are the pool's, or wrap a *solver.BadSolution.
func (a *Analyst) Game(ctx context.Context, p *solver.Problem, steps [][]game.Move, b solver.Budget) (analysis.Played, error) {
	began := time.Now()
	found, searched, err := study(a, ctx, p, func(clock *solver.Clock, e solver.Engine) (analysis.Played, error) {
		return analysis.Game(clock, e, p, steps, b)
	})
	found.Unsearched = !searched
	if elapsed := time.Since(began); err == nil && searched && elapsed >= soon {
		err = a.keepLine(ctx, p, steps, &found, elapsed)
	}
	return found, err
}

const (
	// soon is the time of analyses that are cheaper to repeat than to keep.
	soon = 100 * time.Millisecond
	// mostKept is how many plies before the last winnable one are kept, in the caches only.
	mostKept = 7
)

// keepLine stores that the last winnable ply of a game is won, and keeps the same of the plies before it,
// unless a line as short is known.
func (a *Analyst) keepLine(ctx context.Context, p *solver.Problem, steps [][]game.Move, found *analysis.Played, elapsed time.Duration) error {
	line := found.Line
	if len(line) == 0 {
		return nil
	}
	asked := p.Asked()
	table := game.New(p.Rules(), &asked)
	for _, step := range steps[:found.Winnable] {
		for _, m := range step {
			table.Do(m)
		}
	}
	last := solver.NewProblem(*p.Rules(), table.Position())
	if r, known := a.verdicts.Know(ctx, last, false); known && r.Verdict == solver.Winnable && game.Length(r.Solution) <= game.Length(line) {
		return nil
	}
	err := a.verdicts.Store(ctx, last, won(last, line, found.Engine, found.States), elapsed)
	for ply := found.Winnable - 1; ply >= max(0, found.Winnable-mostKept); ply-- {
		for range steps[ply] {
			line = slices.Concat([]game.Move{table.Last()}, line)
			table.Undo()
		}
		before := solver.NewProblem(*p.Rules(), table.Position())
		err = errors.Join(err, a.verdicts.Keep(before, won(before, line, found.Engine, found.States), elapsed))
	}
	return err
}

// Advise evaluates the moves of a position with hidden cards, see player.Advise. It does not store
// the results for guessed cards. It returns the errors of the pool, such as the context's error if
// no engine was free in time.
func (a *Analyst) Advise(ctx context.Context, s *player.Observation, plan []game.Move, samples int, seed uint64) (player.Advice, error) {
	// The problem that the pool reports if an engine panics: one of the possible ones.
	guess := solver.NewProblem(*s.Rules, s.Deal(rand.New(rand.NewPCG(seed, 0))))
	advised := make(chan player.Advice, 1)
	err := a.pool.Do(ctx, guess, func(clock *solver.Clock, e solver.Engine) {
		advised <- player.Advise(clock, s, plan, samples, seed, e)
	})
	if err != nil {
		return player.Advice{}, err
	}
	return <-advised, nil
}

// study answers a question about a problem with an engine of the pool. If none was free within the
// context's time, it answers from what is remembered, and searched is false.
func study[T any](
	a *Analyst, ctx context.Context, p *solver.Problem, ask func(*solver.Clock, solver.Engine) (T, error),
) (found T, searched bool, err error) {
	type answer struct {
		found T
		err   error
	}
	answers := make(chan answer, 1)
	err = a.pool.Do(ctx, p, func(clock *solver.Clock, e solver.Engine) {
		found, err := ask(clock, &remembering{engine: e, verdicts: a.verdicts, subject: p})
		answers <- answer{found, err}
	})
	switch {
	case err == nil:
		got := <-answers
		return got.found, true, got.err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		if ctx.Err() == nil { // the pool has no more time
			var cancel context.CancelFunc
			ctx, cancel = context.WithCancel(ctx)
			cancel()
		}
		found, err = ask(solver.NewClock(ctx), &remembering{verdicts: a.verdicts, subject: p}) // the context has ended: nothing is searched
		return found, false, err
	default:
		return found, false, err
	}
}

const (
	// lookTime is how long a verdict is looked up when the time is over.
	lookTime = 20 * time.Millisecond
	// recallTime is how long verdicts are recalled together.
	recallTime = 2 * lookTime
)

// remembering is an engine that looks problems up first. When the time is over it does nothing else.
type remembering struct {
	engine   solver.Engine
	verdicts Verdicts
	subject  *solver.Problem // the one that a search looks up in the store too
	recalled time.Duration   // the time that calls of Recall have taken
}

func (e *remembering) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	if r, known := e.know(clock, p, p == e.subject); known {
		return r
	}
	if clock.StopReason() != solver.NoReason {
		return solver.Stopped(clock)
	}
	began := time.Now()
	r := e.engine.Solve(clock, p, b)
	// Lines after other moves are not optimized, and are found again quickly.
	if r.Verdict == solver.Unwinnable {
		_ = e.verdicts.Keep(p, r, time.Since(began)) // it has no line that could fail verification
	}
	return r
}

// Recall looks a problem up, in the store too. It returns false once the
// lookups of this question have taken recallTime in all.
func (e *remembering) Recall(clock *solver.Clock, p *solver.Problem) (solver.Result, bool) {
	if e.recalled >= recallTime {
		return solver.Result{}, false
	}
	began := time.Now()
	defer func() { e.recalled += time.Since(began) }()
	return e.know(clock, p, true)
}

// know looks a problem up, briefly if the time is over.
func (e *remembering) know(clock *solver.Clock, p *solver.Problem, far bool) (solver.Result, bool) {
	ctx := clock.Context()
	if clock.StopReason() != solver.NoReason {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), lookTime)
		defer cancel()
	}
	r, known := e.verdicts.Know(ctx, p, far)
	r.States = 0 // searched before
	return r, known
}
