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

func TestCloseLetsSearchesFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Observer: &log{}, Workers: 1, Queue: 2, NewEngine: always(searcher(time.Second))})
		q := problem(t)
		running, waiting := ask(context.Background(), p, q, solver.Budget{}), ask(context.Background(), p, q, solver.Budget{})
		synctest.Wait()
		start := time.Now()
		closed := make(chan error, 1)
		go func() { closed <- p.Close(within(time.Minute)) }()
		synctest.Wait()
		if _, _, err := p.Solve(nil, q, solver.Budget{}); !errors.Is(err, pool.ErrClosed) {
			t.Errorf("Solve after Close: %v", err)
		}
		for _, answers := range []<-chan answer{running, waiting} {
			if a := <-answers; a.err != nil || a.result.Verdict != solver.Unwinnable {
				t.Errorf("answer %+v", a)
			}
		}
		if err := <-closed; err != nil || time.Since(start) != 2*time.Second {
			t.Errorf("closed after %v: %v", time.Since(start), err)
		}
		closeNow(t, p) // a second Close is allowed
	})
}

func TestCloseCutsSearchesShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Observer: &log{}, Workers: 1, Queue: 2, NewEngine: always(searcher(time.Hour))})
		q := problem(t)
		running := ask(context.Background(), p, q, solver.Budget{})
		synctest.Wait()
		waiting := ask(within(time.Hour), p, q, solver.Budget{})
		synctest.Wait()
		start := time.Now()
		if err := p.Close(within(5 * time.Second)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Close: %v", err)
		}
		if took := time.Since(start); took < 5*time.Second || took > 5*time.Second+10*time.Millisecond {
			t.Errorf("Close took %v", took)
		}
		a := <-running
		if a.err != nil || a.result.Reason != solver.Cancelled || a.result.States == 0 {
			t.Errorf("running search: %+v", a)
		}
		a = <-waiting
		if a.err != nil || a.result.Reason != solver.Cancelled || a.spent.Search != 0 {
			t.Errorf("waiting search: %+v", a)
		}
	})
}
