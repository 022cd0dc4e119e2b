package pool_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSolve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := &log{}
		p := pool.New(pool.Options{Workers: 2, Queue: 8, NewEngine: always(searcher(3 * time.Second)), Observer: seen})
		q := problem(t)
		start := time.Now()
		// Two search from 0 s to 3 s, two wait and search from 3 s to 6 s.
		var all []<-chan answer
		for range 4 {
			all = append(all, ask(context.Background(), p, q, solver.Budget{}))
		}
		ends := map[time.Duration]int{}
		for _, answers := range all {
			a := <-answers
			if a.err != nil || a.result.Verdict != solver.Unwinnable || a.result.States != 3000 {
				t.Errorf("answer %+v", a)
			}
			if a.spent.Search != 3*time.Second {
				t.Errorf("elapsed %v, want the time of the search alone", a.spent.Search)
			}
			ends[a.at.Sub(start)]++
		}
		if ends[3*time.Second] != 2 || ends[6*time.Second] != 2 {
			t.Errorf("answers came at %v", ends)
		}
		closeNow(t, p)
		if seen.most != 2 || seen.last != [2]int{0, 0} || len(seen.solved) != 4 || seen.elapsed != 12*time.Second {
			t.Errorf("the observer saw %+v", seen)
		}
	})
}

func TestBudgetReachesTheEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Observer: &log{}, Workers: 1, NewEngine: always(searcher(time.Hour))})
		result, _, err := p.Solve(nil, problem(t), solver.Budget{States: 17})
		if err != nil || result.Reason != solver.States || result.States != 17 {
			t.Errorf("result %+v, error %v", result, err)
		}
		closeNow(t, p)
	})
}

func TestDeadlineInTheSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Observer: &log{}, Workers: 1, NewEngine: always(searcher(time.Hour))})
		result, spent, err := p.Solve(solver.NewClock(within(2*time.Second)), problem(t), solver.Budget{})
		if err != nil || result.Reason != solver.Deadline || result.Engine != "searcher" {
			t.Errorf("result %+v, error %v", result, err)
		}
		if result.States < 1999 || spent.Search != 2*time.Second {
			t.Errorf("%d states in %v, want the engine's own figures", result.States, spent)
		}
		closeNow(t, p)
	})
}

func TestMovedEndReachesTheEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Observer: &log{}, Workers: 1, NewEngine: always(searcher(time.Hour))})
		clock := solver.NewClock(t.Context())
		clock.MoveEnd(time.Now().Add(time.Second))
		time.AfterFunc(500*time.Millisecond, func() { clock.MoveEnd(time.Now().Add(1500 * time.Millisecond)) })
		var a answer
		a.result, a.spent, a.err = p.Solve(clock, problem(t), solver.Budget{})
		if a.result.Reason != solver.Deadline || a.spent.Search != 2*time.Second {
			t.Errorf("answer %+v", a)
		}
		closeNow(t, p)
	})
}

func TestEngineIgnoresItsClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := &log{}
		unresponsive := engine(func(*solver.Clock, *solver.Problem, solver.Budget) solver.Result {
			time.Sleep(10 * time.Second)
			return solver.Result{Verdict: solver.Unwinnable, Engine: "unresponsive"}
		})
		p := pool.New(pool.Options{Workers: 1, Queue: 1, NewEngine: always(unresponsive), Observer: seen, Grace: 20 * time.Millisecond})
		q := problem(t)
		start := time.Now()
		result, spent, err := p.Solve(solver.NewClock(within(time.Second)), q, solver.Budget{})
		if err != nil || result.Verdict != solver.Unknown || result.Reason != solver.Deadline {
			t.Errorf("result %+v, error %v", result, err)
		}
		if at := time.Since(start); at != 1020*time.Millisecond || spent.Search != at {
			t.Errorf("returned after %v with elapsed %v", at, spent)
		}
		// The worker is still busy: the next job waits until the engine returns.
		a := <-ask(context.Background(), p, q, solver.Budget{})
		if at := a.at.Sub(start); at != 20*time.Second {
			t.Errorf("the next job was answered after %v, want 20 s", at)
		}
		closeNow(t, p)
		if seen.most != 1 || len(seen.solved) != 2 {
			t.Errorf("the observer saw %+v", seen)
		}
	})
}

// TestSolveGrace has an engine that notices the end of its clock a second late.
func TestSolveGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := engine(func(clock *solver.Clock, _ *solver.Problem, _ solver.Budget) solver.Result {
			<-clock.Context().Done()
			time.Sleep(time.Second)
			return solver.Result{Verdict: solver.Unknown, Reason: solver.Deadline, Engine: "late", States: 17}
		})
		p := pool.New(pool.Options{Observer: &log{}, Workers: 1, Queue: 1, NewEngine: always(late), SolveGrace: 2 * time.Second})
		q := problem(t)
		result, spent, err := p.Solve(solver.NewClock(within(time.Second)), q, solver.Budget{})
		if err != nil || result.States != 17 || spent.Search != 2*time.Second {
			t.Errorf("%+v after %v, %v; want what the engine reported", result, spent, err)
		}
		start := time.Now()
		err = p.Do(within(time.Second), q, func(clock *solver.Clock, e solver.Engine) { e.Solve(clock, q, solver.Budget{}) })
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took != 1025*time.Millisecond {
			t.Errorf("Do returned after %v: %v", took, err)
		}
		closeNow(t, p)
	})
}

func TestEnginePanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := &log{}
		made := 0
		p := pool.New(pool.Options{Workers: 1, Queue: 1, Observer: seen, NewEngine: func() solver.Engine {
			made++
			good := made > 1
			return engine(func(clock *solver.Clock, q *solver.Problem, b solver.Budget) solver.Result {
				if !good {
					panic("the table is upside down")
				}
				return searcher(time.Second)(clock, q, b)
			})
		}})
		q := problem(t)
		_, _, err := p.Solve(nil, q, solver.Budget{})
		var broken *pool.Panic
		if !errors.As(err, &broken) {
			t.Fatalf("error %v", err)
		}
		if broken.Problem != q || !strings.Contains(string(broken.Stack), "pool_test.go") ||
			!strings.Contains(err.Error(), "the table is upside down") || !strings.Contains(err.Error(), string(q.ID())) {
			t.Errorf("error without problem, stack or cause: %v\n%s", err, broken.Stack)
		}
		result, _, err := p.Solve(nil, q, solver.Budget{})
		if err != nil || result.Verdict != solver.Unwinnable {
			t.Errorf("after the panic: %+v, %v", result, err)
		}
		closeNow(t, p)
		if made != 2 || seen.panicked != 1 || len(seen.solved) != 1 || seen.last != [2]int{0, 0} {
			t.Errorf("%d engines made; the observer saw %+v", made, seen)
		}
	})
}

func TestEachWorkerOwnsAnEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var made atomic.Int32
		p := pool.New(pool.Options{Observer: &log{}, Workers: 3, Queue: 100, NewEngine: func() solver.Engine {
			made.Add(1)
			var taken atomic.Bool
			return engine(func(clock *solver.Clock, q *solver.Problem, b solver.Budget) solver.Result {
				if taken.Swap(true) {
					t.Error("two searches use one engine at the same time")
				}
				defer taken.Store(false)
				return searcher(time.Second)(clock, q, b)
			})
		}})
		var all []<-chan answer
		for range 30 {
			all = append(all, ask(context.Background(), p, problem(t), solver.Budget{}))
		}
		for _, answers := range all {
			<-answers
		}
		closeNow(t, p)
		if made.Load() != 3 {
			t.Errorf("%d engines for 3 workers", made.Load())
		}
	})
}

// TestConcurrentCallers has many concurrent callers of all kinds, on the real clock, for the race
// detector.
func TestConcurrentCallers(t *testing.T) {
	p := pool.New(pool.Options{Workers: 4, Queue: 16, Observer: &log{}, NewEngine: func() solver.Engine {
		n := 0
		return engine(func(clock *solver.Clock, q *solver.Problem, b solver.Budget) solver.Result {
			if n++; n%17 == 0 {
				panic("every now and then")
			}
			for states := int64(1); states < 1000; states++ {
				if because := clock.StopReason(); because != solver.NoReason {
					return solver.Result{Verdict: solver.Unknown, Reason: because, States: states}
				}
			}
			return solver.Result{Verdict: solver.Unwinnable, States: 1000}
		})
	}})
	q := problem(t)
	var callers sync.WaitGroup
	var answered, refused, broken, closed atomic.Int64
	for i := range 64 {
		callers.Go(func() {
			for n := range 50 {
				ctx, cancel := context.WithTimeout(context.Background(), time.Duration(n*(i+1))*time.Microsecond)
				if n%7 == 0 {
					cancel()
				}
				_, _, err := p.Solve(solver.NewClock(ctx), q, solver.Budget{})
				cancel()
				var busy *pool.Busy
				var panicked *pool.Panic
				switch {
				case err == nil:
					answered.Add(1)
				case errors.As(err, &busy):
					refused.Add(1)
				case errors.As(err, &panicked):
					broken.Add(1)
				case errors.Is(err, pool.ErrClosed):
					closed.Add(1)
				default:
					t.Error(err)
				}
				if i == 0 && n == 40 {
					closeNow(t, p)
				}
			}
		})
	}
	callers.Wait()
	if sum := answered.Load() + refused.Load() + broken.Load() + closed.Load(); sum != 64*50 || answered.Load() == 0 {
		t.Errorf("%d answered, %d refused, %d broken, %d closed", answered.Load(), refused.Load(), broken.Load(), closed.Load())
	}
}

// shortener is an engine that finds a solution of three moves in two seconds, and removes the last
// move of a solution in one.
type shortener struct{ engine }

func (shortener) Search(*solver.Clock, *solver.Problem, solver.Budget) solver.Result {
	time.Sleep(2 * time.Second)
	return solver.Result{Verdict: solver.Winnable, Solution: make([]game.Move, 3)}
}

func (shortener) Shorten(_ *solver.Clock, _ *solver.Problem, b solver.Budget, r *solver.Result) {
	time.Sleep(time.Second)
	r.Solution, r.States = r.Solution[:len(r.Solution)-1], r.States+b.States
}

// tidy is an engine that counts how often its memory was given back.
type tidy struct {
	engine
	released *atomic.Int32
}

func (e tidy) Release() { e.released.Add(1) }

// TestRest checks that an engine gives its memory back once after each rest, and not sooner.
func TestRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var released atomic.Int32
		p := pool.New(pool.Options{
			Observer: &log{}, Workers: 1,
			NewEngine: func() solver.Engine { return tidy{searcher(time.Second), &released} },
		})
		for n := range 3 {
			for range 2 { // not between these
				if _, _, err := p.Solve(nil, problem(t), solver.Budget{}); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Second)
			}
			time.Sleep(time.Hour)
			synctest.Wait()
			if int(released.Load()) != n+1 {
				t.Errorf("rest %d: released %d times", n+1, released.Load())
			}
		}
		if err := p.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// TestReleaseAfterLongSearch checks that an engine gives its memory back at once after a search that
// took long, also while others wait.
func TestReleaseAfterLongSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var released atomic.Int32
		p := pool.New(pool.Options{
			Observer: &log{}, Workers: 1, Queue: 4,
			NewEngine: func() solver.Engine { return tidy{searcher(time.Minute), &released} },
		})
		var asked sync.WaitGroup
		for range 3 {
			asked.Go(func() {
				if _, _, err := p.Solve(nil, problem(t), solver.Budget{}); err != nil {
					t.Error(err)
				}
			})
		}
		time.Sleep(2*time.Minute + time.Second)
		synctest.Wait()
		if released.Load() != 2 {
			t.Errorf("released %d times after two searches", released.Load())
		}
		asked.Wait()
		if err := p.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// TestTimes checks that search and shortening are timed apart.
func TestTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Observer: &log{}, Workers: 1, NewEngine: func() solver.Engine { return shortener{} }})
		result, spent, err := p.Solve(nil, nil, solver.Budget{})
		if want := (pool.Time{Search: 2 * time.Second, Shortening: time.Second}); err != nil || spent != want || len(result.Solution) != 2 {
			t.Errorf("%d moves in %v, %v; want 2 in %v", len(result.Solution), spent, err, want)
		}
		if err := p.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// TestImprove improves a known solution, with an engine that can and one that can't.
func TestImprove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, test := range map[string]struct {
			engine solver.Engine
			want   solver.Result
		}{
			"a shortener":    {shortener{}, solver.Result{Verdict: solver.Winnable, Solution: make([]game.Move, 2), Engine: "old", States: 77, Bound: 1}},
			"no such engine": {searcher(time.Second), solver.Result{Verdict: solver.Unknown, Reason: solver.States, Engine: "searcher", States: 77}},
		} {
			p := pool.New(pool.Options{Observer: &log{}, Workers: 1, NewEngine: func() solver.Engine { return test.engine }})
			known := solver.Result{Verdict: solver.Winnable, Solution: make([]game.Move, 3), Engine: "old", States: 5000, Bound: 1}
			got, spent, err := p.Improve(nil, nil, solver.Budget{States: 77}, known)
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil || spent.Search+spent.Shortening == 0 {
				t.Errorf("%s: after %v, %v (- want + got)\n%s", name, spent, err, diff)
			}
			if len(known.Solution) != 3 || known.States != 5000 {
				t.Errorf("%s: the known result was changed to %+v", name, known)
			}
			if err := p.Close(t.Context()); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Observer: &log{}, Workers: 2, NewEngine: always(searcher(time.Hour))})
		for busy, want := range []bool{true, true, false} {
			if got := p.Idle(); got != want {
				t.Errorf("with %d searches of two workers: idle %t", busy, got)
			}
			if busy < 2 {
				go func() { _, _, _ = p.Solve(solver.NewClock(within(time.Minute)), problem(t), solver.Budget{}) }()
				synctest.Wait()
			}
		}
		time.Sleep(time.Minute)
		closeNow(t, p)
	})
}
