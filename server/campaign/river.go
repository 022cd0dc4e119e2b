package campaign

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/thoughtful-solitaire/thoughtful/server/queue"
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
	Queue() queue.Queue
}

// WrapUp is how long a range whose time is up may take to end.
const WrapUp = 5 * time.Second

const (
	// attempts is how often a range may fail before its campaign does. Killed processes and
	// timeouts don't count.
	attempts = 20
	// River counts every attempt. Beyond this a sweep makes a new job.
	mostAttempts = 10_000
)

// rangeQueue has the ranges of one epoch. Programs of other epochs leave them alone.
var rangeQueue = fmt.Sprintf("campaigns_%d", solver.Epoch)

// rangeArgs are the arguments of a job.
type rangeArgs struct {
	Campaign string        `json:"campaign" river:"unique"`
	First    int64         `json:"first" river:"unique"`
	Last     int64         `json:"last"`
	Limit    time.Duration `json:"limit_ns"` // how long it may take at the first attempt
}

// Kind implements river.JobArgs.
func (rangeArgs) Kind() string { return "campaign_range" }

// InsertOpts implements river.JobArgsWithInsertOpts. A range has at most one job that will be done.
func (rangeArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{
		Queue: rangeQueue, MaxAttempts: mostAttempts,
		UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: queue.Unfinished},
	}
}

// River runs campaigns on PostgreSQL, for any number of processes on any number of
// machines. Each open range is a job of the queue, made in the transaction that opens the range and
// completed in the one that finishes it.
type River struct {
	*run
	river.WorkerDefaults[rangeArgs]
	rangeTimeout time.Duration
	store        Shared
	queue        *queue.Of[pgx.Tx]
	idle         chan *Worker
	wanted       atomic.Int64 // open ranges of a campaign, as the last sweep found

	life  context.Context // ends when sweeps are to end
	end   context.CancelFunc
	again watch.Bell // asks for a sweep
	over  watch.Bell // asks to look for campaigns that have ended
	staff sync.WaitGroup
}

// Share begins to hand out ranges of the campaigns of a [Shared] store, and adds the work on them to
// the duties of this process. A range may take so long before it is begun again with twice the time;
// the deadline of a deal is added, and so is what the campaign's deals took so far, if that is more.
func Share(o RunOptions, timeout time.Duration, d *queue.Duties) (*River, error) {
	if d.RescueAfter <= timeout+WrapUp {
		return nil, fmt.Errorf("a range may take %s, and would be done twice if it were given to another process after %s", timeout+WrapUp, d.RescueAfter)
	}
	s := o.Store.(Shared)
	r := &River{
		run: newRun(o), rangeTimeout: timeout, store: s, queue: s.Queue().(*queue.Of[pgx.Tx]), idle: make(chan *Worker, o.Workers),
		again: watch.NewBell(), over: watch.NewBell(),
	}
	r.wanted.Store(int64(opened(0, o.Workers)))
	r.life, r.end = context.WithCancel(context.Background())
	if o.Workers == 0 { // it only knows the ranges, in case it leads
		queue.Take(d, r, nil)
		return r, nil
	}
	for range o.Workers {
		r.idle <- NewWorker(r.Worker)
	}
	queue.Take(d, r, map[string]river.QueueConfig{rangeQueue: {MaxWorkers: o.Workers}})
	r.Manager.Listen(r.changed)
	r.Others.Listen(r.heard)
	r.staff.Go(r.sweepLoop)
	return r, nil
}

// Close ends the handing out of ranges. The queue has to have stopped before, which gives up the
// ranges that are done here.
func (r *River) Close(ctx context.Context) error {
	r.end()
	return watch.Wait(ctx, r.staff.Wait)
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
