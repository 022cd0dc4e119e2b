package campaign

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// Shared is what River's way of running campaigns needs of the store: a part of its own in
// the transactions that open a range and that finish it.
type Shared interface {
	store.Campaigns
	HandOutAnd(ctx context.Context, id string, seeds int64, open int, now time.Time, also func(context.Context, pgx.Tx, []store.Range) error) ([]store.Range, error)
	FinishRangeAnd(ctx context.Context, r store.FinishedRange, also func(ctx context.Context, tx pgx.Tx, finished bool) error) (bool, error)
	Connections() *pgxpool.Pool
}

// RiverOptions say how campaigns are run on PostgreSQL.
type RiverOptions struct {
	Store   Shared
	Workers []*Worker     // as many ranges are done at a time here; at least one
	Aim     time.Duration // of one range's work; zero is the planner's

	// RangeTimeout is how long a range may take; if it is not done by then, it is begun
	// again, and may take twice as long. One whose deals have a deadline each may take as
	// long as all of them together, if that is more.
	RangeTimeout time.Duration
	// RescueAfter is when a range whose process has died is given to another one: more
	// than RangeTimeout and [WrapUp] together, since nobody asks the process.
	RescueAfter time.Duration
	Grace       time.Duration // how long ranges may go on when the process stops
	PollOnly    bool          // the database hides its notifications, as PgBouncer does

	Changed  func(id string) // told of each campaign that has changed here
	Observer Observer        // nil if nobody watches
	Log      *slog.Logger
}

// WrapUp is how long a range whose time is up may take to end.
const WrapUp = 5 * time.Second

const (
	// attempts is how often a range may fail, killed processes and time that was up not
	// counted, before its campaign does.
	attempts = 20
	// River counts every attempt; more than this the sweep begins to count anew.
	mostAttempts = 10_000
	// connections of River's own: one listens, the others fetch, complete, lead, clean up.
	riverConnections = 6
)

// queue has the ranges of one epoch: programs of another one know nothing that is true of
// them, and leave them alone.
var queue = fmt.Sprintf("campaigns_%d", solver.Epoch)

// rangeArgs are what a job is told of its range.
type rangeArgs struct {
	Campaign string        `json:"campaign" river:"unique"`
	First    int64         `json:"first" river:"unique"`
	Last     int64         `json:"last"`
	Limit    time.Duration `json:"limit_ns"` // how long it may take at the first attempt
}

func (rangeArgs) Kind() string { return "campaign_range" }

// unfinished are the states of a job that is going to be done. There is one such job for
// a range at most. The default has completed jobs as well, and the range of a campaign that
// was cancelled, resumed and cancelled again would have to wait until they are deleted.
var unfinished = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
	rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

func (rangeArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{
		Queue: queue, MaxAttempts: mostAttempts,
		UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: unfinished},
	}
}

// River runs campaigns on PostgreSQL, for any number of processes on any number of
// machines. Each open range is a job, made in the transaction that opens the range and
// completed in the one that finishes it.
type River struct {
	RiverOptions
	river.WorkerDefaults[rangeArgs]
	pool   *pgxpool.Pool
	client *river.Client[pgx.Tx]
	idle   chan *Worker

	life  context.Context // ends when the sweeps are to
	end   context.CancelFunc
	again chan struct{} // holds an element if a sweep is to be made soon
	staff sync.WaitGroup

	mu      sync.Mutex                                       // guards what follows
	running map[string]map[*context.CancelCauseFunc]struct{} // what ends the ranges that are done here, by campaign
	wanted  int                                              // ranges of a campaign to be open, as the last sweep has found
}

var (
	errTimeUp   = errors.New("the range took too long; it may take longer the next time")
	errNotAsked = errors.New("the campaign has ended")
)

// StartRiver begins to run campaigns. The database must have been migrated ([Migrate]).
func StartRiver(ctx context.Context, o RiverOptions) (*River, error) {
	if o.RescueAfter <= o.RangeTimeout+WrapUp {
		return nil, fmt.Errorf("ranges that may take %s would be done twice if they were given to others after %s", o.RangeTimeout+WrapUp, o.RescueAfter)
	}
	if o.Observer == nil {
		o.Observer = nobody{}
	}
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	config := o.Store.Connections().Config()
	config.MaxConns, config.MinConns, config.MinIdleConns = riverConnections, 0, 0
	config.ConnConfig.RuntimeParams["application_name"] = "thoughtful campaigns"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	r := &River{
		RiverOptions: o, pool: pool, idle: make(chan *Worker, len(o.Workers)), again: make(chan struct{}, 1),
		running: map[string]map[*context.CancelCauseFunc]struct{}{}, wanted: opened(0, len(o.Workers)),
	}
	for _, w := range o.Workers {
		r.idle <- w
	}
	r.life, r.end = context.WithCancel(context.Background())
	workers := river.NewWorkers()
	river.AddWorker(workers, r)
	r.client, err = river.NewClient(riverpgxv5.New(pool), &river.Config{
		ID:      fmt.Sprintf("%.60s_%d_%s", host, os.Getpid(), rand.Text()[:8]), // jobs say who did them
		Queues:  map[string]river.QueueConfig{queue: {MaxWorkers: len(o.Workers)}},
		Workers: workers, RescueStuckJobsAfter: o.RescueAfter, JobTimeout: o.RangeTimeout + WrapUp, SoftStopTimeout: o.Grace,
		CompletedJobRetentionPeriod: time.Minute, DiscardedJobRetentionPeriod: time.Hour, CancelledJobRetentionPeriod: time.Hour,
		PollOnly: o.PollOnly, Logger: quiet(o.Log),
	})
	if err == nil {
		err = r.client.Start(context.WithoutCancel(ctx))
	}
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("starting River: %w", err)
	}
	r.staff.Go(r.sweeps)
	return r, nil
}

// Close gives up what is done here once the grace is over, and lets others have it.
func (r *River) Close(ctx context.Context) error {
	r.end()
	stop := r.client.Stop
	if r.Grace == 0 {
		stop = r.client.StopAndCancel
	}
	err := stop(ctx)
	r.staff.Wait()
	if err != nil {
		// Its jobs may still hold connections, for which Close would wait.
		go r.pool.Close()
		return err
	}
	r.pool.Close()
	return nil
}

// limit is how long a range may take this time: twice as long as last time if it was not
// done in time then.
func limit(job *river.Job[rangeArgs]) time.Duration {
	took := job.Args.Limit
	for _, e := range job.Errors {
		if e.Error == errTimeUp.Error() && took < longest {
			took *= 2
		}
	}
	return took
}

// longest bounds what a range may take at the first attempt, and is where that doubles no
// more. So a dead process keeps one from others for twice as long at most, and a moment.
const longest = 12 * time.Hour

// Timeout implements river.Worker.
func (r *River) Timeout(job *river.Job[rangeArgs]) time.Duration { return limit(job) + WrapUp }

// NextRetry implements river.Worker. A range whose process died, or whose time was up, is
// done again at once. What else goes wrong is the database's fault, most likely, and
// lasts.
func (r *River) NextRetry(job *river.Job[rangeArgs]) time.Time {
	return time.Now().Add(min(time.Second<<min(failures(job), 6), time.Minute))
}

// failures counts what went wrong beside killed processes and time that was up.
func failures(job *river.Job[rangeArgs]) int {
	n := 0
	for _, e := range job.Errors {
		if e.Error != errTimeUp.Error() && !strings.HasPrefix(e.Error, "Stuck job rescued") {
			n++
		}
	}
	return n
}

// Work implements river.Worker: it does a range. A nil error completes the job.
func (r *River) Work(ctx context.Context, job *river.Job[rangeArgs]) error {
	id := job.Args.Campaign
	c, found, err := r.Store.Campaign(ctx, id)
	if err != nil || !found || !c.Ended.IsZero() {
		return err
	}
	open, err := r.Store.OpenRanges(ctx, id)
	if err != nil {
		return err
	}
	for _, rng := range open {
		if rng.First == job.Args.First {
			return r.do(ctx, job, c, rng)
		}
	}
	return nil // somebody has done it
}

func (r *River) do(ctx context.Context, job *river.Job[rangeArgs], c campaign.Campaign, rng store.Range) error {
	// The job's context has a deadline, which the engines would take for the deal's.
	work, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	stop := context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
	defer stop()
	timer := time.AfterFunc(limit(job), func() { cancel(errTimeUp) })
	defer timer.Stop()
	defer r.register(c.ID, &cancel)()

	worker := <-r.idle // there are as many as jobs at a time
	defer func() { r.idle <- worker }()
	done, err := worker.Do(work, c, rng)
	if err == nil {
		err = r.finish(work, job, &done)
	}
	if context.Cause(work) == errNotAsked {
		return nil
	}
	if fault, ok := errors.AsType[*Fault](err); ok {
		return r.fail(ctx, &c, fault)
	}
	cause := context.Cause(work)
	switch {
	case err == nil:
		return nil
	case cause == errTimeUp:
		r.Log.Info("a range of a campaign takes long; it is begun again", "campaign", c.ID, "first", rng.First, "last", rng.Last, "limit", limit(job))
		return cause
	case cause != nil:
		return cause
	case failures(job) >= attempts:
		return r.fail(ctx, &c, fmt.Errorf("deals %d to %d failed %d times, at last so: %w", rng.First, rng.Last, attempts, err))
	}
	r.Log.Warn("a range of a campaign is put off", "campaign", c.ID, "error", err)
	return err
}

// finish writes a range that is done, however long the database takes, and opens others.
func (r *River) finish(ctx context.Context, job *river.Job[rangeArgs], done *store.FinishedRange) error {
	counted := false
	err := insist(ctx, r.Log, "a range of a campaign can't be stored", func(ctx context.Context) (err error) {
		done.At = time.Now()
		counted, err = r.Store.FinishRangeAnd(ctx, *done, func(ctx context.Context, tx pgx.Tx, _ bool) error {
			_, err := river.JobCompleteTx[*riverpgxv5.Driver](ctx, tx, job)
			if errors.Is(err, rivertype.ErrNotFound) {
				return nil // somebody has deleted the job; what was found is true all the same
			}
			return err
		})
		return kept(done, err)
	})
	if err != nil {
		return err
	}
	if counted { // else somebody else was faster, or the campaign has ended
		r.Observer.RangeFinished(done)
	}
	r.Changed(done.Campaign)
	// The range is done, whatever comes of this; and there are sweeps.
	c, found, err := r.Store.Campaign(ctx, done.Campaign)
	if err == nil && found && c.Ended.IsZero() {
		err = r.topUp(ctx, &c)
	}
	if err != nil && ctx.Err() == nil {
		r.Log.Warn("no more ranges of a campaign could be handed out", "campaign", done.Campaign, "error", err)
	}
	return nil
}

// fail ends a campaign as failed.
func (r *River) fail(ctx context.Context, c *campaign.Campaign, because error) error {
	ended, err := r.Store.EndCampaign(ctx, c.ID, campaign.Failed, because.Error(), time.Now())
	if !ended {
		return err
	}
	r.Log.Error("a campaign has failed", "campaign", c.ID, "game", c.Game, "error", because)
	r.Observer.CampaignFailed()
	r.Changed(c.ID)
	r.giveUp(c.ID)
	return nil
}

// register notes that a range is being done here, until what it gives is called.
func (r *River) register(id string, cancel *context.CancelCauseFunc) func() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running[id] == nil {
		r.running[id] = map[*context.CancelCauseFunc]struct{}{}
	}
	r.running[id][cancel] = struct{}{}
	return func() {
		r.mu.Lock()
		delete(r.running[id], cancel)
		if len(r.running[id]) == 0 {
			delete(r.running, id)
		}
		r.mu.Unlock()
	}
}
