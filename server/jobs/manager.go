package jobs

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/riverqueue/river"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
)

// ErrClosed is the error of calls after Close.
var ErrClosed = errors.New("the job manager is closed")

// Work answers a request. If the context ends, the answer says that the request was cancelled, or
// that its deadline passed. Work calls searching(true) when a search begins and searching(false) when
// it ends, and may call publish with a partial answer. The parameter before is the last partial answer
// of an earlier attempt, or nil. If failed is true, the answer is the error as the client gets it.
type Work func(ctx context.Context, request, before []byte, searching func(bool), publish func(answer []byte)) (answer []byte, failed bool)

// Store keeps jobs, as a [store.Store] does.
type Store interface {
	AddJob(ctx context.Context, j job.Job, most store.Limits) error
	QueueJobs(ctx context.Context, now time.Time) (int, error)
	Job(ctx context.Context, id string, known int64) (job.Job, bool, error)
	ListJobs(ctx context.Context, which job.Filter) ([]job.Job, error)
	BeginJob(ctx context.Context, ticket *queue.Taken, suspects bool, now time.Time) (job.Job, bool, error)
	BeginOverdue(ctx context.Context, waiting, running time.Time, here []string) (job.Job, bool, error)
	MarkJob(ctx context.Context, id string, attempt int, searching bool) (bool, error)
	Attempts(ctx context.Context, ids []string) (map[string]int, error)
	PublishJob(ctx context.Context, id string, attempt int, answer []byte) (bool, error)
	EndJob(ctx context.Context, id string, attempt int, state string, now time.Time, answer []byte) (bool, error)
	ReleaseJob(ctx context.Context, id string, attempt int) error
	CancelJob(ctx context.Context, id string, now time.Time, answer []byte) (bool, error)
	DeleteJob(ctx context.Context, id string) (bool, error)
	SweepJobs(ctx context.Context, before time.Time, keep int, guest store.Guest) (int64, error)
	KeepKey(ctx context.Context, k job.RequestKey, now time.Time) (job.RequestKey, error)
	CountJobs(ctx context.Context) (map[string]int, error)
}

// Options configure a Manager.
type Options struct {
	Store    Store
	Work     Work
	Runners  int           // jobs at a time
	Most     store.Limits  // limits of unfinished jobs
	Keep     int           // how many ended jobs of each client to keep
	Guest    store.Guest   // the client with lower limits
	KeepFor  time.Duration // how long to keep an ended job
	Log      *slog.Logger
	Observer Observer
	Sweep    time.Duration // how often to delete old jobs; 0 means every 10 s
	Poll     time.Duration // how often to look for jobs without a notice; 0 means every second
	Others   *watch.Relay  // reports changes to other processes; nil if there are none
}

const (
	poll    = time.Second     // how often to look for changes by other processes
	timeout = 5 * time.Second // of one call of the store
	asked   = 2 * time.Second // of one call of the store that a client waits for

	// quick is how long a search must last to be noted in the store: noting each search would slow
	// down short ones.
	quick = 100 * time.Millisecond
)

// Observer receives events for metrics.
type Observer interface {
	// Jobs reports from time to time how many jobs there are in each state.
	Jobs(byState map[string]int)
	// JobEnded reports the state of a job that this process has ended.
	JobEnded(state string)
}

// Manager accepts jobs and runs them.
type Manager struct {
	Options

	life    context.Context // ends with Close
	end     context.CancelFunc
	running sync.WaitGroup // goroutines
	hub     watch.Hub
	doubted watch.Bell // wakes the keeper: a job that runs here may be cancelled
	here    sync.Map   // the attempts that run here, by the job's id
	// suspect is held while a suspected job runs here. So if this process dies, at most one has its second
	// death, and no other suspect is to blame.
	suspect sync.Mutex
}

// attempt is one that runs here.
type attempt struct {
	number int
	stop   context.CancelCauseFunc
}

// New starts a manager and adds its runners to the duties. They run jobs once the queue is started
// with these duties.
func New(o Options, d *queue.Duties) *Manager {
	m := &Manager{Options: o, doubted: watch.NewBell()}
	m.Sweep = cmp.Or(m.Sweep, 10*time.Second)
	m.Others = cmp.Or(m.Others, watch.NewRelay(nil, m.Log))
	m.life, m.end = context.WithCancel(context.Background())
	queue.Take(d, runner{Manager: m}, map[string]river.QueueConfig{
		queue.Answers: {MaxWorkers: max(1, m.Runners), FetchPollInterval: m.Poll},
	})
	m.running.Go(m.keep)
	m.running.Go(m.tidy)
	m.Others.Listen(m.heard)
	return m
}

// heard is called for changes by any process.
func (m *Manager) heard(c watch.Change) {
	if c.ID == "" {
		m.hub.TellAll()
		m.doubted.Ring()
		return
	}
	m.hub.Tell(c.ID)
	if _, here := m.here.Load(c.ID); here && c.Kind == watch.Ended {
		m.doubted.Ring()
	}
}

// Accept stores a job, whose client, site, request and webhook the caller sets, and returns it. If its
// ID is empty, it gets a new one. Its deadline is the time within from now. The error is a
// *store.LimitReached if there are too many unfinished jobs.
func (m *Manager) Accept(ctx context.Context, j job.Job, within time.Duration) (job.Job, error) {
	if m.life.Err() != nil {
		return job.Job{}, ErrClosed
	}
	now := time.Now().Truncate(time.Millisecond)
	j.ID, j.State, j.Version = cmp.Or(j.ID, rand.Text()), job.Queued, 1
	j.Accepted, j.Deadline = now, now.Add(within.Truncate(time.Millisecond)) // as they are stored
	short, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	most := m.Most
	if j.Client == m.Guest.Client && j.Client != "" {
		most.Client = m.Guest.Jobs
	}
	if err := m.Store.AddJob(short, j, most); err != nil {
		return job.Job{}, err
	}
	return j, nil
}

// KeepKey stores the idempotency key of a request, unless the client's key is stored already, and
// returns what is stored. The error is a *store.LimitReached if the client has too many keys.
func (m *Manager) KeepKey(ctx context.Context, k job.RequestKey) (job.RequestKey, error) {
	short, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	return m.Store.KeepKey(short, k, time.Now())
}

// Job returns the job with an id, and whether it exists. The answer is included only if the job's
// version is later than known.
func (m *Manager) Job(ctx context.Context, id string, known int64) (job.Job, bool, error) {
	short, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	return m.Store.Job(short, id, known)
}

// List returns the jobs that pass a filter, the newest first, without their answers.
func (m *Manager) List(ctx context.Context, which job.Filter) ([]job.Job, error) {
	short, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	return m.Store.ListJobs(short, which)
}

// Next waits until a job has a version later than known, and returns it. It returns false if the job
// does not exist. If the context ends first, it returns the context's error.
func (m *Manager) Next(ctx context.Context, id string, known int64) (job.Job, bool, error) {
	changed, forget := m.hub.Listen(id)
	defer forget()
	for {
		j, found, err := m.Job(ctx, id, known)
		if err != nil || !found || j.Version > known {
			return j, found, err
		}
		select {
		case <-changed:
		case <-time.After(m.Others.Interval(poll)):
		case <-ctx.Done():
			return job.Job{}, false, ctx.Err()
		case <-m.life.Done():
			return job.Job{}, false, ErrClosed
		}
	}
}

// Cancel ends an unfinished job, with its partial answer. It returns false if the job has ended
// already or does not exist.
func (m *Manager) Cancel(ctx context.Context, id string) (bool, error) {
	j, found, err := m.Job(ctx, id, 0)
	if err != nil || !found || !j.Ended.IsZero() {
		return false, err
	}
	answer, _ := m.Work(cancelled, j.Request, j.Answer, func(bool) {}, func([]byte) {})
	short, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	done, err := m.Store.CancelJob(short, id, time.Now(), answer)
	if done {
		m.drop(id)
		m.Others.Tell(id, watch.Ended)
	}
	return done, err
}

// cancelled is a cancelled context.
var cancelled = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// Delete deletes an ended job. It returns false if there is no ended job with this id.
func (m *Manager) Delete(ctx context.Context, id string) (bool, error) {
	short, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	return m.Store.DeleteJob(short, id)
}

// Close ends all calls of Next. The caller must stop the queue first. A stopped queue gives back
// the jobs that run in this process. Another process runs them again, or this one after a restart.
func (m *Manager) Close(context.Context) error {
	m.end()
	m.running.Wait()
	return nil
}
