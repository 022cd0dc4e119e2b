package jobs

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

// ErrClosed is the answer to whoever asks after Close.
var ErrClosed = errors.New("the jobs are closed")

// Work answers a request within the context, whose end is an answer too: that of one that
// was cancelled, or of which the time was up. It may publish what it knows before. Before
// is what an earlier attempt has published, nil if nothing. It tells whether the work
// failed, in which case the answer says why.
type Work func(ctx context.Context, request, before []byte, publish func(answer []byte)) (answer []byte, failed bool)

// Options say how a Manager is made.
type Options struct {
	Store    store.Jobs
	Work     Work
	Runners  int // jobs at a time
	Most     store.Crowd
	Keep     int           // jobs that have ended
	KeepFor  time.Duration // an ended job
	Log      *slog.Logger
	Observer Observer      // nil if nobody watches
	Sweep    time.Duration // between two deletions of what is old; zero means 10 s
}

const (
	attempts = 3                // after which a job is given up
	lease    = 20 * time.Second // of a runner on a job
	poll     = time.Second      // between two looks at what other processes did
	timeout  = 5 * time.Second  // of one call of the store
)

// Observer watches a Manager, for metrics.
type Observer interface {
	// Jobs tells now and then how many jobs there are in each state, of which none is left
	// out.
	Jobs(byState map[string]int)
	// JobEnded tells of a job that a runner of this process has ended.
	JobEnded(state string)
}

type nobody struct{}

func (nobody) Jobs(map[string]int) {}
func (nobody) JobEnded(string)     {}

// Manager accepts jobs, and has them done.
type Manager struct {
	Options
	holder string // under which this process takes jobs

	life    context.Context // ends with Close
	end     context.CancelFunc
	arrived chan struct{} // holds one element if a job may be there
	staff   sync.WaitGroup
	hub     watch.Hub

	mu      sync.Mutex // guards running
	running map[string]context.CancelCauseFunc
}

// New starts the runners.
func New(o Options) *Manager {
	m := &Manager{
		Options: o, holder: rand.Text(), arrived: make(chan struct{}, 1),
		running: map[string]context.CancelCauseFunc{},
	}
	if m.Observer == nil {
		m.Observer = nobody{}
	}
	m.Sweep = cmp.Or(m.Sweep, 10*time.Second)
	m.life, m.end = context.WithCancel(context.Background())
	m.staff.Go(m.dispatch)
	m.staff.Go(m.keep)
	m.staff.Go(m.tidy)
	return m
}

// Accept accepts a job, which is to end within some time from now. The error is a
// *store.Crowded if there are too many.
func (m *Manager) Accept(ctx context.Context, client string, request []byte, within time.Duration) (job.Job, error) {
	if m.life.Err() != nil {
		return job.Job{}, ErrClosed
	}
	now := time.Now().Truncate(time.Millisecond)
	j := job.Job{
		ID: rand.Text(), Client: client, Request: request, State: store.JobQueued, Version: 1,
		Accepted: now, Deadline: now.Add(within.Truncate(time.Millisecond)), // as they are kept
	}
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := m.Store.AddJob(short, j, m.Most); err != nil {
		return job.Job{}, err
	}
	m.wake()
	return j, nil
}

// wake has the dispatcher look for jobs.
func (m *Manager) wake() {
	select {
	case m.arrived <- struct{}{}:
	default:
	}
}

// Job gives a job, without its answer unless it has changed since a version; false if
// there is none.
func (m *Manager) Job(ctx context.Context, id string, known int64) (job.Job, bool, error) {
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return m.Store.Job(short, id, known)
}

// Next waits until a job has changed since a version, and gives it; false if there is no
// such job any more. The error is the context's if that ends before.
func (m *Manager) Next(ctx context.Context, id string, known int64) (job.Job, bool, error) {
	changed, forget := m.hub.Listen(id, known)
	defer forget()
	again := time.NewTicker(poll)
	defer again.Stop()
	for {
		j, found, err := m.Job(ctx, id, known)
		if err != nil || !found || j.Version > known {
			return j, found, err
		}
		select {
		case <-changed:
		case <-again.C:
		case <-ctx.Done():
			return job.Job{}, false, ctx.Err()
		case <-m.life.Done():
			return job.Job{}, false, ErrClosed
		}
	}
}

// Cancel ends an unfinished job with what is known; false if it has ended or there is no
// such job.
func (m *Manager) Cancel(ctx context.Context, id string) (bool, error) {
	j, found, err := m.Job(ctx, id, 0)
	if err != nil || !found || !j.Ended.IsZero() {
		return false, err
	}
	answer, _ := m.Work(over, j.Request, j.Answer, func([]byte) {})
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	cancelled, err := m.Store.CancelJob(short, id, time.Now(), answer)
	if cancelled {
		m.drop(id)
		m.hub.Tell(id)
	}
	return cancelled, err
}

// over is a context that has been cancelled.
var over = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// Delete deletes a job that has ended; false if there is no such job.
func (m *Manager) Delete(ctx context.Context, id string) (bool, error) {
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return m.Store.DeleteJob(short, id)
}

// Close stops the runners at once and gives back what they did: another process, or this
// one when it is started again, goes on with it.
func (m *Manager) Close(ctx context.Context) error {
	m.end()
	m.staff.Wait()
	released, err := m.Store.ReleaseJobs(ctx, m.holder)
	if released > 0 {
		m.Log.Info("unfinished jobs are given back", "jobs", released)
	}
	return err
}
