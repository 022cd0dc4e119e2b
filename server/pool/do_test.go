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

// TestDo runs a task with several searches, each of which is reported.
func TestDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := &log{}
		p := pool.New(pool.Options{Workers: 1, Queue: 1, NewEngine: always(searcher(time.Second)), Observer: seen})
		q := problem(t)
		start := time.Now()
		searched := 0
		first := ask(context.Background(), p, q, solver.Budget{}) // takes the only worker
		synctest.Wait()
		err := p.Do(context.Background(), q, func(clock *solver.Clock, e solver.Engine) {
			for range 3 {
				if e.Solve(clock, q, solver.Budget{}).Verdict == solver.Unwinnable {
					searched++
				}
			}
		})
		if took := time.Since(start); err != nil || searched != 3 || took != 4*time.Second {
			t.Errorf("%d searches in %v: %v", searched, took, err)
		}
		<-first
		closeNow(t, p)
		if len(seen.solved) != 4 || seen.elapsed != 4*time.Second {
			t.Errorf("%d searches of %v were reported", len(seen.solved), seen.elapsed)
		}
	})
}

// TestDoWithoutAWorker tests tasks that get no engine, or panic.
func TestDoWithoutAWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := &log{}
		p := pool.New(pool.Options{Workers: 1, Queue: 1, NewEngine: always(searcher(10 * time.Second)), Observer: seen})
		q := problem(t)
		taken := ask(context.Background(), p, q, solver.Budget{})
		synctest.Wait()
		forbidden := func(*solver.Clock, solver.Engine) { t.Error("the task was started") }
		waits := make(chan error, 1)
		go func() { waits <- p.Do(within(time.Second), q, forbidden) }()
		synctest.Wait()
		var busy *pool.Busy
		if err := p.Do(context.Background(), q, forbidden); !errors.As(err, &busy) {
			t.Errorf("with the queue full: %v", err)
		}
		if err := <-waits; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after the deadline: %v", err)
		}
		<-taken
		var broken *pool.Panic
		if err := p.Do(context.Background(), q, func(*solver.Clock, solver.Engine) { panic("a fault") }); !errors.As(err, &broken) || broken.Problem != q {
			t.Errorf("a task that panics: %v", err)
		}
		if err := p.Do(context.Background(), q, func(*solver.Clock, solver.Engine) {}); err != nil {
			t.Errorf("after a panic: %v", err)
		}
		closeNow(t, p)
		if seen.panicked != 1 {
			t.Errorf("%d panics were reported", seen.panicked)
		}
		if err := p.Do(context.Background(), q, forbidden); !errors.Is(err, pool.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	})
}

// TestDoBeyondItsTime leaves a task that does not return, and closes the pool during another one.
func TestDoBeyondItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Observer: &log{}, Workers: 1, NewEngine: always(searcher(0))})
		q := problem(t)
		start := time.Now()
		err := p.Do(within(time.Second), q, func(*solver.Clock, solver.Engine) { time.Sleep(time.Minute) })
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took > 1100*time.Millisecond {
			t.Errorf("after %v: %v", took, err)
		}
		synctest.Wait()
		time.Sleep(time.Minute)
		ended := make(chan error, 1)
		go func() {
			ended <- p.Do(context.Background(), q, func(clock *solver.Clock, _ solver.Engine) { <-clock.Context().Done() })
		}()
		synctest.Wait()
		bounded, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := p.Close(bounded); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Close: %v", err)
		}
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("interrupted task: %v", err)
		}
	})
}

// TestDoAtTheEnd closes the pool at the moment when a task is about to start. Do returns an error
// unless the task was run.
func TestDoAtTheEnd(t *testing.T) {
	for range 500 {
		synctest.Test(t, func(t *testing.T) {
			p := pool.New(pool.Options{Observer: &log{}, Workers: 1, Queue: 1, NewEngine: always(searcher(0))})
			q := problem(t)
			go func() {
				_ = p.Do(context.Background(), q, func(clock *solver.Clock, _ solver.Engine) { <-clock.Context().Done() })
			}()
			synctest.Wait()
			started := false
			done := make(chan error, 1)
			go func() { done <- p.Do(context.Background(), q, func(*solver.Clock, solver.Engine) { started = true }) }()
			synctest.Wait()
			over, cancel := context.WithCancel(context.Background())
			cancel()
			_ = p.Close(over)
			if err := <-done; err == nil && !started {
				t.Fatal("no error for a task that was not run")
			}
		})
	}
}
