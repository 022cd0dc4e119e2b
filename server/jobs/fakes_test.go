package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/jobs"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
)

// each runs a test on a SQLite store and on a PostgreSQL one.
func each(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Parallel()
	for _, on := range []string{"SQLite", "PostgreSQL"} {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			c := database.Config{Dir: t.TempDir()}
			if on == "PostgreSQL" {
				c.URL = servicetest.Database(t)
			}
			test(t, openStore(t, c))
		})
	}
}

// openStore opens a store.
func openStore(t *testing.T, c database.Config) *store.Store {
	t.Helper()
	c.Log = slog.New(slog.DiscardHandler)
	s, err := store.Open(t.Context(), c, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// work is the work of jobs, which the test does in the attempts that have begun.
type work struct {
	begun   chan *attempt
	running atomic.Int64
}

// attempt is an attempt of a job. When its context ends, it answers with what was published last, or with
// the error of the context.
type attempt struct {
	ctx       context.Context
	request   string
	known     atomic.Pointer[string]
	searching func(bool)
	tell      func([]byte)
	answers   chan answer
}

type answer struct {
	text   string
	failed bool
}

func (w *work) do(ctx context.Context, request, before []byte, searching func(bool), publish func([]byte)) ([]byte, bool) {
	w.running.Add(1)
	defer w.running.Add(-1)
	a := &attempt{ctx: ctx, request: string(request), searching: searching, tell: publish, answers: make(chan answer, 1)}
	if before != nil {
		a.known.Store(new(string(before)))
	}
	if ctx.Err() == nil {
		w.begun <- a
		defer searching(false)
	}
	select {
	case r := <-a.answers:
		return []byte(r.text), r.failed
	case <-ctx.Done():
		if known := a.known.Load(); known != nil {
			return []byte(*known), false
		}
		return []byte(ctx.Err().Error()), false
	}
}

func (a *attempt) publish(text string) {
	a.known.Store(&text)
	a.tell([]byte(text))
}

func (a *attempt) answer(text string) { a.answers <- answer{text, false} }

// process is a manager on a shared store, and the connection between them.
type process struct {
	*jobs.Manager
	*work
	connection *connection
	stopQueue  func(context.Context) error // nil once it has stopped
}

// connection is a store whose calls fail while it is cut.
type connection struct {
	jobs.Store
	cut       atomic.Bool
	loseReply atomic.Bool  // of the next BeginJob that begins one
	marks     atomic.Int64 // calls of MarkJob that are done
	last      atomic.Int64 // the job of the queue for which a job was begun last
}

// elsewhere begins the job that this process began last in another one, which has its job of the queue.
func (l *connection) elsewhere(t *testing.T) job.Job {
	t.Helper()
	j, found, err := l.Store.BeginJob(t.Context(), &queue.Taken{ID: l.last.Load(), Attempt: 2}, true, time.Now())
	if !found || err != nil {
		t.Fatal(found, err)
	}
	return j
}

var errCut = errors.New("connection refused")

// The calls that a manager makes by itself.
func (l *connection) BeginJob(ctx context.Context, does *queue.Taken, suspects bool, now time.Time) (job.Job, bool, error) {
	if l.cut.Load() {
		return job.Job{}, false, errCut
	}
	j, found, err := l.Store.BeginJob(ctx, does, suspects, now)
	if found {
		l.last.Store(does.ID)
		if l.loseReply.CompareAndSwap(true, false) {
			return job.Job{}, false, context.DeadlineExceeded
		}
	}
	return j, found, err
}

func (l *connection) BeginOverdue(ctx context.Context, waiting, running time.Time, here []string) (job.Job, bool, error) {
	if l.cut.Load() {
		return job.Job{}, false, errCut
	}
	return l.Store.BeginOverdue(ctx, waiting, running, here)
}

func (l *connection) MarkJob(ctx context.Context, id string, attempt int, searching bool) (bool, error) {
	if l.cut.Load() {
		return false, errCut
	}
	defer l.marks.Add(1)
	return l.Store.MarkJob(ctx, id, attempt, searching)
}

func (l *connection) Attempts(ctx context.Context, ids []string) (map[string]int, error) {
	if l.cut.Load() {
		return nil, errCut
	}
	return l.Store.Attempts(ctx, ids)
}

func (l *connection) PublishJob(ctx context.Context, id string, attempt int, answer []byte) (bool, error) {
	if l.cut.Load() {
		return false, errCut
	}
	return l.Store.PublishJob(ctx, id, attempt, answer)
}

func (l *connection) EndJob(ctx context.Context, id string, attempt int, state string, now time.Time, answer []byte) (bool, error) {
	if l.cut.Load() {
		return false, errCut
	}
	return l.Store.EndJob(ctx, id, attempt, state, now, answer)
}

func (l *connection) ReleaseJob(ctx context.Context, id string, attempt int) error {
	if l.cut.Load() {
		return errCut
	}
	return l.Store.ReleaseJob(ctx, id, attempt)
}

func (l *connection) QueueJobs(ctx context.Context, now time.Time) (int, error) {
	if l.cut.Load() {
		return 0, errCut
	}
	return l.Store.QueueJobs(ctx, now)
}

type noObserver struct{}

func (noObserver) Jobs(map[string]int) {}
func (noObserver) JobEnded(string)     {}

// queued is a store with its queue.
type queued interface {
	jobs.Store
	Queue() queue.Queue
}

// begin starts a process with options that change may alter, and stops it at the end of the test.
func begin(t *testing.T, s queued, change ...func(*jobs.Options)) *process {
	t.Helper()
	p := &process{work: &work{begun: make(chan *attempt, 1000)}, connection: &connection{Store: s}}
	o := jobs.Options{
		Store: p.connection, Work: p.do, Runners: 2, Most: store.Limits{All: 1000, Client: 1000}, Keep: 1000, KeepFor: time.Hour,
		Log: slog.New(slog.DiscardHandler), Observer: noObserver{}, Poll: 20 * time.Millisecond,
	}
	for _, c := range change {
		c(&o)
	}
	d := &queue.Duties{Log: o.Log, RescueAfter: time.Minute}
	p.Manager = jobs.New(o, d)
	stop, err := s.Queue().Start(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	p.stopQueue = stop
	t.Cleanup(func() { p.stop(t) })
	return p
}

// stop stops the process.
func (p *process) stop(t *testing.T) {
	t.Helper()
	if p.stopQueue != nil {
		if err := p.stopQueue(context.Background()); err != nil {
			t.Error(err)
		}
	}
	p.stopQueue = nil
	if err := p.Close(context.Background()); err != nil {
		t.Error(err)
	}
}

// kill ends the process so that it can write nothing more of its jobs. The queue gives them out again at once.
func (p *process) kill(t *testing.T) {
	t.Helper()
	p.connection.cut.Store(true)
	p.stop(t)
}

// accept adds a job with a deadline after 10 minutes, or within.
func (p *process) accept(t *testing.T, request string, within ...time.Duration) string {
	t.Helper()
	j, err := p.Accept(context.Background(), job.Job{Client: "client", Request: []byte(request)}, append(within, 10*time.Minute)[0])
	if err != nil {
		t.Fatal(err)
	}
	return j.ID
}

// next returns the next attempt that begins.
func (p *process) next(t *testing.T) *attempt {
	t.Helper()
	select {
	case a := <-p.begun:
		return a
	case <-time.After(patience):
		t.Fatal("no job begins")
		return nil
	}
}

// searches accepts the first job, and returns its attempt when the store has noted that it searches.
func (p *process) searches(t *testing.T) (id string, a *attempt) {
	t.Helper()
	id = p.accept(t, "a job")
	a = p.next(t)
	a.searching(true)
	eventually(t, "the search is noted", func() bool { return p.connection.marks.Load() == 1 })
	return id, a
}

// none checks that no attempt begins for a while.
func (p *process) none(t *testing.T) {
	t.Helper()
	select {
	case a := <-p.begun:
		t.Fatalf("%s begins", a.request)
	case <-time.After(100 * time.Millisecond):
	}
}

// job returns a job.
func (p *process) job(t *testing.T, id string) job.Job {
	t.Helper()
	j, found, err := p.Job(context.Background(), id, 0)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	return j
}

// patience is how long tests wait for what has to happen, on a busy machine too.
const patience = time.Minute

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for late := time.Now().Add(patience); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("not within %s: %s", patience, what)
		}
	}
}

func describe(j job.Job) string {
	if j.Answer == nil {
		return j.State
	}
	return fmt.Sprintf("%s: %s", j.State, j.Answer)
}

// becomes waits until a job has a state and an answer.
func (p *process) becomes(t *testing.T, id, want string) {
	t.Helper()
	eventually(t, want, func() bool { return describe(p.job(t, id)) == want })
}
