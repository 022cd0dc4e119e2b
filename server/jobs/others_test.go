package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/jobs"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

// line carries notices between processes of a test, unless it loses them.
type line struct {
	mu    sync.Mutex
	heard []func(topic, id string)
	loses bool
}

func (l *line) Notify(_ context.Context, topic string, ids []string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, heard := range l.heard {
		for _, id := range ids {
			if !l.loses {
				heard(topic, id)
			}
		}
	}
	return nil
}

func (l *line) Notices(ctx context.Context, _ []string, ready func(), heard func(topic, id string)) error {
	l.mu.Lock()
	l.heard = append(l.heard, heard)
	l.mu.Unlock()
	ready()
	<-ctx.Done()
	return ctx.Err()
}

// beginOn starts a process that is connected with others.
func beginOn(t *testing.T, s store.Jobs, l *line, change ...func(*jobs.Options)) *process {
	t.Helper()
	relay := watch.NewRelay(l, slog.New(slog.DiscardHandler))
	t.Cleanup(func() {
		if err := relay.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return begin(t, s, append(change, func(o *jobs.Options) { o.Others = relay })...)
}

// next waits for the next version of a job.
func (p *process) next(t *testing.T, id string, known int64) job.Job {
	t.Helper()
	j, found, err := p.Next(context.Background(), id, known)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	return j
}

// TestFollowedElsewhere follows a job in another process than the one that runs it, and cancels
// it there: both take a moment. Where notices are lost, both take some seconds.
func TestFollowedElsewhere(t *testing.T) {
	for _, loses := range []bool{false, true} {
		soon := 150 * time.Millisecond
		if loses {
			soon = 6 * time.Second
		}
		synctest.Test(t, func(t *testing.T) {
			s, l := database(t), &line{loses: loses}
			here := beginOn(t, s, l)
			id := here.accept(t, "publish A after 20300ms, publish B after 300s")
			synctest.Wait()
			there := beginOn(t, s, l)
			began := time.Now()
			j := there.next(t, id, 2)
			if late := time.Since(began) - 20300*time.Millisecond; describe(j) != "running: A" || late > soon {
				t.Errorf("followed elsewhere: %s %s late", describe(j), late)
			}
			time.Sleep(300 * time.Millisecond)
			began = time.Now()
			done, err := there.Cancel(context.Background(), id)
			if err != nil || !done {
				t.Fatal(done, err)
			}
			for here.running.Load() > 0 {
				time.Sleep(time.Millisecond)
			}
			if took := time.Since(began); took > soon {
				t.Errorf("the work stopped %s after it was cancelled elsewhere", took)
			}
			// Versions mean the same in every process.
			if a, b := here.next(t, id, 3), there.next(t, id, 3); a.Version != b.Version || describe(a) != "cancelled: A" || describe(b) != "cancelled: A" {
				t.Errorf("here %d %s, there %d %s", a.Version, describe(a), b.Version, describe(b))
			}
		})
	}
}

// TestForgedNotices has somebody send notices of a job that runs, many: they end nothing, and the
// database is asked a few times.
func TestForgedNotices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, l := &counting{Jobs: database(t)}, new(line)
		here := beginOn(t, s, l)
		id := here.accept(t, "answer A after 30s")
		follow := here.follow(t, id)
		synctest.Wait()
		before := s.calls()
		for range 10_000 {
			_ = l.Notify(t.Context(), "thoughtful_ended", []string{id})
			time.Sleep(100 * time.Microsecond) // a second in all
		}
		if n := s.calls() - before; n > 60 {
			t.Errorf("%d queries in a second", n)
		}
		if changes := follow(); changes[len(changes)-1] != "30 done: A" {
			t.Errorf("changes %q", changes)
		}
	})
}

// counting counts the calls that notices cause.
type counting struct {
	store.Jobs
	mu sync.Mutex
	n  int
}

func (c *counting) count() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

func (c *counting) calls() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

func (c *counting) Job(ctx context.Context, id string, known int64) (job.Job, bool, error) {
	c.count()
	return c.Jobs.Job(ctx, id, known)
}

func (c *counting) KeepJobs(ctx context.Context, holder string, ids []string, lease time.Time) ([]string, error) {
	c.count()
	return c.Jobs.KeepJobs(ctx, holder, ids, lease)
}

// hanging is a store that does not answer.
type hanging struct{ store.Jobs }

func (hanging) Job(ctx context.Context, _ string, _ int64) (job.Job, bool, error) {
	<-ctx.Done()
	return job.Job{}, false, ctx.Err()
}

// TestHangingStoreElsewhere follows a job while the database hangs: each look ends with an error
// after seconds.
func TestHangingStoreElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := beginOn(t, hanging{database(t)}, new(line))
		began := time.Now()
		_, _, err := p.Next(context.Background(), "x", 1)
		if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took > 3*time.Second {
			t.Errorf("%v after %s", err, took)
		}
	})
}
