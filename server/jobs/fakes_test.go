package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/jobs"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

// database opens a SQLite store, whose calls take no time of a synctest bubble.
func database(t *testing.T) store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), store.Config{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
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

// work does what a request says, a list such as "publish A after 2s, answer B after 5s", or "fail
// with A after 1s". Between "search" and "rest" it searches. When its context ends, it answers with what
// was published last, or with the error of the context.
type work struct {
	running, most atomic.Int64
	started       atomic.Int64
}

func (w *work) do(ctx context.Context, request, before []byte, searching func(bool), publish func([]byte)) ([]byte, bool) {
	w.started.Add(1)
	w.most.Store(max(w.most.Load(), w.running.Add(1)))
	defer w.running.Add(-1)
	known := before
	defer searching(false)
	for part := range strings.SplitSeq(string(request), ", ") {
		what, after, ok := strings.Cut(part, " after ")
		pause, err := time.ParseDuration(after)
		if !ok || err != nil {
			panic("invalid request: " + part)
		}
		select {
		case <-ctx.Done():
			if known == nil {
				known = []byte(ctx.Err().Error())
			}
			return known, false
		case <-time.After(pause):
		}
		if what == "search" || what == "rest" {
			searching(what == "search")
			continue
		}
		if text, ok := strings.CutPrefix(what, "fail with "); ok {
			return []byte(text), true
		}
		if text, ok := strings.CutPrefix(what, "answer "); ok {
			return []byte(text), false
		}
		known = []byte(strings.TrimPrefix(what, "publish "))
		publish(known)
	}
	return known, false
}

// process is a manager on a shared store, and the connection between them.
type process struct {
	*jobs.Manager
	*work
	connection *connection
}

// connection is a store whose calls fail while it is cut.
type connection struct {
	store.Jobs
	cut atomic.Bool
	// loseReply makes the next TakeJob take a job and return an error.
	loseReply atomic.Bool
	marks     atomic.Int64 // calls of MarkJob
}

var errCut = errors.New("connection refused")

// The calls that a manager makes by itself.
func (l *connection) TakeJob(ctx context.Context, holder string, now, lease time.Time, which store.Which) (job.Job, bool, error) {
	if l.cut.Load() {
		return job.Job{}, false, errCut
	}
	j, found, err := l.Jobs.TakeJob(ctx, holder, now, lease, which)
	if found && l.loseReply.CompareAndSwap(true, false) {
		return job.Job{}, false, context.DeadlineExceeded
	}
	return j, found, err
}

func (l *connection) MarkJob(ctx context.Context, holder, id string, searching bool) error {
	if l.cut.Load() {
		return errCut
	}
	l.marks.Add(1)
	return l.Jobs.MarkJob(ctx, holder, id, searching)
}

func (l *connection) KeepJobs(ctx context.Context, holder string, ids []string, lease time.Time) ([]string, error) {
	if l.cut.Load() {
		return nil, errCut
	}
	return l.Jobs.KeepJobs(ctx, holder, ids, lease)
}

func (l *connection) PublishJob(ctx context.Context, holder, id string, answer []byte) (bool, error) {
	if l.cut.Load() {
		return false, errCut
	}
	return l.Jobs.PublishJob(ctx, holder, id, answer)
}

func (l *connection) EndJob(ctx context.Context, holder, id, state string, now time.Time, answer []byte) (bool, error) {
	if l.cut.Load() {
		return false, errCut
	}
	return l.Jobs.EndJob(ctx, holder, id, state, now, answer)
}

func (l *connection) ReleaseJobs(ctx context.Context, holder string) (int64, error) {
	if l.cut.Load() {
		return 0, errCut
	}
	return l.Jobs.ReleaseJobs(ctx, holder)
}

func (l *connection) SweepJobs(ctx context.Context, before time.Time, keep int, guest store.Guest) (int64, error) {
	if l.cut.Load() {
		return 0, errCut
	}
	return l.Jobs.SweepJobs(ctx, before, keep, guest)
}

type noObserver struct{}

func (noObserver) Jobs(map[string]int) {}
func (noObserver) JobEnded(string)     {}

// begin starts a process with options that change may alter, and closes it at the end of the
// test.
func begin(t *testing.T, s store.Jobs, change ...func(*jobs.Options)) *process {
	t.Helper()
	p := &process{work: &work{}, connection: &connection{Jobs: s}}
	o := jobs.Options{
		Store: p.connection, Work: p.do, Runners: 2, Most: store.Crowd{All: 1000, Client: 1000}, Keep: 1000, KeepFor: time.Hour,
		Log: slog.New(slog.DiscardHandler), Observer: noObserver{},
	}
	for _, c := range change {
		c(&o)
	}
	p.Manager = jobs.New(o)
	t.Cleanup(func() { p.close(t) })
	return p
}

func (p *process) close(t *testing.T) {
	t.Helper()
	if err := p.Close(context.Background()); err != nil && !p.connection.cut.Load() {
		t.Error(err)
	}
}

// kill cuts the process off from the store for ever.
func (p *process) kill() { p.connection.cut.Store(true) }

// accept adds a job with a deadline after 10 minutes, or within.
func (p *process) accept(t *testing.T, request string, within ...time.Duration) string {
	t.Helper()
	j, err := p.Accept(context.Background(), job.Job{Client: "client", Request: []byte(request)}, append(within, 10*time.Minute)[0])
	if err != nil {
		t.Fatal(err)
	}
	return j.ID
}

// stateOf returns a job's state and answer.
func (p *process) stateOf(t *testing.T, id string) string {
	t.Helper()
	j, found, err := p.Job(context.Background(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !found {
		return "gone"
	}
	return describe(j)
}

func describe(j job.Job) string {
	if j.Answer == nil {
		return j.State
	}
	return fmt.Sprintf("%s: %s", j.State, j.Answer)
}

// wantState checks a job's state and answer.
func (p *process) wantState(t *testing.T, id, want string) {
	t.Helper()
	if got := p.stateOf(t, id); got != want {
		t.Errorf("job %q, want %q", got, want)
	}
}

// follow records a job's changes, each with the seconds until then, until the job has ended.
func (p *process) follow(t *testing.T, id string) func() []string {
	began := time.Now()
	var changes []string
	var all sync.WaitGroup
	all.Go(func() {
		for known := int64(0); ; {
			j, found, err := p.Next(context.Background(), id, known)
			if err != nil || !found {
				changes = append(changes, fmt.Sprint(found, err))
				return
			}
			changes = append(changes, fmt.Sprintf("%v %s", time.Since(began).Seconds(), describe(j)))
			known = j.Version
			if !j.Ended.IsZero() {
				return
			}
		}
	})
	return func() []string {
		all.Wait()
		return changes
	}
}
