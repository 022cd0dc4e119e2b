package campaign

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// Known returns the proven verdicts that campaigns have found, as a [store.Store] does.
type Known interface {
	Known(ctx context.Context, of []store.RulesDigest, scheme string, first, last int64) ([]store.KnownVerdict, error)
}

// WorkerOptions configure a worker.
type WorkerOptions struct {
	Known     Known                // verdicts that need no search
	NewEngine func() solver.Engine // called for the first range, and again after a panic
	Version   string               // of the program, stored with results
	Gate      *pool.Gate           // makes the worker give way to requests; nil for none
}

// longestPause is how long a worker pauses for requests at most, so that a campaign never
// stops.
const longestPause = time.Second

// Worker does ranges of campaigns, one at a time, with an engine of its own.
type Worker struct {
	WorkerOptions

	mu     sync.Mutex    // held during a range
	engine solver.Engine // nil until the first range: its memory takes time to get
	rest   *time.Timer   // gives back the engine's memory; nil until the first range has ended
}

// restAfter is how long a worker waits for a range before its engine gives back its memory.
const restAfter = 2 * time.Second

// NewWorker returns a worker.
func NewWorker(o WorkerOptions) *Worker { return &Worker{WorkerOptions: o} }

// Fault is an error that makes the campaign fail: an engine panicked, the referee rejected a solution,
// verdicts contradict each other, or results are not valid.
type Fault struct {
	Seed string // the deal
	Err  error
}

func (e *Fault) Error() string { return fmt.Sprintf("deal %s: %v", e.Seed, e.Err) }

func (e *Fault) Unwrap() error { return e.Err }

// Do solves or plays each deal of a range. If the campaign has a budget of states and the known
// verdicts are the same, the results are the same each time. The error is a *Fault if the campaign
// must fail. It is the context's error if the context ended. Otherwise it is an error of the store.
func (w *Worker) Do(ctx context.Context, c campaign.Campaign, r store.Range) (store.FinishedRange, error) {
	related, err := w.related(ctx, &c, r)
	if err != nil {
		return store.FinishedRange{}, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.engine == nil {
		w.engine = w.NewEngine()
	}
	if w.rest != nil {
		w.rest.Stop()
	}
	defer func() { w.rest = time.AfterFunc(restAfter, w.release) }()
	ended := make(chan struct{})
	var done store.FinishedRange
	go func() {
		defer close(ended)
		lowerPriority()
		done, err = w.search(ctx, &c, r, related)
	}()
	<-ended
	return done, err
}

// release gives back the engine's memory, unless the next range has begun meanwhile.
func (w *Worker) release() {
	if w.mu.TryLock() {
		defer w.mu.Unlock()
		pool.Release(w.engine)
	}
}

// search solves or plays each deal of a range, with the verdicts of related games.
func (w *Worker) search(ctx context.Context, c *campaign.Campaign, r store.Range, related *related) (store.FinishedRange, error) {
	done := store.FinishedRange{
		Range: r, Engine: w.Version, Results: make([]campaign.Result, 0, r.Last-r.First+1),
	}
	clock, leave := w.Gate.Enter(ctx, longestPause)
	defer leave()
	for n := r.First; ; n++ { // n+1 could overflow
		result, err := w.one(clock, c, n, related)
		if err != nil {
			return store.FinishedRange{}, err
		}
		done.Results = append(done.Results, result)
		done.Busy += result.Elapsed
		if n == r.Last {
			break
		}
	}
	return done, nil
}

// one solves or plays one deal.
func (w *Worker) one(clock *solver.Clock, c *campaign.Campaign, n int64, related *related) (result campaign.Result, err error) {
	seed, err := c.Seed(n)
	defer func() {
		if v := recover(); v != nil {
			// The tables of the engine may be damaged.
			pool.Release(w.engine)
			w.engine = w.NewEngine()
			err = fmt.Errorf("engine panicked: %v\n%s", v, debug.Stack())
		}
		if err != nil && clock.Err() == nil {
			err = &Fault{c.Seeds.Name(n), err}
		}
	}()
	if err != nil {
		return result, err
	}
	table, err := seed.Deal(&c.Rules)
	if err != nil {
		return result, err
	}
	began, work := clock.Spent(), clock
	if c.Deadline > 0 {
		work = clock.Within(c.Deadline)
	}
	if c.Player == "" {
		result, err = w.solve(work, c, seed, &table, related)
	} else {
		result, err = w.play(work, c, seed, &table)
	}
	result.Elapsed = clock.Spent() - began
	if err := clock.Err(); err != nil { // asked here, too, because inferring a verdict never asks
		return result, err
	}
	result.Seed = n
	return result, err
}

// solve has the engine solve a deal, unless its verdict follows from known ones.
func (w *Worker) solve(clock *solver.Clock, c *campaign.Campaign, seed deal.Seed, table *deal.Position, related *related) (campaign.Result, error) {
	p := solver.NewProblem(c.Rules, *table)
	verdict, err := related.infer(p, seed)
	if err != nil {
		return campaign.Result{}, err
	}
	if verdict != solver.Unknown {
		return campaign.Result{Verdict: verdict, Inferred: true}, nil
	}
	// Only the verdict is wanted: the solution need not be short.
	found := w.engine.Solve(clock, p, solver.Budget{States: c.States, Objective: solver.FirstSolution})
	if found.Reason == solver.Cancelled {
		return campaign.Result{}, errors.New("search cancelled") // a fault, unless the context of the range has ended
	}
	if err := found.Verify(p); err != nil {
		return campaign.Result{}, err
	}
	return campaign.Result{
		Verdict: found.Verdict, Reason: found.Reason, States: found.States, Length: game.Length(found.Solution),
	}, nil
}

// play has a player play a deal. The referee verifies the game.
func (w *Worker) play(clock *solver.Clock, c *campaign.Campaign, seed deal.Seed, table *deal.Position) (campaign.Result, error) {
	kind, options, err := c.Kind()
	if err != nil {
		return campaign.Result{}, err
	}
	played := player.Play(clock, kind.Sees(options), kind.New(player.DealSeed(c.PlayerSeed, seed.String()), options, w.engine), &c.Rules, table)
	if played.Ending == player.Stopped {
		return campaign.Result{}, fmt.Errorf("play stopped: %w", clock.Err())
	}
	if err := played.Verify(&c.Rules, table); err != nil {
		return campaign.Result{}, fmt.Errorf("%s: %w", kind.Title(options), err)
	}
	return campaign.Result{Won: played.Won, Score: played.Score, Length: game.Length(played.Moves)}, nil
}
