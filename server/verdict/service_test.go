package verdict_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

func TestSearchThenMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		found := won(t, p)
		b := open(t, takes(3*time.Second, found))
		for _, want := range []solver.Source{solver.FromSearch, solver.FromCache, solver.FromCache} {
			a := b.ask(t, within(time.Minute), p, solver.Budget{})
			if a.Source != want || a.Verdict != solver.Winnable || a.Reason != solver.NoReason {
				t.Errorf("answer %+v, want winnable from %s", a, want)
			}
			if a.Elapsed != 3*time.Second || a.States != 3000 || a.Engine != "fake" {
				t.Errorf("%s: want the figures of the search: %+v", want, a)
			}
			if !slices.EqualFunc(a.Solution, found.Solution, game.Move.Equal) {
				t.Errorf("%s: solution %v, want %v", want, a.Solution, found.Solution)
			}
			synctest.Wait()
			if want == solver.FromCache {
				b.forget(p)
			}
		}
		if b.store.has(p.ID()).Verdict != solver.Winnable || b.cache.has(p.ID()).Verdict != solver.Winnable {
			t.Error("the result is not stored")
		}
		b.cache.Delete(context.Background(), p.ID())
		for _, want := range []solver.Source{solver.FromStore, solver.FromCache} {
			a := b.ask(t, within(time.Minute), p, solver.Budget{})
			if a.Source != want || a.Elapsed != 3*time.Second {
				t.Errorf("answer %+v, want it from %s", a, want)
			}
			synctest.Wait()
			if b.nearby(p).Verdict != solver.Winnable {
				t.Errorf("after an answer from %s the process does not have it", want)
			}
			b.forget(p)
		}
		b.close(t)
		if b.solver.searches() != 1 {
			t.Errorf("%d searches", b.solver.searches())
		}
		want := map[string]int{
			"backlog miss": 4, "process miss": 4, "process hit": 1, "cache miss": 2, "cache hit": 2,
			"store miss": 1, "store hit": 1,
		}
		for look, n := range want {
			if b.seen.now().looked[look] != n {
				t.Errorf("%d times %s, want %d: %v", b.seen.now().looked[look], look, n, b.seen.now().looked)
			}
		}
		if b.seen.now().answered != 5 {
			t.Errorf("%d answers counted, want 5", b.seen.now().answered)
		}
	})
}

// A stored unknown answers requests that don't allow a longer search.
func TestRememberedUnknown(t *testing.T) {
	const searched = 10 * time.Second
	for _, test := range []struct {
		name   string
		left   time.Duration // zero: no deadline
		states int64
		want   solver.Reason // NoReason: searched again
	}{
		{"less time", 5 * time.Second, 0, solver.Deadline},
		{"the same time", searched, 0, solver.Deadline},
		{"a trifle more time", searched + searched/20, 0, solver.Deadline},
		{"more time", 11 * time.Second, 0, solver.NoReason},
		{"any time", 0, 0, solver.NoReason},
		{"fewer states", time.Minute, 5000, solver.States},
		{"the same states", time.Minute, 10000, solver.States},
		{"more states", time.Minute, 10001, solver.NoReason},
		{"more states, less time", 5 * time.Second, 10001, solver.Deadline},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newProblem(t, 1)
				b := open(t, takes(0, lost))
				b.store.keep(record(p, solver.Result{
					Verdict: solver.Unknown, Reason: solver.Deadline, Engine: "fake", States: 10000,
				}, searched))
				ctx := context.Background()
				if test.left > 0 {
					ctx = within(test.left)
				}
				a := b.ask(t, ctx, p, solver.Budget{States: test.states})
				if test.want == solver.NoReason {
					if a.Source != solver.FromSearch || a.Verdict != solver.Unwinnable {
						t.Errorf("not searched again: %+v", a)
					}
				} else if a.Source != solver.FromStore || a.Reason != test.want || a.States != 10000 || a.Elapsed != searched {
					t.Errorf("answer %+v, want unknown because %s", a, test.want)
				}
				b.close(t)
			})
		})
	}
}

// TestIdleWorkerSearchesAgain has a worker idle where an unknown is stored. What ran out of time
// is searched again; what ran out of states would again.
func TestIdleWorkerSearchesAgain(t *testing.T) {
	for _, test := range []struct {
		name   string
		budget solver.Budget
		from   solver.Source
	}{
		{"time", solver.Budget{}, solver.FromSearch},
		{"states", solver.Budget{States: 5000}, solver.FromStore},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newProblem(t, 1)
				b := open(t, takes(0, lost))
				b.solver.idle = true
				b.store.keep(record(p, solver.Result{
					Verdict: solver.Unknown, Reason: solver.Deadline, Engine: "fake", States: 10000,
				}, time.Minute))
				if a := b.ask(t, within(time.Second), p, test.budget); a.Source != test.from {
					t.Errorf("answer %+v, want one from %s", a, test.from)
				}
				b.close(t)
			})
		})
	}
}

// A hard problem is not searched twice.
func TestHardProblemIsSearchedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Hour, lost))
		b.store.set(nil, 3*time.Millisecond)
		b.cache.set(nil, time.Millisecond)
		for i := range 3 {
			start := time.Now()
			a := b.ask(t, within(10*time.Second), p, solver.Budget{})
			if a.Reason != solver.Deadline || a.States < 9900 {
				t.Errorf("answer %+v", a)
			}
			if took := time.Since(start); i > 0 && took > 10*time.Millisecond {
				t.Errorf("the answer took %v", took)
			}
			time.Sleep(time.Second)
		}
		b.close(t)
		if b.solver.searches() != 1 {
			t.Errorf("%d searches", b.solver.searches())
		}
	})
}

func TestWhatIsRemembered(t *testing.T) {
	for _, test := range []struct {
		name   string
		search search
		leave  time.Duration // zero: never
		want   solver.Record // only verdict, because and states are compared
	}{
		{"unwinnable", takes(time.Second, lost), 0, solver.Record{Verdict: solver.Unwinnable, States: 1000}},
		{"memory", takes(time.Second, tired), 0, solver.Record{Verdict: solver.Unknown, Reason: solver.Memory, States: 1000}},
		{"states", takes(time.Hour, lost), 0, solver.Record{Verdict: solver.Unknown, Reason: solver.States, States: 5000}},
		{"cancelled", takes(time.Second, lost), time.Millisecond, solver.Record{}},
		{"deadline in the queue", func(*solver.Clock, *solver.Problem, solver.Budget) (solver.Result, error) {
			return solver.Result{Verdict: solver.Unknown, Reason: solver.Deadline}, nil
		}, 0, solver.Record{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newProblem(t, 1)
				b := open(t, test.search)
				ctx, leave := context.WithCancel(context.Background())
				defer leave()
				if test.leave > 0 {
					time.AfterFunc(test.leave, leave)
				}
				b.ask(t, ctx, p, solver.Budget{States: 5000})
				b.close(t)
				for place, r := range map[string]solver.Record{"store": b.store.has(p.ID()), "cache": b.cache.has(p.ID())} {
					if r.Verdict != test.want.Verdict || r.Reason != test.want.Reason || r.States != test.want.States {
						t.Errorf("the %s has %+v", place, r)
					}
				}
			})
		})
	}
}

func TestFresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(10*time.Second, won(t, p)))
		b.store.keep(record(p, won(t, p), time.Hour))
		b.cache.keep(record(p, won(t, p), time.Hour))

		// Two fresh requests share a search; another request is answered meanwhile.
		first := b.asks(within(time.Minute), p, solver.Budget{}, true)
		second := b.asks(within(time.Minute), p, solver.Budget{}, true)
		synctest.Wait()
		if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Source != solver.FromCache || a.Elapsed != time.Hour {
			t.Errorf("answer %+v", a)
		}
		for _, replies := range []<-chan reply{first, second} {
			if r := <-replies; r.err != nil || r.Source != solver.FromSearch || r.Elapsed != 10*time.Second {
				t.Errorf("fresh answer %+v", r)
			}
		}
		if b.solver.searches() != 1 {
			t.Errorf("%d searches", b.solver.searches())
		}

		// A fresh search with a small budget does not replace a verdict.
		a, err := b.Answer(within(time.Minute), p, solver.Budget{States: 10}, true)
		if err != nil || a.Reason != solver.States {
			t.Errorf("answer %+v, %v", a, err)
		}
		synctest.Wait()
		b.forget(p)
		if a := b.ask(t, within(time.Minute), p, solver.Budget{States: 10}); a.Verdict != solver.Winnable {
			t.Errorf("answer %+v", a)
		}
		b.close(t)
		if b.store.has(p.ID()).Verdict != solver.Winnable {
			t.Error("the stored verdict was replaced")
		}
	})
}

// TestCertificate answers with the certificate of a search, which records do not keep.
func TestCertificate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		proven := lost
		proven.Certificate = &solver.Certificate{}
		b := open(t, takes(time.Second, proven))
		if a := b.ask(t, within(time.Minute), newProblem(t, 1), solver.Budget{}); a.Certificate != proven.Certificate {
			t.Errorf("answer %+v", a)
		}
		b.close(t)
	})
}

func TestSolverErrors(t *testing.T) {
	p := newProblem(t, 1)
	for _, test := range []struct {
		name   string
		err    error
		logged string // empty: nothing
	}{
		{"busy", &pool.Busy{After: 3 * time.Second}, ""},
		{"closed", pool.ErrClosed, ""},
		{"panic", &pool.Panic{Problem: p, Value: "upside down", Stack: []byte("goroutine 17")}, "goroutine 17"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := open(t, func(*solver.Clock, *solver.Problem, solver.Budget) (solver.Result, error) {
					return solver.Result{}, test.err
				})
				// All callers that wait for the store get the error.
				b.store.set(nil, 10*time.Millisecond)
				first := b.asks(within(time.Minute), p, solver.Budget{}, false)
				second := b.asks(within(time.Minute), p, solver.Budget{}, false)
				for _, replies := range []<-chan reply{first, second} {
					if r := <-replies; !errors.Is(r.err, test.err) {
						t.Errorf("answer %+v", r)
					}
				}
				b.close(t)
				if b.solver.searches() != 1 {
					t.Errorf("%d searches", b.solver.searches())
				}
				if log := b.log.String(); !strings.Contains(log, test.logged) || (log == "") != (test.logged == "") {
					t.Errorf("log %q", log)
				}
			})
		})
	}
}

func TestRecall(t *testing.T) {
	p := newProblem(t, 1)
	short := record(p, solver.Result{Verdict: solver.Unknown, Reason: solver.States, States: 10}, time.Second)
	long := record(p, solver.Result{Verdict: solver.Unknown, Reason: solver.Deadline, States: 1000}, time.Minute)
	proven := record(p, won(t, p), time.Hour)
	damaged := proven
	damaged.Solution = damaged.Solution[1:]
	unreadable := short
	unreadable.Problem = `{"rules":`
	nothing := solver.Record{}
	for _, test := range []struct {
		name         string
		cache, store solver.Record
		down         error // the store
		want         solver.Record
		source       solver.Source
		fails        bool
	}{
		{"nothing known", nothing, nothing, nil, nothing, "", false},
		{"in the cache", proven, nothing, nil, proven, solver.FromCache, false},
		{"in the store", nothing, proven, nil, proven, solver.FromStore, false},
		{"a verdict behind an unknown", short, proven, nil, proven, solver.FromStore, false},
		{"a longer search behind a shorter", short, long, nil, long, solver.FromStore, false},
		{"a shorter search behind a longer", long, short, nil, long, solver.FromCache, false},
		{"damaged", damaged, damaged, nil, nothing, "", false},
		{"unreadable", unreadable, long, nil, long, solver.FromStore, false},
		{"nothing known, store down", nothing, nothing, errDown, nothing, "", true},
		{"in the cache, store down", short, nothing, errDown, short, solver.FromCache, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := open(t, never(t))
				b.store.set(test.down, 0)
				if test.cache.ID != "" {
					b.cache.records[p.ID()] = test.cache
				}
				if test.store.ID != "" {
					b.store.records[p.ID()] = test.store
				}
				q, a, err := b.Recall(context.Background(), p.ID())
				if (err != nil) != test.fails {
					t.Errorf("error %v", err)
				}
				if (q != nil) != (test.want.ID != "") || q != nil && q.Text() != p.Text() {
					t.Errorf("problem %v", q)
				}
				if a.Verdict != test.want.Verdict || a.States != test.want.States || a.Elapsed != test.want.Elapsed || a.Source != test.source {
					t.Errorf("answer %+v", a)
				}
				b.close(t)
			})
		})
	}
	t.Run("a record under another problem's id", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := open(t, never(t))
			other := newProblem(t, 2)
			b.store.records[other.ID()] = proven
			if q, a, err := b.Recall(context.Background(), other.ID()); q != nil || err != nil {
				t.Errorf("%v, %+v, %v", q, a, err)
			}
			b.close(t)
		})
	})
}
