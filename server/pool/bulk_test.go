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

// verdicts answers after a search of a minute, unless the context ends before.
type verdicts struct {
	remembers bool
	full      time.Time // until when the queue is
	fault     error

	mu              sync.Mutex
	searching, most int
	refused         int
	writing         time.Duration // how long AwaitStored takes
}

func (b *verdicts) AwaitStored(context.Context, *solver.Problem) { time.Sleep(b.writing) }

func (b *verdicts) Remember(context.Context, *solver.Problem, solver.Budget) (solver.Answer, bool) {
	return solver.Answer{Result: solver.Result{Verdict: solver.Unwinnable}, Source: solver.FromCache}, b.remembers
}

func (b *verdicts) AnswerEarly(ctx context.Context, _ *solver.Problem, _ solver.Budget, _ bool) (solver.Answer, error) {
	if b.fault != nil {
		return solver.Answer{}, b.fault
	}
	b.mu.Lock()
	if time.Now().Before(b.full) {
		b.refused++
		b.mu.Unlock()
		return solver.Answer{}, &pool.Busy{After: time.Minute}
	}
	b.searching++
	b.most = max(b.most, b.searching)
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		b.searching--
		b.mu.Unlock()
	}()
	select {
	case <-time.After(time.Minute):
		return solver.Answer{Result: solver.Result{Verdict: solver.Winnable}, Source: solver.FromSearch}, nil
	case <-ctx.Done():
		return solver.Answer{Result: solver.Result{Verdict: solver.Unknown, Reason: solver.Deadline, States: 1}}, nil
	}
}

// TestTurns asks ten questions at a time: they are searched three at a time, in the
// order in which they came, and none loses its time to the others.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &verdicts{}
		service := pool.NewBulk(b, 4)
		var order []int
		var lock sync.Mutex
		var all sync.WaitGroup
		began := time.Now()
		for i := range 10 {
			all.Go(func() {
				a, err := service.Answer(context.Background(), nil, solver.Budget{}, false, 61*time.Second)
				if err != nil || a.Verdict != solver.Winnable {
					t.Errorf("question %d: %+v, %v", i, a, err)
				}
				if want := time.Duration(i/3+1) * time.Minute; time.Since(began) != want {
					t.Errorf("question %d was answered after %s, not %s", i, time.Since(began), want)
				}
				lock.Lock()
				order = append(order, i/3)
				lock.Unlock()
			})
			synctest.Wait()
		}
		all.Wait()
		if !slices.IsSorted(order) || b.most != 3 {
			t.Errorf("%d at a time, in the order %v", b.most, order)
		}
	})
}

// TestTurnEndsBeforeTheWrite asks two questions of one turn. The second is searched while the
// first is written to the store.
func TestTurnEndsBeforeTheWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := pool.NewBulk(&verdicts{writing: time.Minute}, 1)
		var all sync.WaitGroup
		began := time.Now()
		for range 2 {
			all.Go(func() {
				if _, err := service.Answer(t.Context(), nil, solver.Budget{}, false, time.Hour); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if took := time.Since(began); took != 3*time.Minute {
			t.Errorf("after %s", took)
		}
	})
}

// TestPlaces leaves a worker to others, where there is another.
func TestPlaces(t *testing.T) {
	for workers, want := range map[int]int{1: 1, 2: 1, 3: 2, 16: 15} {
		synctest.Test(t, func(t *testing.T) {
			b := &verdicts{}
			service := pool.NewBulk(b, workers)
			var all sync.WaitGroup
			for range 20 {
				all.Go(func() {
					if _, err := service.Answer(t.Context(), nil, solver.Budget{}, false, time.Hour); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if b.most != want {
				t.Errorf("%d of %d workers, not %d", b.most, workers, want)
			}
		})
	}
}

// TestRemembered asks what is remembered while all places are taken.
func TestRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &verdicts{}
		service := pool.NewBulk(b, 1)
		go func() { _, _ = service.Answer(t.Context(), nil, solver.Budget{}, false, time.Hour) }()
		synctest.Wait()
		b.remembers = true
		began := time.Now()
		a, err := service.Answer(context.Background(), nil, solver.Budget{}, false, time.Hour)
		if err != nil || a.Source != solver.FromCache || time.Since(began) != 0 {
			t.Errorf("%+v, %v after %s", a, err, time.Since(began))
		}
		if a, err := service.Answer(context.Background(), nil, solver.Budget{}, true, time.Hour); err != nil || a.Source != solver.FromSearch {
			t.Errorf("fresh: %+v, %v", a, err)
		}
	})
}

// TestRememberedAfterTheEnd asks when the time is up what was found out in time, by a process that
// was killed before it could say so.
func TestRememberedAfterTheEnd(t *testing.T) {
	service := pool.NewBulk(&verdicts{remembers: true}, 1)
	over, cancel := context.WithCancel(context.Background())
	cancel()
	if a, err := service.Answer(over, nil, solver.Budget{}, false, time.Hour); err != nil || a.Source != solver.FromCache {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := service.Answer(over, nil, solver.Budget{}, true, time.Hour); err != nil || a.Verdict != solver.Unknown {
		t.Errorf("fresh: %+v, %v", a, err)
	}
}

// TestFullQueue has the pool refuse for an hour.
func TestFullQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		b := &verdicts{full: began.Add(time.Hour)}
		service := pool.NewBulk(b, 2)
		a, err := service.Answer(context.Background(), nil, solver.Budget{}, false, 61*time.Second)
		if err != nil || a.Verdict != solver.Winnable {
			t.Errorf("%+v, %v", a, err)
		}
		if late := time.Since(began) - time.Hour - time.Minute; late < 0 || late > time.Second {
			t.Errorf("answered %s after it could have been", late)
		}
		if b.refused > 3610 {
			t.Errorf("asked %d times in an hour", b.refused)
		}
	})
}

// TestEnd ends the context of those who wait, for their turn or for the pool.
func TestEnd(t *testing.T) {
	for _, test := range []struct {
		name    string
		full    bool
		ends    func() (context.Context, context.CancelFunc)
		because solver.Reason
	}{
		{"deadline before the turn", false, func() (context.Context, context.CancelFunc) {
			return context.WithTimeout(context.Background(), time.Second)
		}, solver.Deadline},
		{"deadline before the pool", true, func() (context.Context, context.CancelFunc) {
			return context.WithTimeout(context.Background(), time.Second)
		}, solver.Deadline},
		{"cancelled before the turn", false, func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(time.Second, cancel)
			return ctx, cancel
		}, solver.Cancelled},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &verdicts{}
				service := pool.NewBulk(b, 1)
				if test.full {
					b.full = time.Now().Add(time.Hour)
				} else {
					go func() { _, _ = service.Answer(t.Context(), nil, solver.Budget{}, false, time.Hour) }()
					synctest.Wait()
				}
				ctx, cancel := test.ends()
				defer cancel()
				began := time.Now()
				a, err := service.Answer(ctx, nil, solver.Budget{}, false, time.Hour)
				if err != nil || a.Verdict != solver.Unknown || a.Reason != test.because || a.Source != solver.FromSearch {
					t.Errorf("%+v, %v", a, err)
				}
				if time.Since(began) != time.Second {
					t.Errorf("after %s", time.Since(began))
				}
			})
		})
	}
}

// TestFault passes every other error on.
func TestFault(t *testing.T) {
	fault := errors.New("broken")
	service := pool.NewBulk(&verdicts{fault: fault}, 1)
	for range 2 { // the place is given back
		if _, err := service.Answer(context.Background(), nil, solver.Budget{}, false, time.Hour); !errors.Is(err, fault) {
			t.Errorf("%v", err)
		}
	}
}

// seekers is Verdicts that has a solution of 100 moves of every problem. A search for a
// shorter one makes it a move shorter each second, beginning with the best one there is,
// and lasts as long as it may; one for a verdict takes five seconds.
type seekers struct {
	mu      sync.Mutex
	lengths map[*solver.Problem]int
	turns   []string // who began to search
	names   map[*solver.Problem]string
}

func (s *seekers) length(p *solver.Problem) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lengths[p]
}

func (s *seekers) won(p *solver.Problem) solver.Answer {
	return solver.Answer{Result: solver.Result{Verdict: solver.Winnable, States: int64(s.length(p))}}
}

func (s *seekers) Remember(_ context.Context, p *solver.Problem, b solver.Budget) (solver.Answer, bool) {
	return s.won(p), s.length(p) > 0 && !b.Objective.Optimizes()
}

func (s *seekers) AwaitStored(context.Context, *solver.Problem) {}

func (s *seekers) AnswerEarly(ctx context.Context, p *solver.Problem, b solver.Budget, _ bool) (solver.Answer, error) {
	s.mu.Lock()
	s.turns = append(s.turns, s.names[p])
	s.mu.Unlock()
	if !b.Objective.Optimizes() {
		time.Sleep(5 * time.Second)
		return solver.Answer{Result: solver.Result{Verdict: solver.Unwinnable}}, nil
	}
	for {
		select {
		case <-time.After(time.Second):
			s.mu.Lock()
			s.lengths[p]--
			s.mu.Unlock()
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return s.won(p), nil
			}
			return solver.Answer{Result: solver.Result{Verdict: solver.Unknown, Reason: solver.Cancelled}}, nil
		}
	}
}

// TestVerdictsComeFirst has two who look for a shorter solution all the time, with one
// turn between them, and one who wants a verdict meanwhile.
func TestVerdictsComeFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, c := new(solver.Problem), new(solver.Problem), new(solver.Problem)
		s := &seekers{lengths: map[*solver.Problem]int{a: 100, b: 100}, names: map[*solver.Problem]string{a: "a", b: "b", c: "c"}}
		service := pool.NewBulk(s, 2)
		short := solver.Budget{Objective: solver.ShortSolution}
		found := map[*solver.Problem]solver.Answer{}
		var lock sync.Mutex
		var all sync.WaitGroup
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Second)
		defer cancel()
		var begun, ended atomic.Int64
		ctx = pool.WithSearching(ctx, func(begins bool) {
			if begins {
				begun.Add(1)
			} else {
				ended.Add(1)
			}
		})
		for _, p := range []*solver.Problem{a, b} {
			all.Go(func() {
				answer, err := service.Answer(ctx, p, short, false, 100*time.Second)
				if err != nil {
					t.Error(err)
				}
				lock.Lock()
				defer lock.Unlock()
				found[p] = answer
			})
			time.Sleep(time.Second)
		}
		time.Sleep(3 * time.Second)
		began := time.Now()
		if answer, err := service.Answer(context.WithoutCancel(ctx), c, solver.Budget{}, false, time.Minute); err != nil || answer.Verdict != solver.Unwinnable {
			t.Errorf("%+v, %v", answer, err)
		}
		if took := time.Since(began); took > 5200*time.Millisecond {
			t.Errorf("a verdict was waited for %s", took-5*time.Second)
		}
		all.Wait()
		if s.turns[0] != "a" || s.turns[1] != "c" || !slices.Contains(s.turns, "b") {
			t.Errorf("searches began in the order %v", s.turns)
		}
		if n := int64(len(s.turns)); begun.Load() != n || ended.Load() != n {
			t.Errorf("of %d searches, %d were told to begin and %d to end", n, begun.Load(), ended.Load())
		}
		if len(s.turns) > 12 {
			t.Errorf("they began %d times", len(s.turns))
		}
		for p, name := range map[*solver.Problem]string{a: "a", b: "b"} {
			if length := int(found[p].States); found[p].Verdict != solver.Winnable || length > 80 || length != s.length(p) {
				t.Errorf("%s: %+v, and %d was known", name, found[p].Result, s.length(p))
			}
		}
	})
}

// TestSeekAlone looks for a shorter solution where nobody else wants anything.
func TestSeekAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := new(solver.Problem)
		s := &seekers{lengths: map[*solver.Problem]int{p: 100}, names: map[*solver.Problem]string{p: "p"}}
		service := pool.NewBulk(s, 2)
		began := time.Now()
		a, err := service.Answer(t.Context(), p, solver.Budget{Objective: solver.ShortestSolution}, false, 50500*time.Millisecond)
		if err != nil || a.Verdict != solver.Winnable || a.States != 50 || time.Since(began) != 50500*time.Millisecond || len(s.turns) != 1 {
			t.Errorf("%+v, %v after %s in %d turns", a, err, time.Since(began), len(s.turns))
		}
	})
}
