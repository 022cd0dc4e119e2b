package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/jobs"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
)

// line carries notices between processes of a test, unless it loses them.
type line struct {
	mu    sync.Mutex
	heard []func(notice string)
	loses bool
}

func (l *line) Notify(_ context.Context, notices []string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, heard := range l.heard {
		for _, notice := range notices {
			if !l.loses {
				heard(notice)
			}
		}
	}
	return nil
}

func (l *line) Notices(ctx context.Context, ready func(), heard func(notice string)) error {
	l.mu.Lock()
	l.heard = append(l.heard, heard)
	l.mu.Unlock()
	ready()
	<-ctx.Done()
	return ctx.Err()
}

// beginOn starts a process that is connected with others.
func beginOn(t *testing.T, s queued, l *line, change ...func(*jobs.Options)) *process {
	t.Helper()
	relay := watch.NewRelay(l, slog.New(slog.DiscardHandler))
	t.Cleanup(func() {
		if err := relay.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return begin(t, s, append(change, func(o *jobs.Options) { o.Others = relay })...)
}

// TestElsewhere follows a job in another process than the one that runs it, and cancels it there, with
// notices and where they are lost.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	for _, loses := range []bool{false, true} {
		s, l := openStore(t, database.Config{URL: servicetest.Database(t)}), &line{loses: loses}
		here := beginOn(t, s, l)
		id := here.accept(t, "a job")
		a := here.next(t)
		there := beginOn(t, s, l)
		known := there.job(t, id).Version
		a.publish("A")
		j, found, err := there.Next(t.Context(), id, known)
		if err != nil || !found || describe(j) != "running: A" {
			t.Errorf("followed elsewhere: %s, %t, %v", describe(j), found, err)
		}
		if done, err := there.Cancel(t.Context(), id); err != nil || !done {
			t.Fatal(done, err)
		}
		began := time.Now()
		<-a.ctx.Done()
		if took := time.Since(began); !loses && took > 2*time.Second {
			t.Errorf("the work stopped %s after it was cancelled elsewhere", took)
		}
		// Versions mean the same in every process.
		one, other := here.job(t, id), there.job(t, id)
		if one.Version != other.Version || describe(one) != "cancelled: A" || describe(other) != "cancelled: A" {
			t.Errorf("here %d %s, there %d %s", one.Version, describe(one), other.Version, describe(other))
		}
		there.stop(t)
		here.stop(t)
	}
}

// TestForgedNotices has somebody send notices of a job that runs, many: they end nothing, and the
// database is asked a few times.
func TestForgedNotices(t *testing.T) {
	t.Parallel()
	s, l := &counting{Store: openStore(t, database.Config{Dir: t.TempDir()})}, new(line)
	here := beginOn(t, s, l)
	id := here.accept(t, "a job")
	a := here.next(t)
	following := make(chan string)
	known := here.job(t, id).Version
	go func() {
		j, _, err := here.Next(context.Background(), id, known)
		following <- describe(j) + fmt.Sprint(err)
	}()
	before, began := s.calls.Load(), time.Now()
	for range 1_000 {
		_ = l.Notify(t.Context(), []string{"ended " + id})
		time.Sleep(100 * time.Microsecond)
	}
	if n, most := s.calls.Load()-before, int64(60*time.Since(began).Seconds())+10; n > most {
		t.Errorf("%d queries in %s", n, time.Since(began))
	}
	a.answer("A")
	if got := <-following; got != "done: A<nil>" {
		t.Error(got)
	}
}

// counting counts the calls that notices cause.
type counting struct {
	*store.Store
	calls atomic.Int64
}

func (c *counting) Job(ctx context.Context, id string, known int64) (job.Job, bool, error) {
	c.calls.Add(1)
	return c.Store.Job(ctx, id, known)
}

func (c *counting) Attempts(ctx context.Context, ids []string) (map[string]int, error) {
	c.calls.Add(1)
	return c.Store.Attempts(ctx, ids)
}

// hanging is a store that does not answer.
type hanging struct{ *store.Store }

func (hanging) Job(ctx context.Context, _ string, _ int64) (job.Job, bool, error) {
	<-ctx.Done()
	return job.Job{}, false, ctx.Err()
}

// TestHangingStoreElsewhere follows a job while the database hangs: each look ends with an error
// after seconds.
func TestHangingStoreElsewhere(t *testing.T) {
	t.Parallel()
	p := beginOn(t, hanging{openStore(t, database.Config{Dir: t.TempDir()})}, new(line))
	began := time.Now()
	_, _, err := p.Next(t.Context(), "x", 1)
	if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took > 10*time.Second {
		t.Errorf("%v after %s", err, took)
	}
}
