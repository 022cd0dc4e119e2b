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

// TestDo lends an engine out for several searches, each of which is reported.
func TestDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := &log{}
		p := pool.New(pool.Options{Workers: 1, Queue: 1, NewEngine: always(diligent(time.Second)), Observer: seen})
		q := problem(t)
		start := time.Now()
		searched := 0
		first := ask(context.Background(), p, q, solver.Budget{}) // has the only worker
		synctest.Wait()
		err := p.Do(context.Background(), q, func(ctx context.Context, e solver.Engine) {
			for range 3 {
				if e.Solve(ctx, q, solver.Budget{}).Verdict == solver.Unwinnable {
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

// TestDoWithoutAWorker tells what becomes of a task that gets no engine, or falls.
func TestDoWithoutAWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := &log{}
		p := pool.New(pool.Options{Workers: 1, Queue: 1, NewEngine: always(diligent(10 * time.Second)), Observer: seen})
		q := problem(t)
		taken := ask(context.Background(), p, q, solver.Budget{})
		synctest.Wait()
		forbidden := func(context.Context, solver.Engine) { t.Error("the task was begun") }
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
		if err := p.Do(context.Background(), q, func(context.Context, solver.Engine) { panic("a fault") }); !errors.As(err, &broken) || broken.Problem != q {
			t.Errorf("a task that panics: %v", err)
		}
		if err := p.Do(context.Background(), q, func(context.Context, solver.Engine) {}); err != nil {
			t.Errorf("after it: %v", err)
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

// TestDoBeyondItsTime leaves a task that does not return, and the pool's own end ends
// a task too.
func TestDoBeyondItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Workers: 1, NewEngine: always(diligent(0))})
		q := problem(t)
		start := time.Now()
		err := p.Do(within(time.Second), q, func(context.Context, solver.Engine) { time.Sleep(time.Minute) })
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took > 1100*time.Millisecond {
			t.Errorf("after %v: %v", took, err)
		}
		synctest.Wait()
		time.Sleep(time.Minute)
		ended := make(chan error, 1)
		go func() {
			ended <- p.Do(context.Background(), q, func(ctx context.Context, _ solver.Engine) { <-ctx.Done() })
		}()
		synctest.Wait()
		patience, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := p.Close(patience); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("closing: %v", err)
		}
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("the task that was cut short: %v", err)
		}
	})
}

// TestDoAtTheEnd closes the pool at the moment at which a task's turn comes: one that
// was not begun is never said to be done.
func TestDoAtTheEnd(t *testing.T) {
	for range 500 {
		synctest.Test(t, func(t *testing.T) {
			p := pool.New(pool.Options{Workers: 1, Queue: 1, NewEngine: always(diligent(0))})
			q := problem(t)
			go func() {
				_ = p.Do(context.Background(), q, func(ctx context.Context, _ solver.Engine) { <-ctx.Done() })
			}()
			synctest.Wait()
			begun := false
			done := make(chan error, 1)
			go func() { done <- p.Do(context.Background(), q, func(context.Context, solver.Engine) { begun = true }) }()
			synctest.Wait()
			over, cancel := context.WithCancel(context.Background())
			cancel()
			_ = p.Close(over)
			if err := <-done; err == nil && !begun {
				t.Fatal("a task that was not begun is said to be done")
			}
		})
	}
}
