package cli

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// searchFlags bound a search.
type searchFlags struct {
	Deadline   time.Duration `help:"Time limit." default:"10s"`
	Memory     service.Size  `help:"Memory for search tables; threads share it." default:"1GiB"`
	threadFlag `embed:""`
}

// threadFlag says how many threads search for a verdict.
type threadFlag struct {
	Threads int `help:"Threads that search one deal. Only Klondike and its relatives take more than one, after the first 10 ms. With several threads the number of states differs from run to run." default:"1" placeholder:"N"`
}

// maxThreads bounds --threads, far above what helps.
const maxThreads = 64

func (f *threadFlag) check() error {
	if f.Threads < 1 || f.Threads > maxThreads {
		return service.Usagef("--threads: must be 1–%d", maxThreads)
	}
	return nil
}

func (f *searchFlags) addTo(r fields, _ console) error {
	// Rounded up, so that a part of a millisecond is not 0; a negative time stays wrong.
	r["deadline_ms"] = int64(math.Ceil(float64(f.Deadline) / float64(time.Millisecond)))
	if err := f.threadFlag.check(); err != nil {
		return err
	}
	return f.Memory.Fits("--memory")
}

// search calls ask with an engine, and shows a progress bar meanwhile.
func search[T any](c console, f *searchFlags, ask func(engine *localEngine, start time.Time, limits request.Limits) (T, error)) (T, error) {
	engine := &localEngine{portfolio.NewThreads(f.Threads, int64(f.Memory))}
	start := time.Now()
	bar := showProgress(c, time.Second, func() (float64, string) {
		passed := time.Since(start)
		return float64(passed) / float64(f.Deadline), fmt.Sprintf("%s of %s", passed.Round(time.Second), f.Deadline)
	})
	defer bar.end()
	var limits request.Limits
	limits.Deadline, limits.DefaultDeadline = math.MaxInt64, f.Deadline
	return ask(engine, start, limits)
}

// localEngine is an engine in place of the service's pool and memory.
type localEngine struct{ engine *portfolio.Threads }

// Answer implements reply.Judge. The result is verified.
func (l *localEngine) Answer(ctx context.Context, p *solver.Problem, b solver.Budget, _ bool) (solver.Answer, error) {
	start := time.Now()
	clock := solver.NewClock(ctx)
	result := l.engine.Search(clock, p, b)
	elapsed := time.Since(start)
	l.engine.Shorten(clock, p, b, &result)
	shortening := time.Since(start) - elapsed
	if err := result.Verify(p); err != nil {
		return solver.Answer{}, err
	}
	portfolio.Explain(p, &result)
	return solver.Answer{Result: result, Elapsed: elapsed, Shortening: shortening, Source: solver.FromSearch}, nil
}

// Do implements reply.Engines.
func (l *localEngine) Do(ctx context.Context, _ *solver.Problem, task func(*solver.Clock, solver.Engine)) error {
	task(solver.NewClock(ctx), l.engine)
	return nil
}
