package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Known is what a worker needs of the store: see [store.Campaigns].
type Known interface {
	Known(ctx context.Context, of []store.RulesDigest, scheme string, first, last int64) ([]store.KnownVerdict, error)
}

// WorkerOptions say how a worker is made.
type WorkerOptions struct {
	Known     Known
	NewEngine func() solver.Engine // called for the first range, and again if the engine broke down
	Version   string               // of the program, which is kept with what it found
	Gate      *Gate                // nil if the worker gives way to nobody
}

// Worker does ranges of campaigns, one at a time, with an engine of its own.
type Worker struct {
	WorkerOptions
	engine solver.Engine // nil until there is something to do: its memory takes time to get
}

// NewWorker makes a worker.
func NewWorker(o WorkerOptions) *Worker { return &Worker{WorkerOptions: o} }

// Fault is what must never happen: an engine that broke down or whose solution the referee
// rejects, or verdicts that contradict each other. It ends the campaign, loudly.
type Fault struct {
	Seed string // the deal
	Err  error
}

func (e *Fault) Error() string { return fmt.Sprintf("deal %s: %v", e.Seed, e.Err) }

func (e *Fault) Unwrap() error { return e.Err }

// Do finds out what becomes of each deal of a range. With a budget of states, and the same
// verdicts known, the results are the same wherever and however often it is done. The error
// is a *Fault if the campaign has to end; the context's if that ended, and with it what was
// done; else the store's.
func (w *Worker) Do(ctx context.Context, c store.Campaign, r store.Range) (store.FinishedRange, error) {
	plan, err := PlanOf(&c)
	if err != nil {
		return store.FinishedRange{}, &Fault{seedText(&c, r.First), err}
	}
	related, err := w.related(ctx, &c, &plan, r)
	if err != nil {
		return store.FinishedRange{}, err
	}
	if w.engine == nil {
		w.engine = w.NewEngine()
	}
	if w.Gate == nil {
		return w.search(ctx, &c, &plan, r, related)
	}
	ended := make(chan struct{})
	var done store.FinishedRange
	go func() {
		defer close(ended)
		lower()
		done, err = w.search(ctx, &c, &plan, r, related)
	}()
	<-ended
	return done, err
}

// search finds out what becomes of each deal, with what is known of related games.
func (w *Worker) search(ctx context.Context, c *store.Campaign, plan *Plan, r store.Range, related *related) (store.FinishedRange, error) {
	done := store.FinishedRange{
		Range: r, Engine: w.Version, Results: make([]store.DealResult, 0, r.Last-r.First+1),
	}
	spread := stats.NewSpread()
	done.Merge = func(stored json.RawMessage) (json.RawMessage, error) {
		sum, err := spread.Into(stored)
		if err != nil {
			return nil, &Fault{seedText(c, r.First), err}
		}
		return sum, nil
	}
	turn := w.Gate.enter(ctx)
	defer turn.leave()
	for n := r.First; ; n++ { // the last one may be the greatest number there is
		result, err := w.one(ctx, turn, c, plan, n, related)
		if err != nil {
			return store.FinishedRange{}, err
		}
		done.Results = append(done.Results, result)
		done.Busy += result.Elapsed
		spread.Add(result.Deal(plan.Player))
		if n == r.Last {
			break
		}
	}
	return done, nil
}

// kept tells of an error of FinishRange whether it is a *Fault: what the store will never
// write.
func kept(done *store.FinishedRange, err error) error {
	if errors.Is(err, store.ErrResults) {
		return &Fault{fmt.Sprintf("one of %d to %d", done.First, done.Last), err}
	}
	return err
}

// seedText is a deal of a campaign as it is written.
func seedText(c *store.Campaign, n int64) string { return fmt.Sprintf("%s:%d", c.Scheme, n) }

// one finds out what becomes of one deal.
func (w *Worker) one(ctx context.Context, turn *turn, c *store.Campaign, plan *Plan, n int64, related *related) (result store.DealResult, err error) {
	seed, err := seedOf(c.Scheme, n)
	defer func() {
		if v := recover(); v != nil {
			// Nobody knows in what state the broken engine's tables are.
			w.engine = w.NewEngine()
			err = fmt.Errorf("the engine broke down: %v\n%s", v, debug.Stack())
		}
		if err != nil && ctx.Err() == nil {
			err = &Fault{seedText(c, n), err}
		}
	}()
	if err != nil {
		return result, err
	}
	table, err := seed.Deal(&c.Rules)
	if err != nil {
		return result, err
	}
	turn.yield() // what is known takes no search in which to give way
	search := turn.begin(plan.Deadline)
	var elapsed time.Duration
	if plan.Player != "" {
		elapsed, err = turn.timed(func() (err error) {
			result, err = w.play(search, c, plan, seed, &table)
			return err
		})
	} else {
		elapsed, err = turn.clocked(func() (err error) {
			result, err = w.solve(search, c, plan, seed, &table, related)
			return err
		})
	}
	if ctx.Err() != nil {
		return result, ctx.Err()
	}
	result.Seed, result.Elapsed = n, elapsed
	return result, err
}

// solve has the engine solve a deal, unless its verdict is known, or follows from one that
// is.
func (w *Worker) solve(ctx context.Context, c *store.Campaign, plan *Plan, seed deal.Seed, table *deal.Position, related *related) (store.DealResult, error) {
	p := solver.NewProblem(c.Rules, *table)
	verdict, err := related.infer(p, seed)
	if err != nil {
		return store.DealResult{}, err
	}
	if verdict != solver.Unknown {
		return store.DealResult{Verdict: verdict, Inferred: true}, nil
	}
	// What is asked for are verdicts: a solution stays as it was found.
	found := w.engine.Solve(ctx, p, solver.Budget{States: plan.States, Objective: solver.FirstSolution})
	if found.Because == solver.Cancelled {
		return store.DealResult{}, errors.New("the search was cancelled") // by nobody, if the range goes on
	}
	if err := found.Verify(p); err != nil {
		return store.DealResult{}, err
	}
	return store.DealResult{
		Verdict: found.Verdict, Because: found.Because, States: found.States, Length: game.Length(found.Solution),
	}, nil
}
