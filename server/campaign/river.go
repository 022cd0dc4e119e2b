package campaign

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// Shared is a store that processes share. River takes part in the transactions that open a
// range and that finish it.
type Shared interface {
	store.Campaigns
	HandOutAnd(ctx context.Context, id string, seeds int64, open int, now time.Time, also func(context.Context, pgx.Tx, []store.Range) error) ([]store.Range, error)
	FinishRangeAnd(ctx context.Context, r store.FinishedRange, also func(ctx context.Context, tx pgx.Tx, finished bool) error) (bool, error)
	Connections() *pgxpool.Pool
}

// RiverOptions say how processes share campaigns. They should be the same for all.
type RiverOptions struct {
	// RangeTimeout is how long a range may take before it is begun again with twice the
	// time. The deadline of a deal is added, and so is what the campaign's deals took so
	// far, if that is more.
	RangeTimeout time.Duration
	// RescueAfter is when a range whose process has died is given to another one. It must
	// be more than RangeTimeout and [WrapUp] together, because the process is not asked.
	RescueAfter time.Duration
	Grace       time.Duration // how long ranges may go on when the process stops
	PollOnly    bool          // the database passes no notifications on, as behind PgBouncer
}

// WrapUp is how long a range whose time is up may take to end.
const WrapUp = 5 * time.Second

const (
	// attempts is how often a range may fail before its campaign does. Killed processes and
	// timeouts don't count.
	attempts = 20
	// River counts every attempt. Beyond this a sweep makes a new job.
	mostAttempts = 10_000
	// River's own connections: one listens, the others fetch, complete, lead, clean up.
	riverConnections = 6
)

// queue has the ranges of one epoch. Programs of other epochs leave them alone.
var queue = fmt.Sprintf("campaigns_%d", solver.Epoch)

// rangeArgs are the arguments of a job.
type rangeArgs struct {
	Campaign string        `json:"campaign" river:"unique"`
	First    int64         `json:"first" river:"unique"`
	Last     int64         `json:"last"`
	Limit    time.Duration `json:"limit_ns"` // how long it may take at the first attempt
}

func (rangeArgs) Kind() string { return "campaign_range" }

// unfinished are the states of a job that will be done. A range has at most one such job.
// River's default includes completed jobs: then the range of a campaign that was cancelled,
// resumed and cancelled again would have to wait until they are deleted.
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
	*run
	RiverOptions
	river.WorkerDefaults[rangeArgs]
	store  Shared
	pool   *pgxpool.Pool
	client *river.Client[pgx.Tx]
	idle   chan *Worker
	wanted atomic.Int64 // open ranges of a campaign, as the last sweep found

	life  context.Context // ends when sweeps are to end
	end   context.CancelFunc
	again watch.Bell // asks for a sweep
	over  watch.Bell // asks to look for campaigns that have ended
	staff sync.WaitGroup
}

// StartRiver begins to run the campaigns of a [Shared] store. The database must have been
// migrated ([Migrate]).
func StartRiver(ctx context.Context, o RunOptions, shared RiverOptions) (*River, error) {
	if shared.RescueAfter <= shared.RangeTimeout+WrapUp {
		return nil, fmt.Errorf("a range may take %s, and would be done twice if it were given to another process after %s", shared.RangeTimeout+WrapUp, shared.RescueAfter)
	}
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	r := &River{
		run: newRun(o), RiverOptions: shared, store: o.Store.(Shared), idle: make(chan *Worker, o.Workers), again: watch.NewBell(), over: watch.NewBell(),
	}
	r.wanted.Store(int64(opened(0, o.Workers)))
	config := r.store.Connections().Config()
	config.MaxConns, config.MinConns, config.MinIdleConns = riverConnections, 0, 0
	config.ConnConfig.RuntimeParams["application_name"] = "thoughtful campaigns"
	if r.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, err
	}
	for range o.Workers {
		r.idle <- NewWorker(r.Worker)
	}
	r.life, r.end = context.WithCancel(context.Background())
	workers := river.NewWorkers()
	river.AddWorker(workers, r)
	r.client, err = river.NewClient(riverpgxv5.New(r.pool), &river.Config{
		ID:      fmt.Sprintf("%.60s_%d_%s", host, os.Getpid(), rand.Text()[:8]), // jobs say who did them
		Queues:  map[string]river.QueueConfig{queue: {MaxWorkers: o.Workers}},
		Workers: workers, RescueStuckJobsAfter: r.RescueAfter, JobTimeout: r.RangeTimeout + WrapUp, SoftStopTimeout: r.Grace,
		CompletedJobRetentionPeriod: time.Minute, DiscardedJobRetentionPeriod: time.Hour, CancelledJobRetentionPeriod: time.Hour,
		PollOnly: r.PollOnly, Logger: quiet(r.Log),
	})
	if err == nil {
		err = r.client.Start(context.WithoutCancel(ctx))
	}
	if err != nil {
		r.pool.Close()
		return nil, fmt.Errorf("starting River: %w", err)
	}
	r.Manager.Listen(r.changed)
	r.Others.Listen(r.heard)
	r.staff.Go(r.sweepLoop)
	return r, nil
}

// Close gives up the ranges that are done here once the grace is over; others may take them.
func (r *River) Close(ctx context.Context) error {
	r.end()
	stop := r.client.Stop
	if r.Grace == 0 {
		stop = r.client.StopAndCancel
	}
	err := stop(ctx)
	r.staff.Wait()
	if err != nil {
		// The pool would wait for connections that jobs may still hold.
		go r.pool.Close()
		return err
	}
	r.pool.Close()
	return nil
}

// errTimeUp is why the work on a range ends when its time is up, and what its job says then.
var errTimeUp = errors.New("the range took too long; it may take longer the next time")

// limit returns how long a range may take this time. Each timeout doubles it.
func limit(job *river.Job[rangeArgs]) time.Duration {
	took := job.Args.Limit
	for _, e := range job.Errors {
		if e.Error == errTimeUp.Error() && took < longest {
			took *= 2
		}
	}
	return took
}

// longest bounds the limit of a first attempt, and from there on limits no longer double. So a
// dead process keeps a range from others for at most twice as long.
const longest = 12 * time.Hour

// Timeout implements river.Worker.
func (r *River) Timeout(job *river.Job[rangeArgs]) time.Duration { return limit(job) + WrapUp }

// NextRetry implements river.Worker. A range whose process died, or that timed out, is done
// again at once. Other failures are most likely the database's, and last.
func (r *River) NextRetry(job *river.Job[rangeArgs]) time.Time {
	return time.Now().Add(min(time.Second<<min(failures(job), 6), time.Minute))
}

// failures counts the errors of a job other than killed processes and timeouts.
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
	if errors.Is(err, solver.ErrDamaged) {
		return r.fail(ctx, id, err)
	}
	if err != nil || !found || c.Final() {
		return err
	}
	open, err := r.Store.OpenRanges(ctx, id)
	if err != nil {
		return err
	}
	for _, o := range open {
		if o.First == job.Args.First {
			return r.do(ctx, job, &c, o)
		}
	}
	return nil // it was done elsewhere
}

func (r *River) do(ctx context.Context, job *river.Job[rangeArgs], c *campaign.Campaign, o store.Range) error {
	// Without the job's deadline, which engines would take for the deal's.
	work, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
	defer stop()
	timer := time.AfterFunc(limit(job), func() { cancel(errTimeUp) })
	defer timer.Stop()
	defer r.running.add(place{c.ID, o.First}, cancel)()

	worker := <-r.idle // there are as many as jobs at a time
	defer func() { r.idle <- worker }()
	done, err := worker.Do(work, *c, o)
	if err == nil {
		err = r.complete(work, job, &done)
	}
	cause := context.Cause(work)
	fault, broken := errors.AsType[*Fault](err)
	switch {
	case err == nil, cause == errEnded:
		return nil
	case broken:
		return r.fail(ctx, c.ID, fault)
	case cause == errTimeUp:
		r.Log.Info("range timed out, starting it again", "campaign", c.ID, "first", o.First, "last", o.Last, "limit", limit(job))
		return cause
	case cause != nil:
		return cause
	case failures(job) >= attempts:
		return r.fail(ctx, c.ID, fmt.Errorf("deals %d to %d failed %d times, the last time: %w", o.First, o.Last, attempts, err))
	}
	r.Log.Warn("range postponed", "campaign", c.ID, "error", err)
	return err
}

// complete stores what became of a range together with its job's completion, and opens
// others.
func (r *River) complete(ctx context.Context, job *river.Job[rangeArgs], done *store.FinishedRange) error {
	err := r.finish(ctx, done, func(ctx context.Context) (bool, error) {
		return r.store.FinishRangeAnd(ctx, *done, func(ctx context.Context, tx pgx.Tx, _ bool) error {
			_, err := river.JobCompleteTx[*riverpgxv5.Driver](ctx, tx, job)
			if errors.Is(err, rivertype.ErrNotFound) {
				return nil // the job was deleted; the results hold all the same
			}
			return err
		})
	})
	if err != nil {
		return err
	}
	// The range is done even if this fails; a sweep will make up for it.
	c, found, err := r.Store.Campaign(ctx, done.Campaign)
	if err == nil && found && !c.Final() {
		err = r.topUp(ctx, &c)
	}
	if err != nil && ctx.Err() == nil {
		r.Log.Warn("no further ranges handed out", "campaign", done.Campaign, "error", err)
	}
	return nil
}
