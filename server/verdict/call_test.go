package verdict_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

func TestOneSearchForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(10*time.Second, won(t, p)))
		start := time.Now()
		same := []<-chan reply{b.asks(within(time.Minute), p, solver.Budget{}, false)}
		time.Sleep(time.Second)
		same = append(same,
			b.asks(within(time.Minute), p, solver.Budget{}, false),
			b.asks(context.Background(), shuffled(t, p), solver.Budget{}, false))
		for _, replies := range same {
			r := <-replies
			if r.err != nil || r.Verdict != solver.Winnable || r.Source != solver.FromSearch || r.Elapsed != 10*time.Second {
				t.Errorf("answer %+v", r)
			}
			if at := r.at.Sub(start); at != 10*time.Second {
				t.Errorf("answered at %v", at)
			}
		}
		b.close(t)
		if b.solver.searches() != 1 || b.seen.now().answered != 3 {
			t.Errorf("%d searches, %d answers", b.solver.searches(), b.seen.now().answered)
		}
		if b.store.asked() != 1 || b.cache.asked() != 1 {
			t.Errorf("%d reads of the store, %d of the cache", b.store.asked(), b.cache.asked())
		}
	})
}

// Different problems and budgets don't share a search.
func TestSearchesThatAreNotShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(10*time.Second, lost))
		p, q := newProblem(t, 1), newProblem(t, 2)
		all := []<-chan reply{
			b.asks(within(time.Minute), p, solver.Budget{}, false),
			b.asks(within(time.Minute), q, solver.Budget{}, false),
			b.asks(within(time.Minute), p, solver.Budget{States: 2000}, false),
			b.asks(within(time.Minute), p, solver.Budget{States: 3000}, false),
		}
		for i, states := range []int64{10000, 10000, 2000, 3000} {
			if r := <-all[i]; r.err != nil || r.States != states {
				t.Errorf("answer %+v, want %d states", r, states)
			}
		}
		b.close(t)
		if b.solver.searches() != 4 {
			t.Errorf("%d searches", b.solver.searches())
		}
	})
}

// A caller leaves at its own deadline, and the search goes on for the others.
func TestEverybodyHasADeadline(t *testing.T) {
	for _, test := range []struct {
		name  string
		first time.Duration
		then  time.Duration // of the caller that joins after 1 s
	}{
		{"the deadline is extended", 5 * time.Second, 20 * time.Second},
		{"the deadline stays", 20 * time.Second, 5 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newProblem(t, 1)
				b := open(t, takes(10*time.Second, won(t, p)))
				start := time.Now()
				ask := func(deadline time.Duration) <-chan reply {
					ctx, cancel := context.WithDeadline(context.Background(), start.Add(deadline))
					t.Cleanup(cancel)
					return b.asks(ctx, p, solver.Budget{}, false)
				}
				replies := map[time.Duration]<-chan reply{test.first: ask(test.first)}
				time.Sleep(time.Second)
				replies[test.then] = ask(test.then)

				r := <-replies[5*time.Second]
				if r.err != nil || r.Verdict != solver.Unknown || r.Reason != solver.Deadline || r.at.Sub(start) != 5*time.Second {
					t.Errorf("deadline 5 s: %+v after %v", r, r.at.Sub(start))
				}
				r = <-replies[20*time.Second]
				if r.err != nil || r.Verdict != solver.Winnable || r.at.Sub(start) != 10*time.Second {
					t.Errorf("deadline 20 s: %+v after %v", r, r.at.Sub(start))
				}
				b.close(t)
				if b.solver.searches() != 1 || b.store.has(p.ID()).Verdict != solver.Winnable {
					t.Errorf("%d searches; stored: %+v", b.solver.searches(), b.store.has(p.ID()))
				}
			})
		})
	}
}

// The search ends at the last deadline, and the last caller gets its figures.
func TestLastDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Hour, lost))
		start := time.Now()
		first := b.asks(within(5*time.Second), p, solver.Budget{}, false)
		time.Sleep(2 * time.Second)
		second := b.asks(within(6*time.Second), p, solver.Budget{}, false) // at 8 s
		<-first
		r := <-second
		if r.err != nil || r.Reason != solver.Deadline || r.States < 7990 || r.Elapsed != 8*time.Second || r.at.Sub(start) != 8*time.Second {
			t.Errorf("answer %+v", r)
		}
		b.close(t)
		if stored := b.store.has(p.ID()); stored.States != r.States || stored.Elapsed != 8*time.Second || stored.Reason != solver.Deadline {
			t.Errorf("stored %+v", stored)
		}
	})
}

// The deadline of an engine in a real pool moves too.
func TestExtendedDeadlineReachesTheEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		workers := pool.New(pool.Options{Observer: noObserver{}, Workers: 1, NewEngine: func() solver.Engine {
			return engine(func(clock *solver.Clock, p *solver.Problem, budget solver.Budget) solver.Result {
				result, _ := takes(10*time.Second, lost)(clock, p, budget)
				return result
			})
		}})
		b := open(t, nil, func(o *verdict.Options) { o.Solver = workers })
		first := b.asks(within(5*time.Second), p, solver.Budget{}, false)
		time.Sleep(time.Second)
		second := b.asks(within(time.Minute), p, solver.Budget{}, false)
		if r := <-first; r.err != nil || r.Reason != solver.Deadline {
			t.Errorf("answer %+v", r)
		}
		if r := <-second; r.err != nil || r.Verdict != solver.Unwinnable || r.Elapsed != 10*time.Second {
			t.Errorf("answer %+v", r)
		}
		b.close(t)
		if err := workers.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// When the caller with the latest deadline leaves, the next one counts.
func TestSharedContextLeaves(t *testing.T) {
	for _, test := range []struct {
		name string
		long func() (context.Context, context.CancelFunc)
	}{
		{"with a later deadline", func() (context.Context, context.CancelFunc) {
			return context.WithTimeout(context.Background(), time.Hour)
		}},
		{"with no deadline", func() (context.Context, context.CancelFunc) {
			return context.WithCancel(context.Background())
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newProblem(t, 1)
				b := open(t, takes(time.Hour, lost))
				start := time.Now()
				short := b.asks(within(5*time.Second), p, solver.Budget{}, false)
				ctx, leave := test.long()
				long := b.asks(ctx, p, solver.Budget{}, false)
				time.Sleep(2 * time.Second)
				leave()
				if r := <-long; r.err != nil || r.Reason != solver.Cancelled || r.at.Sub(start) != 2*time.Second {
					t.Errorf("caller that leaves: %+v", r)
				}
				if r := <-short; r.err != nil || r.Reason != solver.Deadline || r.States < 4990 || r.at.Sub(start) != 5*time.Second {
					t.Errorf("caller that stays: %+v", r)
				}
				b.close(t)
				if b.solver.searches() != 1 {
					t.Errorf("%d searches", b.solver.searches())
				}
			})
		})
	}
}

// When the last caller leaves the search is cancelled, and its result is not stored. The next
// caller starts a new one.
func TestLastLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		stopped := make(chan solver.Result, 2)
		b := open(t, func(clock *solver.Clock, p *solver.Problem, budget solver.Budget) (solver.Result, error) {
			result, err := takes(10*time.Second, lost)(clock, p, budget)
			// An engine may need a moment to stop.
			time.Sleep(time.Second)
			stopped <- result
			return result, err
		})
		ctx, leave := context.WithCancel(context.Background())
		first, second := b.asks(ctx, p, solver.Budget{}, false), b.asks(ctx, p, solver.Budget{}, false)
		time.Sleep(2 * time.Second)
		leave()
		for _, replies := range []<-chan reply{first, second} {
			if r := <-replies; r.err != nil || r.Reason != solver.Cancelled {
				t.Errorf("answer %+v", r)
			}
		}
		third := b.asks(within(time.Minute), p, solver.Budget{}, false)
		if r := <-stopped; r.Reason != solver.Cancelled {
			t.Errorf("cancelled search: %+v", r)
		}
		synctest.Wait() // the first search has ended, the second goes on
		fourth := b.asks(within(time.Minute), p, solver.Budget{}, false)
		for _, replies := range []<-chan reply{third, fourth} {
			if r := <-replies; r.err != nil || r.Verdict != solver.Unwinnable || r.States != 10000 {
				t.Errorf("next caller: %+v", r)
			}
		}
		b.close(t)
		if b.solver.searches() != 2 || b.store.has(p.ID()).Verdict != solver.Unwinnable {
			t.Errorf("%d searches; stored: %+v", b.solver.searches(), b.store.has(p.ID()))
		}
	})
}

func TestGrace(t *testing.T) {
	for _, test := range []struct {
		late   time.Duration // how long after its deadline the search returns
		after  time.Duration // when the answer comes
		states int64
	}{
		{0, 5 * time.Second, 17},
		{20 * time.Millisecond, 5020 * time.Millisecond, 17},
		{time.Second, 5025 * time.Millisecond, 0},
	} {
		t.Run(test.late.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newProblem(t, 1)
				b := open(t, func(clock *solver.Clock, _ *solver.Problem, _ solver.Budget) (solver.Result, error) {
					<-clock.Context().Done()
					time.Sleep(test.late)
					return solver.Result{Verdict: solver.Unknown, Reason: solver.Deadline, States: 17}, nil
				})
				start := time.Now()
				a := b.ask(t, within(5*time.Second), p, solver.Budget{})
				if took := time.Since(start); took != test.after {
					t.Errorf("answered after %v, want %v", took, test.after)
				}
				if a.Reason != solver.Deadline || a.States != test.states || a.Unreported != (test.states == 0) {
					t.Errorf("answer %+v", a)
				}
				b.close(t)
				if r := b.store.has(p.ID()); r.States != 17 || r.Elapsed != 5*time.Second+test.late {
					t.Errorf("stored %+v", r)
				}
			})
		})
	}
}

// A proof that comes within the grace is answered.
func TestVerdictInTheGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, func(*solver.Clock, *solver.Problem, solver.Budget) (solver.Result, error) {
			time.Sleep(5*time.Second + 10*time.Millisecond)
			return lost, nil
		})
		if a := b.ask(t, within(5*time.Second), p, solver.Budget{}); a.Verdict != solver.Unwinnable {
			t.Errorf("answer %+v", a)
		}
		b.close(t)
	})
}

// A caller whose context has ended is answered at once.
func TestAlreadyOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(time.Hour, lost))
		start := time.Now()
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if a := b.ask(t, ctx, newProblem(t, 1), solver.Budget{}); a.Reason != solver.Cancelled {
			t.Errorf("answer %+v", a)
		}
		ctx, cancel = context.WithDeadline(context.Background(), start)
		defer cancel()
		if a := b.ask(t, ctx, newProblem(t, 1), solver.Budget{}); a.Reason != solver.Deadline {
			t.Errorf("answer %+v", a)
		}
		if time.Since(start) > 100*time.Millisecond {
			t.Errorf("the answers took %v", time.Since(start))
		}
		b.close(t)
	})
}

// A caller with a later deadline that joins during the lookup gets a search, although a stored
// unknown would answer the first caller.
func TestJoinWhileLookingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(20*time.Second, lost))
		b.store.set(nil, 100*time.Millisecond)
		b.store.keep(record(p, solver.Result{Verdict: solver.Unknown, Reason: solver.Deadline, States: 10000}, 10*time.Second))
		first := b.asks(within(5*time.Second), p, solver.Budget{}, false)
		time.Sleep(50 * time.Millisecond)
		second := b.asks(within(time.Minute), p, solver.Budget{}, false)
		if r := <-first; r.err != nil || r.Reason != solver.Deadline {
			t.Errorf("answer %+v", r)
		}
		if r := <-second; r.err != nil || r.Verdict != solver.Unwinnable {
			t.Errorf("answer %+v", r)
		}
		b.close(t)
	})
}

func TestCloseWhileSearching(t *testing.T) {
	for _, test := range []struct {
		name     string
		patience time.Duration
		want     solver.Verdict
	}{
		{"the search may finish", time.Minute, solver.Unwinnable},
		{"the search is cut short", time.Second, solver.Unknown},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newProblem(t, 1)
				b := open(t, takes(10*time.Second, lost))
				running := b.asks(context.Background(), p, solver.Budget{}, false)
				synctest.Wait()
				closed := make(chan error, 1)
				go func() { closed <- b.Close(within(test.patience)) }()
				synctest.Wait()
				if _, err := b.Answer(context.Background(), p, solver.Budget{}, false); !errors.Is(err, pool.ErrClosed) {
					t.Errorf("Answer after Close: %v", err)
				}
				r := <-running
				if r.err != nil || r.Verdict != test.want || (r.Verdict == solver.Unknown && r.Reason != solver.Cancelled) {
					t.Errorf("answer %+v", r)
				}
				if err := <-closed; err != nil {
					t.Error(err)
				}
				if stored := b.store.has(p.ID()); (stored.Verdict == solver.Unwinnable) != (test.want == solver.Unwinnable) {
					t.Errorf("stored %+v", stored)
				}
				b.close(t) // a second Close is allowed
			})
		})
	}
}

// Many clients, few problems, real time, a real pool, and tiers that fail and forget at times: every answer is
// right, every error is an expected one, and when the tiers work again all proven verdicts are
// stored.
func TestConcurrentClients(t *testing.T) {
	const problems, clients, questions = 12, 24, 60
	var posed []*solver.Problem
	truth := map[solver.ID]solver.Result{}
	for seed := range uint64(problems) {
		p := newProblem(t, seed)
		posed = append(posed, p)
		truth[p.ID()] = won(t, p)
		if seed%3 == 0 {
			truth[p.ID()] = lost
		}
	}
	workers := pool.New(pool.Options{Observer: noObserver{}, Workers: 3, Queue: 8, NewEngine: func() solver.Engine {
		return engine(func(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
			for states := int64(1); states < 300; states++ {
				if because := clock.StopReason(); because != solver.NoReason {
					return solver.Result{Verdict: solver.Unknown, Reason: because, States: states}
				}
			}
			return truth[p.ID()]
		})
	}})
	b := open(t, nil, func(o *verdict.Options) { o.Solver, o.Observer = workers, noObserver{} })

	weather := make(chan struct{})
	var crowd, sky sync.WaitGroup
	sky.Go(func() {
		for {
			select {
			case <-weather:
				return
			case <-time.After(time.Millisecond):
			}
			for _, m := range []*fakeMemory{b.cache, b.store.fakeMemory} {
				down := error(nil)
				if rand.IntN(2) == 0 {
					down = errDown
				}
				m.set(down, time.Duration(rand.IntN(200))*time.Microsecond)
			}
			for _, p := range posed {
				if rand.IntN(2) == 0 {
					b.forget(p) // else this process would soon know them all
				}
			}
		}
	})
	var proven sync.Map
	var answered atomic.Int64
	for range clients {
		crowd.Go(func() {
			for range questions {
				p := posed[rand.IntN(len(posed))]
				budget := solver.Budget{States: []int64{0, 100}[rand.IntN(2)]}
				ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rand.IntN(5000))*time.Microsecond)
				a, err := b.Answer(ctx, p, budget, rand.IntN(10) == 0)
				cancel()
				var busy *pool.Busy
				switch {
				case errors.As(err, &busy):
				case err != nil:
					t.Error(err)
				case a.Verdict == solver.Unknown:
					answered.Add(1)
				case a.Verdict != truth[p.ID()].Verdict:
					t.Errorf("%s is %s, want %s", p.ID(), a.Verdict, truth[p.ID()].Verdict)
				default:
					answered.Add(1)
					proven.Store(p.ID(), a.Verdict)
				}
			}
		})
	}
	crowd.Wait()
	close(weather)
	sky.Wait()
	b.cache.set(nil, 0)
	b.store.set(nil, 0)
	b.close(t)
	if err := workers.Close(context.Background()); err != nil {
		t.Error(err)
	}
	if answered.Load() == 0 {
		t.Error("no answers")
	}
	proven.Range(func(id, v any) bool {
		if b.store.has(id.(solver.ID)).Verdict != v {
			t.Errorf("%s was answered %s and stored as %+v", id, v, b.store.has(id.(solver.ID)))
		}
		return true
	})
}

// However fast the search, concurrent callers never cause a second one: a call that starts after
// another is done finds its result.
func TestNoSecondSearch(t *testing.T) {
	b := open(t, func(*solver.Clock, *solver.Problem, solver.Budget) (solver.Result, error) {
		return lost, nil
	}, func(o *verdict.Options) {
		o.CacheTimeout, o.StoreTimeout = time.Hour, time.Hour // the machine may be busy
	})
	const problems = 50
	var crowd sync.WaitGroup
	for seed := range uint64(problems) {
		p := newProblem(t, seed)
		for range 8 {
			crowd.Go(func() {
				if a, err := b.Answer(context.Background(), p, solver.Budget{}, false); err != nil || a.Verdict != solver.Unwinnable {
					t.Errorf("answer %+v, %v", a, err)
				}
			})
		}
	}
	crowd.Wait()
	b.close(t)
	if b.solver.searches() != problems {
		t.Errorf("%d searches for %d problems", b.solver.searches(), problems)
	}
}

// engine makes a function an engine.
type engine func(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result

func (e engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	return e(clock, p, b)
}
