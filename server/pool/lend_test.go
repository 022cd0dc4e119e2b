package pool_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// team is an engine whose search is a second of work, which helpers share.
type team struct {
	helps *atomic.Int32 // calls of help
	fault any           // with which helpers panic
}

func (e team) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	return e.Search(clock, p, b)
}

func (e team) Search(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	return e.SearchWith(clock, p, b, func(func(*solver.Clock, solver.Engine)) {})
}

func (team) Shorten(*solver.Clock, *solver.Problem, solver.Budget, *solver.Result) {}

func (e team) SearchWith(clock *solver.Clock, _ *solver.Problem, _ solver.Budget, offer func(func(*solver.Clock, solver.Engine))) solver.Result {
	var left atomic.Int64
	left.Store(1000)
	work := func(clock *solver.Clock) {
		for clock.StopReason() == solver.NoReason && left.Add(-1) >= 0 {
			time.Sleep(time.Millisecond)
		}
	}
	var helping sync.WaitGroup
	var mu sync.Mutex // for nobody begins to help while the end is waited for
	over := false
	defer func() {
		mu.Lock()
		over = true
		mu.Unlock()
		helping.Wait()
	}()
	offer(func(clock *solver.Clock, _ solver.Engine) {
		mu.Lock()
		if over {
			mu.Unlock()
			return
		}
		helping.Add(1)
		mu.Unlock()
		defer helping.Done()
		e.helps.Add(1)
		if e.fault != nil {
			panic(e.fault)
		}
		work(clock)
	})
	work(clock)
	if because := clock.StopReason(); because != solver.NoReason {
		return solver.Result{Verdict: solver.Unknown, Reason: because, States: 1}
	}
	return solver.Result{Verdict: solver.Unwinnable, States: 1000}
}

// lending makes a pool of such engines.
func lending(workers int, o pool.Options, fault any) (p *pool.Pool, seen *log, helps *atomic.Int32) {
	seen, helps = &log{}, new(atomic.Int32)
	o.Workers, o.Queue, o.Observer = workers, 8, seen
	o.NewEngine = func() solver.Engine { return team{helps, fault} }
	return pool.New(o), seen, helps
}

// TestLend searches alone on pools that may lend some workers.
func TestLend(t *testing.T) {
	for _, test := range []struct {
		name          string
		workers, lend int
		processors    int
		states        int64
		most          int           // helpers
		took          time.Duration // about
	}{
		{"none to lend", 1, 3, 0, 0, 0, time.Second},
		{"one", 2, 3, 0, 0, 1, 505 * time.Millisecond},
		{"at most two", 8, 2, 0, 0, 2, 340 * time.Millisecond},
		{"three processors", 8, 7, 3, 0, 2, 340 * time.Millisecond},
		{"off", 8, 0, 0, 0, 0, time.Second},
		{"a budget of states", 8, 3, 0, 5, 0, time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, seen, _ := lending(test.workers, pool.Options{Lend: test.lend, Processors: test.processors}, nil)
				r, spent, err := p.Solve(nil, problem(t), solver.Budget{States: test.states})
				if r.Verdict != solver.Unwinnable || err != nil {
					t.Errorf("%s, %v", r.Verdict, err)
				}
				if d := spent.Search - test.took; d < -10*time.Millisecond || d > 10*time.Millisecond {
					t.Errorf("took %v, want about %v", spent.Search, test.took)
				}
				if err := p.Close(context.Background()); err != nil {
					t.Error(err)
				}
				if most := slices.Max(seen.helping); most != test.most || seen.helping[len(seen.helping)-1] != 0 {
					t.Errorf("helping: %v, want at most %d and then none", seen.helping, test.most)
				}
			})
		})
	}
}

// TestLendRecall makes calls while all workers are taken or lent. They must not wait for more
// than the millisecond that a helper takes to notice, and the helper returns to the search.
func TestLendRecall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, seen, helps := lending(2, pool.Options{Lend: 3}, nil)
		var calls sync.WaitGroup
		calls.Go(func() { _, _, _ = p.Solve(nil, problem(t), solver.Budget{}) })
		for range 3 {
			time.Sleep(50 * time.Millisecond)
			began, started := time.Now(), time.Time{}
			err := p.Do(context.Background(), problem(t), func(*solver.Clock, solver.Engine) { started = time.Now() })
			if wait := started.Sub(began); err != nil || wait > time.Millisecond {
				t.Errorf("waited %v, %v", wait, err)
			}
		}
		calls.Wait()
		if n := helps.Load(); n != 4 {
			t.Errorf("helped %d times, want 4", n)
		}
		if err := p.Close(context.Background()); err != nil {
			t.Error(err)
		}
		if last := seen.helping[len(seen.helping)-1]; last != 0 {
			t.Errorf("%d help at the end", last)
		}
	})
}

// TestLendTwo has two searches run on a pool of six, which lends two workers to each; or three to the
// one that asks first, and then all to the other.
func TestLendTwo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _, _ := lending(6, pool.Options{Lend: 3}, nil)
		var calls sync.WaitGroup
		for range 2 {
			calls.Go(func() {
				_, spent, err := p.Solve(nil, problem(t), solver.Budget{})
				if err != nil || spent.Search > 390*time.Millisecond {
					t.Errorf("took %v, %v", spent.Search, err)
				}
			})
		}
		calls.Wait()
		_ = p.Close(context.Background())
	})
}

// TestLendClose closes the pool while a worker is lent.
func TestLendClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _, _ := lending(2, pool.Options{Lend: 1}, nil)
		go func() { _, _, _ = p.Solve(nil, problem(t), solver.Budget{}) }()
		time.Sleep(50 * time.Millisecond)
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		began := time.Now()
		if err := p.Close(ctx); err == nil || time.Since(began) > 25*time.Millisecond {
			t.Errorf("closed after %v: %v", time.Since(began), err)
		}
	})
}

// TestLendPanic has helpers panic. The call fails with their panic, and the pool goes on.
func TestLendPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, seen, _ := lending(2, pool.Options{Lend: 1}, "broken")
		_, _, err := p.Solve(nil, problem(t), solver.Budget{})
		broken, ok := errors.AsType[*pool.Panic](err)
		if !ok || broken.Value != "broken" || seen.panicked == 0 {
			t.Errorf("%v, %d panics", err, seen.panicked)
		}
		if err := p.Do(context.Background(), problem(t), func(*solver.Clock, solver.Engine) {}); err != nil {
			t.Error(err)
		}
		_ = p.Close(context.Background())
	})
}
