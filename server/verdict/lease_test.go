package verdict_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

func (o *observer) Awaited(enough bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if enough {
		o.seen.awaited++
	} else {
		o.seen.repeated++
	}
}

func (o *observer) LeaseLost() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen.lost++
}

// fakeLeases are leases in memory.
type fakeLeases struct {
	mu      sync.Mutex
	holders map[string]string
	until   map[string]time.Time
	down    error
	delay   time.Duration // of every call
	calls   int
	planted bool // somebody has every lease, always
	late    bool // leases are taken, but the callers' time is up before they hear of it
}

func newLeases() *fakeLeases {
	return &fakeLeases{holders: map[string]string{}, until: map[string]time.Time{}}
}

func (l *fakeLeases) Hold(ctx context.Context, search, holder string, d time.Duration) (bool, error) {
	other, err := l.other(ctx, search, holder)
	if other || err != nil {
		return false, err
	}
	l.mu.Lock()
	l.holders[search], l.until[search] = holder, time.Now().Add(d)
	late := l.late
	l.mu.Unlock()
	if late {
		<-ctx.Done()
		return false, ctx.Err()
	}
	return true, nil
}

func (l *fakeLeases) Held(ctx context.Context, search string) (bool, error) {
	return l.other(ctx, search, "")
}

func (l *fakeLeases) Release(ctx context.Context, search, holder string) error {
	other, err := l.other(ctx, search, holder)
	l.mu.Lock()
	defer l.mu.Unlock()
	if !other && err == nil {
		delete(l.holders, search)
	}
	return err
}

// other makes a call, and reports whether somebody else than the holder has a lease.
func (l *fakeLeases) other(ctx context.Context, search, holder string) (bool, error) {
	l.mu.Lock()
	l.calls++
	delay := l.delay
	l.mu.Unlock()
	select {
	case <-time.After(delay):
	case <-ctx.Done():
		return false, ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	has := l.holders[search]
	return l.planted || has != "" && has != holder && time.Now().Before(l.until[search]), l.down
}

// change changes the leases under their lock.
func (l *fakeLeases) change(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f()
}

// counted counts the searches that came to a result.
func counted(n *int, of search) search {
	var mu sync.Mutex
	return func(clock *solver.Clock, p *solver.Problem, b solver.Budget) (solver.Result, error) {
		r, err := of(clock, p, b)
		if r.Verdict != solver.Unknown {
			mu.Lock()
			defer mu.Unlock()
			*n++
		}
		return r, err
	}
}

// sharing returns two services with the same cache, store and leases.
func sharing(t *testing.T, of search) (here, there *bundle, leases *fakeLeases) {
	t.Helper()
	leases = newLeases()
	here = open(t, of, func(o *verdict.Options) { o.Leases = leases })
	there = open(t, of, func(o *verdict.Options) {
		o.Leases, o.Cache, o.Store = leases, here.cache, here.store
	})
	here.solver.idle, there.solver.idle = true, true
	return here, there, leases
}

// TestQueuedSearchTakesNoLease asks a process whose workers are busy, and then one that has an idle
// worker, which does not wait for the other.
func TestQueuedSearchTakesNoLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there, _ := sharing(t, takes(time.Second, lost))
		here.solver.idle = false
		queue := here.solver.search
		here.solver.search = func(clock *solver.Clock, p *solver.Problem, b solver.Budget) (solver.Result, error) {
			time.Sleep(time.Minute) // until a worker is free
			return queue(clock, p, b)
		}
		p := newProblem(t, 1)
		first := here.asks(within(2*time.Minute), p, solver.Budget{}, false)
		time.Sleep(time.Second)
		began := time.Now()
		if a := there.ask(t, within(10*time.Second), p, solver.Budget{}); a.Verdict != solver.Unwinnable || time.Since(began) > 2*time.Second {
			t.Errorf("%s after %s", a.Verdict, time.Since(began))
		}
		<-first
		here.close(t)
		there.close(t)
	})
}

// TestOneSearchOfTwoProcesses has many callers ask two processes the same question. One of them
// searches, and the other answers from the cache a moment later. The lease is released then.
func TestOneSearchOfTwoProcesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		searched := 0
		here, there, leases := sharing(t, counted(&searched, takes(300*time.Millisecond, lost)))
		p := newProblem(t, 1)
		began := time.Now()
		var replies []<-chan reply
		for range 10 {
			for _, b := range []*bundle{here, there} {
				replies = append(replies, b.asks(within(10*time.Second), p, solver.Budget{}, false))
			}
			time.Sleep(time.Millisecond)
		}
		for _, r := range replies {
			if a := <-r; a.err != nil || a.Verdict != solver.Unwinnable || a.at.Sub(began) > 400*time.Millisecond {
				t.Errorf("%+v, %v after %v", a.Answer, a.err, a.at.Sub(began))
			}
		}
		if searched != 1 {
			t.Errorf("%d searches", searched)
		}
		if a, b := here.seen.now(), there.seen.now(); a.awaited+b.awaited != 1 || a.repeated+b.repeated+a.lost+b.lost > 0 {
			t.Errorf("%+v, %+v", a, b)
		}
		synctest.Wait()
		if len(leases.holders) > 0 {
			t.Errorf("leases are left: %v", leases.holders)
		}
		here.close(t)
		there.close(t)
	})
}

// TestNoLease has questions that need no lease: those whose search is short, those for a short
// solution, and fresh ones.
func TestNoLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there, leases := sharing(t, takes(4*time.Millisecond, lost))
		here.ask(t, within(time.Second), newProblem(t, 1), solver.Budget{})
		here.solver.search = takes(100*time.Millisecond, won(t, newProblem(t, 2)))
		here.ask(t, within(time.Second), newProblem(t, 2), solver.Budget{Objective: solver.ShortSolution})
		if r := <-here.asks(within(time.Second), newProblem(t, 2), solver.Budget{}, true); r.err != nil || r.Source != solver.FromSearch {
			t.Errorf("%+v", r)
		}
		if leases.calls > 0 {
			t.Errorf("%d calls", leases.calls)
		}
		// One process alone takes a lease and releases it.
		here.ask(t, within(time.Second), newProblem(t, 3), solver.Budget{States: 50})
		synctest.Wait()
		if leases.calls != 2 {
			t.Errorf("%d calls for one search, want 2", leases.calls)
		}
		// Another budget is another search.
		held := here.asks(within(time.Second), newProblem(t, 4), solver.Budget{States: 60}, false)
		time.Sleep(20 * time.Millisecond)
		there.ask(t, within(time.Second), newProblem(t, 4), solver.Budget{})
		<-held
		if n := there.seen.now().awaited; n > 0 {
			t.Errorf("waited for a search with another budget %d times", n)
		}
		here.close(t)
		there.close(t)
	})
}

// TestLeaseIsAdvice has leases whose holders are of no use: one was killed, one is made up, one is
// slow, one gives up. Each delays an answer for a bounded time only.
func TestLeaseIsAdvice(t *testing.T) {
	const search = 200 * time.Millisecond
	for name, test := range map[string]struct {
		deadline time.Duration
		lease    func(t *testing.T, other *bundle, l *fakeLeases, p *solver.Problem)
		from, to time.Duration // the answer comes
	}{
		"killed": {10 * time.Second, func(_ *testing.T, _ *bundle, l *fakeLeases, p *solver.Problem) {
			l.change(func() { l.planted = true })
			time.AfterFunc(2*time.Second, func() { l.change(func() { l.planted = false }) })
		}, 2 * time.Second, 2300 * time.Millisecond},
		"made up": {time.Second, func(_ *testing.T, _ *bundle, l *fakeLeases, p *solver.Problem) {
			l.planted = true
		}, 600 * time.Millisecond, 750 * time.Millisecond},
		"made up, no deadline": {time.Hour, func(_ *testing.T, _ *bundle, l *fakeLeases, p *solver.Problem) {
			l.planted = true
		}, 30 * time.Second, 31 * time.Second},
		"gives up": {10 * time.Second, func(_ *testing.T, other *bundle, _ *fakeLeases, p *solver.Problem) {
			other.asks(within(100*time.Millisecond), p, solver.Budget{}, false)
			time.Sleep(10 * time.Millisecond)
		}, 250 * time.Millisecond, 500 * time.Millisecond},
		"down": {10 * time.Second, func(_ *testing.T, _ *bundle, l *fakeLeases, p *solver.Problem) {
			l.down = errDown
		}, search, search + time.Millisecond},
		"frozen": {10 * time.Second, func(_ *testing.T, _ *bundle, l *fakeLeases, p *solver.Problem) {
			l.delay = time.Hour
		}, search, search + time.Millisecond},
		"frozen while it is waited for": {10 * time.Second, func(_ *testing.T, _ *bundle, l *fakeLeases, p *solver.Problem) {
			l.planted = true
			time.AfterFunc(time.Second, func() { l.change(func() { l.delay = time.Hour }) })
		}, time.Second, 1400 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				here, there, leases := sharing(t, takes(search, lost))
				p := newProblem(t, 1)
				test.lease(t, there, leases, p)
				began := time.Now()
				a := here.ask(t, within(test.deadline), p, solver.Budget{})
				if took := time.Since(began); a.Verdict != solver.Unwinnable || took < test.from || took > test.to {
					t.Errorf("%+v after %v", a, took)
				}
				here.close(t)
				there.close(t)
			})
		})
	}
}

// TestSlowHolder has a process wait half of its time for another one, and then search itself. The
// other finds something first, and that answers.
func TestSlowHolder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there, _ := sharing(t, takes(700*time.Millisecond, lost))
		p := newProblem(t, 1)
		held := there.asks(within(time.Second), p, solver.Budget{}, false)
		time.Sleep(10 * time.Millisecond)
		began := time.Now()
		a := here.ask(t, within(time.Second), p, solver.Budget{})
		if took := time.Since(began); a.Verdict != solver.Unwinnable || a.Source != solver.FromCache || took > 800*time.Millisecond {
			t.Errorf("%+v after %v", a, took)
		}
		<-held
		here.close(t)
		there.close(t)
	})
}

// TestUnknownElsewhere waits for a search that is stopped by its deadline, with a later one.
func TestUnknownElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		searched := 0
		here, there, _ := sharing(t, counted(&searched, takes(time.Second, lost)))
		p := newProblem(t, 1)
		held := there.asks(within(500*time.Millisecond), p, solver.Budget{}, false)
		time.Sleep(10 * time.Millisecond)
		a := here.ask(t, within(5*time.Second), p, solver.Budget{})
		if n := here.seen.now(); a.Verdict != solver.Unwinnable || a.Source != solver.FromSearch || searched != 1 || n.repeated != 1 {
			t.Errorf("%+v after %d searches: %+v", a, searched, n)
		}
		if r := <-held; r.Verdict != solver.Unknown {
			t.Errorf("%+v", r)
		}
		here.close(t)
		there.close(t)
	})
}

// TestLeaseLost has another process take the lease of a search that goes on all the same.
func TestLeaseLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there, leases := sharing(t, takes(3*time.Second, lost))
		p := newProblem(t, 1)
		replies := here.asks(within(time.Minute), p, solver.Budget{}, false)
		time.Sleep(time.Second)
		leases.change(func() {
			for search := range leases.holders {
				leases.holders[search] = "another"
			}
		})
		if r := <-replies; r.err != nil || r.Verdict != solver.Unwinnable {
			t.Errorf("%+v", r)
		}
		if n := here.seen.now(); n.lost != 1 {
			t.Errorf("%+v", n)
		}
		here.close(t)
		there.close(t)
	})
}

// TestLeaseOutlivesWrite keeps the lease of a search until the cache has its record, or for a
// second.
func TestLeaseOutlivesWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there, leases := sharing(t, takes(100*time.Millisecond, lost))
		held := func() int {
			synctest.Wait()
			leases.mu.Lock()
			defer leases.mu.Unlock()
			return len(leases.holders)
		}
		here.store.set(nil, 300*time.Millisecond) // a lookup and a write take as long
		p := newProblem(t, 1)
		here.ask(t, within(time.Second), p, solver.Budget{})
		if here.cache.has(p.ID()).ID != "" || held() != 1 {
			t.Errorf("%d leases before the write", held())
		}
		time.Sleep(301 * time.Millisecond)
		if here.cache.has(p.ID()).ID == "" || held() != 0 {
			t.Errorf("%d leases after the write", held())
		}
		here.store.set(errors.New("disk full"), 0)
		here.ask(t, within(10*time.Second), newProblem(t, 2), solver.Budget{})
		if held() != 1 {
			t.Errorf("%d leases while the store is down", held())
		}
		time.Sleep(time.Second)
		if held() != 0 {
			t.Errorf("%d leases after a second", held())
		}
		here.store.set(nil, 0)
		here.close(t)
		there.close(t)
	})
}

// TestLateLease has the call that takes a lease time out, though the lease is taken. The search
// ends soon after that, or goes on and prolongs the lease; either way it is released.
func TestLateLease(t *testing.T) {
	for _, search := range []time.Duration{100 * time.Millisecond, 5 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			here, there, leases := sharing(t, takes(search, lost))
			leases.late = true
			time.AfterFunc(80*time.Millisecond, func() { leases.change(func() { leases.late = false }) })
			here.ask(t, within(time.Minute), newProblem(t, 1), solver.Budget{})
			synctest.Wait()
			leases.change(func() {
				if len(leases.until) != 1 || len(leases.holders) != 0 {
					t.Errorf("after a search of %s, leases are left: %v", search, leases.holders)
				}
			})
			if n := here.seen.now().lost; n > 0 {
				t.Errorf("%d leases lost", n)
			}
			here.close(t)
			there.close(t)
		})
	}
}

// TestStopWhileWaiting stops a process that waits for another's search. It waits until its own
// searches would be cut short, and begins no search when the lease ends before that.
func TestStopWhileWaiting(t *testing.T) {
	for name, test := range map[string]struct {
		lease    time.Duration // how long the other holds it
		found    bool          // by then
		answered time.Duration
		want     solver.Verdict
	}{
		"the other goes on":       {time.Hour, false, 3 * time.Second, solver.Unknown},
		"the other finds a proof": {2 * time.Second, true, 2 * time.Second, solver.Unwinnable},
		"the other gives up":      {2 * time.Second, false, 2 * time.Second, solver.Unknown},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				searching, cut := context.WithCancel(t.Context())
				leases := newLeases()
				leases.planted = true
				var closed atomic.Bool
				search := func(clock *solver.Clock, p *solver.Problem, b solver.Budget) (solver.Result, error) {
					if closed.Load() {
						return solver.Result{}, pool.ErrClosed
					}
					return takes(time.Minute, lost)(clock, p, b)
				}
				b := open(t, search, func(o *verdict.Options) { o.Leases, o.Searching = leases, searching })
				b.solver.idle = true
				p := newProblem(t, 1)
				began := time.Now()
				replies := b.asks(within(time.Hour), p, solver.Budget{}, false)
				time.Sleep(time.Second)
				closed.Store(true)
				time.AfterFunc(2*time.Second, cut)
				time.AfterFunc(test.lease-time.Second, func() {
					if test.found {
						b.cache.keep(record(p, lost, time.Second))
					}
					leases.change(func() { leases.planted = false })
				})
				r := <-replies
				if r.err != nil || r.Verdict != test.want || r.Verdict == solver.Unknown && (r.Reason != solver.Cancelled || r.States == 0) {
					t.Errorf("%+v, %v", r.Answer, r.err)
				}
				if took := r.at.Sub(began); took < test.answered || took > test.answered+100*time.Millisecond {
					t.Errorf("answered after %s, want %s", took, test.answered)
				}
				b.close(t)
			})
		})
	}
}
