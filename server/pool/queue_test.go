package pool_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

func TestQueueFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Observer: &log{}, Workers: 2, Queue: 3, NewEngine: always(searcher(4 * time.Second))})
		q := problem(t)
		var accepted []<-chan answer
		for range 5 {
			accepted = append(accepted, ask(context.Background(), p, q, solver.Budget{}))
		}
		synctest.Wait()
		refusal := func() time.Duration {
			t.Helper()
			start := time.Now()
			_, _, err := p.Solve(nil, q, solver.Budget{})
			var busy *pool.Busy
			if !errors.As(err, &busy) {
				t.Fatalf("full queue: %v", err)
			}
			if time.Since(start) != 0 {
				t.Error("a full queue did not answer at once")
			}
			return busy.After
		}
		if got := refusal(); got != time.Second {
			t.Errorf("estimate before the first search: %v, want 1 s", got)
		}
		for _, answers := range accepted {
			if a := <-answers; a.err != nil {
				t.Error(a.err)
			}
		}
		// After many searches of 4 s: three jobs wait for two workers, so the last one starts in the
		// second round.
		for range 50 {
			if _, _, err := p.Solve(nil, q, solver.Budget{}); err != nil {
				t.Fatal(err)
			}
		}
		accepted = nil
		for range 5 {
			accepted = append(accepted, ask(context.Background(), p, q, solver.Budget{}))
		}
		synctest.Wait()
		if got := refusal(); got < 7*time.Second || got > 8*time.Second {
			t.Errorf("estimate %v, want two rounds of 4 s", got)
		}
		for _, answers := range accepted {
			<-answers
		}
		closeNow(t, p)
	})
}

// TestFullTakesNoLock has a full queue refuse a call while the pool's lock is held.
func TestFullTakesNoLock(t *testing.T) {
	end, seen := make(chan struct{}), &log{}
	waiting := engine(func(*solver.Clock, *solver.Problem, solver.Budget) solver.Result {
		<-end
		return solver.Result{Verdict: solver.Unwinnable}
	})
	p := pool.New(pool.Options{Observer: seen, Workers: 1, Queue: 1, NewEngine: always(waiting)})
	q := problem(t)
	first := ask(context.Background(), p, q, solver.Budget{})
	for p.Idle() {
		time.Sleep(time.Millisecond)
	}
	seen.mu.Lock() // the observer is told of the next call under the pool's lock
	second := ask(context.Background(), p, q, solver.Budget{})
	for p.Full(0) == nil {
		time.Sleep(time.Millisecond)
	}
	_, _, err := p.Solve(nil, q, solver.Budget{})
	if _, busy := errors.AsType[*pool.Busy](err); !busy {
		t.Errorf("a call for which there is no room: %v", err)
	}
	seen.mu.Unlock()
	close(end)
	for _, answers := range []<-chan answer{first, second} {
		if a := <-answers; a.err != nil {
			t.Error(a.err)
		}
	}
	closeNow(t, p)
}

func TestRetryAfterIsAtMostAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := engine(func(*solver.Clock, *solver.Problem, solver.Budget) solver.Result {
			time.Sleep(time.Hour)
			return solver.Result{Verdict: solver.Unwinnable}
		})
		p := pool.New(pool.Options{Observer: &log{}, Workers: 1, NewEngine: always(slow)})
		q := problem(t)
		if _, _, err := p.Solve(nil, q, solver.Budget{}); err != nil {
			t.Fatal(err)
		}
		running := ask(context.Background(), p, q, solver.Budget{})
		synctest.Wait()
		_, _, err := p.Solve(nil, q, solver.Budget{})
		var busy *pool.Busy
		if !errors.As(err, &busy) || busy.After != time.Minute {
			t.Errorf("after searches of an hour: %v", err)
		}
		<-running
		closeNow(t, p)
	})
}

func TestContextEndsInTheQueue(t *testing.T) {
	for _, test := range []struct {
		name string
		end  func(context.Context) (context.Context, context.CancelFunc)
		want solver.Reason
	}{
		{"deadline", func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 100*time.Millisecond)
		}, solver.Deadline},
		{"client leaves", func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(100*time.Millisecond, cancel)
			return ctx, cancel
		}, solver.Cancelled},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seen := &log{}
				p := pool.New(pool.Options{Workers: 1, Queue: 1, NewEngine: always(searcher(time.Second)), Observer: seen})
				q := problem(t)
				first := ask(context.Background(), p, q, solver.Budget{})
				synctest.Wait()

				ctx, cancel := test.end(context.Background())
				defer cancel()
				start := time.Now()
				result, spent, err := p.Solve(solver.NewClock(ctx), q, solver.Budget{})
				if err != nil || result.Verdict != solver.Unknown || result.Reason != test.want || result.States != 0 || spent.Search != 0 {
					t.Errorf("result %+v after %v of search, error %v", result, spent, err)
				}
				if waited := time.Since(start); waited != 100*time.Millisecond {
					t.Errorf("returned after %v", waited)
				}

				// The place in the queue is free again.
				second := ask(context.Background(), p, q, solver.Budget{})
				for _, answers := range []<-chan answer{first, second} {
					if a := <-answers; a.err != nil || a.result.Verdict != solver.Unwinnable {
						t.Errorf("answer %+v", a)
					}
				}
				closeNow(t, p)
				if len(seen.solved) != 2 {
					t.Errorf("%d searches, want 2: %+v", len(seen.solved), seen.solved)
				}
			})
		})
	}
}

func TestContextHasEndedBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Observer: &log{}, Workers: 1, NewEngine: always(func(*solver.Clock, *solver.Problem, solver.Budget) solver.Result {
			t.Error("the engine was called")
			return solver.Result{}
		})})
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		result, spent, err := p.Solve(solver.NewClock(ctx), problem(t), solver.Budget{})
		if err != nil || result.Reason != solver.Cancelled || spent.Search != 0 {
			t.Errorf("result %+v, %v, %v", result, spent, err)
		}
		closeNow(t, p)
	})
}
