package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"

	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// Ranges keeps the ranges of campaigns, as a [store.Store] does.
type Ranges interface {
	Known
	Campaign(ctx context.Context, id string) (campaign.Campaign, bool, error)
	Campaigns(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error)
	HandOut(ctx context.Context, id string, seeds int64, open int, now time.Time, job func(store.Range) queue.Job) ([]store.Range, error)
	OpenRanges(ctx context.Context, id string) ([]store.Range, error)
	QueuedRanges(ctx context.Context, queue string) ([]store.QueuedRange, error)
	QueueRanges(ctx context.Context, jobs []queue.Job) (int, error)
	FinishRange(ctx context.Context, r store.FinishedRange) (bool, error)
	StopCampaign(ctx context.Context, id, reason string, now time.Time) (bool, error)
	EndCampaign(ctx context.Context, id, state, reason string, now time.Time) (bool, error)
}

// RunOptions configure a Runner.
type RunOptions struct {
	Store   Ranges
	Only    string       // id of the only campaign to run, in a store that no other process uses; empty for all
	Others  *watch.Relay // reports changes to other processes; nil if there are none
	Workers int          // ranges at a time
	Worker  WorkerOptions
	Aim     time.Duration // how much work a range should have; 0 means 8 s
	// RangeTimeout is the time limit of a range, to which the deadline of a deal is added. It is longer
	// if the campaign's deals have taken longer so far. A range that times out is begun again with twice
	// the time.
	RangeTimeout time.Duration
	Log          *slog.Logger

	// For metrics; may be nil.
	Finished func(*store.FinishedRange) // called for each range whose results were stored
	Failed   func()                     // called for each campaign that failed
}

// usualAim is the work of one range where nothing else is wanted.
const usualAim = 8 * time.Second

// WrapUp is how long a range may take to stop after its time limit.
const WrapUp = 5 * time.Second

const (
	// attempts is how often a range may fail before its campaign does. Killed processes and
	// timeouts don't count.
	attempts = 20
	// River counts every attempt. Beyond this a sweep makes a new job.
	mostAttempts = 10_000
)

// rangeArgs are the arguments of a job.
type rangeArgs struct {
	Campaign string        `json:"campaign" river:"unique"`
	First    int64         `json:"first" river:"unique"`
	Last     int64         `json:"last"`
	Limit    time.Duration `json:"limit_ns"` // how long it may take at the first attempt
}

// Kind implements river.JobArgs.
func (rangeArgs) Kind() string { return "campaign_range" }

// Runner does the work of this process on the campaigns of a store. On PostgreSQL it shares the work
// with any number of other processes. Each open range is a job of the queue. The transaction that opens
// the range adds the job, and the transaction that finishes the range completes it.
type Runner struct {
	RunOptions
	river.WorkerDefaults[rangeArgs]
	running running
	queue   string // of the ranges
	idle    chan *Worker
	wanted  atomic.Int64 // open ranges of a campaign, as the last sweep found

	life  context.Context // ends when sweeps are to end
	end   context.CancelFunc
	again watch.Bell // asks for a sweep
	staff sync.WaitGroup
}

// Run starts a Runner, which hands out ranges of campaigns, and adds its workers to the duties. The
// RescueAfter of the duties must be more than RangeTimeout and WrapUp together, or ranges are done
// twice.
func Run(o RunOptions, d *queue.Duties) *Runner {
	o.Aim, o.Others = cmp.Or(o.Aim, usualAim), cmp.Or(o.Others, watch.NewRelay(nil, o.Log))
	if o.Worker.Known == nil {
		o.Worker.Known = o.Store
	}
	// Programs of other epochs leave these ranges alone. A process that runs one
	// campaign leaves the ranges of others alone.
	name := fmt.Sprintf("campaigns_%d", solver.Epoch)
	if o.Only != "" {
		name += "_" + strings.ToLower(o.Only)
	}
	r := &Runner{RunOptions: o, queue: name, idle: make(chan *Worker, o.Workers), again: watch.NewBell()}
	r.wanted.Store(int64(opened(0, o.Workers)))
	r.life, r.end = context.WithCancel(context.Background())
	if o.Workers == 0 { // it only knows the ranges, in case it leads
		queue.Take(d, r, nil)
		return r
	}
	for range o.Workers {
		r.idle <- NewWorker(r.Worker)
	}
	queue.Take(d, r, map[string]river.QueueConfig{name: {MaxWorkers: o.Workers}})
	r.Others.Listen(r.heard)
	r.staff.Go(r.sweepLoop)
	return r
}

// Close stops handing out ranges. The caller must stop the queue before, which stops the work on
// ranges.
func (r *Runner) Close(ctx context.Context) error {
	r.end()
	return watch.Wait(ctx, r.staff.Wait)
}

// errTimeUp is why the work on a range ends when its time is up, and what its job says then.
var errTimeUp = errors.New("the range took too long; the next try gets more time")

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
func (r *Runner) Timeout(job *river.Job[rangeArgs]) time.Duration { return limit(job) + WrapUp }

// NextRetry implements river.Worker. A range whose process died, or that timed out, is done
// again at once. Other failures are most likely the database's, and last.
func (r *Runner) NextRetry(job *river.Job[rangeArgs]) time.Time {
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
func (r *Runner) Work(ctx context.Context, job *river.Job[rangeArgs]) error {
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

func (r *Runner) do(ctx context.Context, job *river.Job[rangeArgs], c *campaign.Campaign, o store.Range) error {
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
		done.Job = job.JobRow
		err = r.finish(work, &done)
	}
	cause := context.Cause(work)
	fault, broken := errors.AsType[*Fault](err)
	switch {
	case err == nil, cause == errEnded:
		return nil
	case broken:
		return r.fail(ctx, c.ID, fault)
	case cause == errTimeUp:
		r.Log.Info("range of a campaign timed out, starting it again with more time", "campaign", c.ID, "first", o.First, "last", o.Last, "limit", limit(job))
		return cause
	case cause != nil:
		return cause
	case failures(job) >= attempts:
		return r.fail(ctx, c.ID, fmt.Errorf("the range of deals %d to %d failed %d times, the last time with: %w", o.First, o.Last, attempts, err))
	}
	r.Log.Warn("range of a campaign failed, trying again later", "campaign", c.ID, "error", err)
	return err
}

// finish stores what became of a range together with its job's completion, however long the store takes,
// and opens others. The error is a *Fault or the context's.
func (r *Runner) finish(ctx context.Context, done *store.FinishedRange) error {
	counted := false
	err := r.insist(ctx, func(ctx context.Context) (err error) {
		done.At = time.Now()
		counted, err = r.Store.FinishRange(ctx, *done)
		if errors.Is(err, store.ErrResults) || errors.Is(err, solver.ErrDamaged) { // it will never be stored
			return &Fault{fmt.Sprintf("one of %d to %d", done.First, done.Last), err}
		}
		return err
	})
	if err != nil {
		return err
	}
	if counted && r.Finished != nil { // else the campaign has ended, or the range was stored before
		r.Finished(done)
	}
	r.Others.Tell(done.Campaign, watch.Moved)
	// The range is done even if this fails; a sweep will make up for it.
	c, found, err := r.Store.Campaign(ctx, done.Campaign)
	if err == nil && found && !c.Final() {
		err = r.topUp(ctx, &c)
	}
	if err != nil && ctx.Err() == nil {
		r.Log.Warn("handing out more ranges of a campaign failed, trying again at the next sweep", "campaign", done.Campaign, "error", err)
	}
	return nil
}

// fail ends a campaign as failed.
func (r *Runner) fail(ctx context.Context, id string, why error) error {
	ended, err := r.Store.EndCampaign(ctx, id, campaign.Failed, why.Error(), time.Now())
	if !ended {
		return err
	}
	r.Log.Error("campaign failed", "campaign", id, "error", why)
	if r.Failed != nil {
		r.Failed()
	}
	r.running.end(id)
	r.Others.Tell(id, watch.Ended)
	return nil
}

// insist repeats a call of the store with growing pauses until it succeeds, its error is a
// *Fault, or the context ends.
func (r *Runner) insist(ctx context.Context, try func(context.Context) error) error {
	for pause := 100 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
		short, cancel := context.WithTimeout(ctx, timeout)
		err := try(short)
		cancel()
		if _, fault := errors.AsType[*Fault](err); fault || err == nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.Log.Warn("storing the results of a range failed, retrying", "error", err)
		_ = watch.Pause(ctx, pause)
	}
}
