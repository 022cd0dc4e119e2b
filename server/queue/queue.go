package queue

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"
)

// Queue is the queue of a database.
type Queue interface {
	// Start begins to take jobs, until stop is called. It does nothing if no queues were added to the
	// duties with [Take].
	Start(ctx context.Context, d *Duties) (stop func(context.Context) error, err error)
}

// Duties say which jobs a process takes from the queue, and how. Processes on one database should
// have the same RescueAfter.
type Duties struct {
	Log *slog.Logger
	// RescueAfter is how long a job may run. Then it is made available to other processes, even if its
	// own process lives. It must be longer than the time limit of every kind of job. The jobs of a
	// killed process become available sooner.
	RescueAfter time.Duration
	Grace       time.Duration // how long running jobs may go on when the process stops
	PollOnly    bool          // poll for jobs, because notifications don't arrive, as behind PgBouncer

	workers *river.Workers
	known   map[string]bool // kinds of jobs that have a worker
	queues  map[string]river.QueueConfig
}

// Take adds a worker for a kind of jobs to the duties, and the queues from which the process takes
// them. Without queues the process knows the kind but takes no jobs.
func Take[T river.JobArgs](d *Duties, w river.Worker[T], queues map[string]river.QueueConfig) {
	if d.workers == nil {
		d.workers, d.known, d.queues = river.NewWorkers(), map[string]bool{}, map[string]river.QueueConfig{}
	}
	river.AddWorker(d.workers, w)
	var args T
	d.known[args.Kind()] = true
	maps.Copy(d.queues, queues)
}

// addPlaceholder tells a process that comes to lead of a kind of jobs that it does not take, and how long one
// may take.
func addPlaceholder[T river.JobArgs](d *Duties, timeout time.Duration) {
	var args T
	if !d.known[args.Kind()] {
		Take(d, worker[T]{timeout: timeout, do: takenElsewhere}, nil)
	}
}

// config returns River's configuration, with a cleaning at the start or without.
func (d *Duties) config(clean bool) (*river.Config, error) {
	addPlaceholder[Webhook](d, usual)
	addPlaceholder[Answer](d, Endless)
	addPlaceholder[Cleaning](d, cleaningTime)
	addPlaceholder[Checking](d, checkingTime)
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return &river.Config{
		ID:      fmt.Sprintf("%.60s_%d_%s", host, os.Getpid(), rand.Text()[:8]), // jobs say who did them
		Queues:  d.queues,
		Workers: d.workers, JobTimeout: min(usual, d.RescueAfter), RescueStuckJobsAfter: d.RescueAfter, SoftStopTimeout: d.Grace,
		CompletedJobRetentionPeriod: time.Minute, DiscardedJobRetentionPeriod: time.Hour, CancelledJobRetentionPeriod: time.Hour,
		PeriodicJobs:  []*river.PeriodicJob{each[Cleaning](clean), each[Checking](clean)},
		FetchCooldown: gather, PollOnly: d.PollOnly, Logger: quiet(d.Log),
	}, nil
}

// each returns what adds a job of a kind every hour, and at the start or not.
func each[T river.JobArgs](start bool) *river.PeriodicJob {
	args := func() (river.JobArgs, *river.InsertOpts) {
		var args T
		return args, nil
	}
	return river.NewPeriodicJob(river.PeriodicInterval(cleanEvery), args, &river.PeriodicJobOpts{RunOnStart: start})
}

const (
	// usual is how long a job may take whose worker says nothing else.
	usual = time.Minute
	// notify is how soon after a notice of a new job there is another one: each job has one.
	notify = river.FetchCooldownMin
	// gather is how long a process that was told of a new job waits, after it has taken others.
	gather = 10 * time.Millisecond
)

// Of is the queue of a database whose transactions have the type Tx.
type Of[Tx any] struct {
	adder   *river.Client[Tx] // adds jobs
	connect func(context.Context) (*connection[Tx], error)
	doze    *doze         // nil where River always works, because others may add jobs
	silence time.Duration // after which other processes count as dead, if there are any
}

// connection is what River works on.
type connection[Tx any] struct {
	driver    riverdriver.Driver[Tx]
	heartbeat *heartbeat // nil where no other process does jobs
	closed    func()     // closes it
}

// open returns the queue of a database.
func open[Tx any](on riverdriver.Driver[Tx], log *slog.Logger) (*Of[Tx], error) {
	adder, err := river.NewClient(on, &river.Config{FetchCooldown: notify, Logger: quiet(log)})
	return &Of[Tx]{adder: adder}, err
}

// migrate brings River's own tables up to date. They are beside the tables of package store.
func migrate[Tx any](ctx context.Context, on riverdriver.Driver[Tx], log *slog.Logger) error {
	migrator, err := rivermigrate.New(on, &rivermigrate.Config{Logger: quiet(log)})
	if err != nil {
		return err
	}
	done, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	if err != nil {
		return fmt.Errorf("migrating River's tables: %w", err)
	}
	if n := len(done.Versions); n > 0 {
		log.DebugContext(ctx, "River's tables migrated", "version", done.Versions[n-1].Version, "migrations", n)
	}
	return nil
}

// Job is a job to be added: its arguments, and River's options for it.
type Job = river.InsertManyParams

// Add adds jobs in a transaction and returns the ids of the added jobs. It skips a unique job that is
// in the queue already.
func (q *Of[Tx]) Add(ctx context.Context, tx Tx, jobs ...Job) (added []int64, err error) {
	if len(jobs) == 0 {
		return nil, nil
	}
	if q.doze != nil {
		q.doze.added.Ring()
	}
	inserted, err := q.adder.InsertManyTx(ctx, tx, jobs)
	for _, job := range inserted {
		if !job.UniqueSkippedAsDuplicate {
			added = append(added, job.Job.ID)
		}
	}
	return added, err
}

// Taken is a job that a worker has taken.
type Taken = rivertype.JobRow

// Complete completes a job in the transaction that writes its result. The context must be the one that
// the worker got with the job.
func (q *Of[Tx]) Complete(ctx context.Context, tx Tx, job *Taken) error {
	_, err := river.JobCompleteTx[riverdriver.Driver[Tx]](ctx, tx, &river.Job[anything]{JobRow: job})
	if errors.Is(err, rivertype.ErrNotFound) {
		return nil // it was deleted; the result holds all the same
	}
	return err
}

// anything is the arguments of a job that need not be known.
type anything struct{}

// Kind implements river.JobArgs.
func (anything) Kind() string { return "anything" }

// Start implements Queue.
func (q *Of[Tx]) Start(ctx context.Context, d *Duties) (stop func(context.Context) error, err error) {
	if len(d.queues) == 0 {
		return func(context.Context) error { return nil }, nil
	}
	begin := func(ctx context.Context, clean bool) (func(context.Context) error, error) {
		return q.begin(ctx, d, clean)
	}
	if q.doze != nil {
		return q.doze.start(ctx, d, begin)
	}
	return begin(ctx, true)
}

// begin has River work, with a cleaning at the start or without, until stop is called.
func (q *Of[Tx]) begin(ctx context.Context, d *Duties, clean bool) (stop func(context.Context) error, err error) {
	config, err := d.config(clean)
	if err != nil {
		return nil, err
	}
	on, err := q.connect(ctx)
	if err != nil {
		return nil, err
	}
	silent, err := on.heartbeat.start(ctx, config.ID, d.Log)
	if err != nil {
		on.closed()
		return nil, fmt.Errorf("writing this process's heartbeat to the database: %w", err)
	}
	client, err := river.NewClient(on.driver, config)
	if err == nil {
		err = client.Start(context.WithoutCancel(ctx))
	}
	if err != nil {
		silent(true)
		on.closed()
		return nil, fmt.Errorf("starting the queue (River): %w", err)
	}
	return func(ctx context.Context) error {
		end := client.Stop
		if d.Grace == 0 {
			end = client.StopAndCancel
		}
		err := end(ctx)
		silent(err == nil)
		if err != nil {
			go on.closed() // it waits for connections that jobs may still hold
			return err
		}
		on.closed()
		return nil
	}, nil
}

// quiet returns a log for River, whose information is of no use here.
func quiet(log *slog.Logger) *slog.Logger { return slog.New(warnings{log.Handler()}) }

// warnings is a handler that logs warnings and errors.
type warnings struct{ slog.Handler }

func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}
