package verdict_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

func (o *observer) Unshortened() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen.unshortened++
}

func (o *observer) Panicked() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen.panicked++
}

// shortensBy returns an option that has solutions shortened behind the answers.
func shortensBy(shorten pool.Shorten) func(*verdict.Options) {
	return func(o *verdict.Options) {
		seen := o.Observer.(*observer)
		seen.shortener = pool.NewShortening(shorten, seen.Unshortened, seen.Panicked, o.Log)
		o.Rough = seen.shortener.Add
	}
}

// shortens returns an option that shortens every line to this one in five seconds.
func shortens(short []game.Move) func(*verdict.Options) {
	return shortensBy(func(ctx context.Context, _ *solver.Problem, line []game.Move) ([]game.Move, time.Duration) {
		select {
		case <-time.After(5 * time.Second):
			return short, 5 * time.Second
		case <-ctx.Done():
			return line, 0
		}
	})
}

// TestAnswerFirst checks that an answer does not wait until its solution is shortened, and that the
// short one is stored and answers later.
func TestAnswerFirst(t *testing.T) {
	p, short, long := detour(t)
	for _, asked := range []solver.Objective{solver.AnySolution, solver.FirstSolution} {
		synctest.Test(t, func(t *testing.T) {
			var objective solver.Objective
			find := takes(time.Second, solver.Result{Verdict: solver.Winnable, Solution: long})
			b := open(t, func(clock *solver.Clock, p *solver.Problem, budget solver.Budget) (solver.Result, error) {
				objective = budget.Objective
				return find(clock, p, budget)
			}, shortens(short))
			began := time.Now()
			a := b.ask(t, within(time.Minute), p, solver.Budget{Objective: asked})
			if took := time.Since(began); took != time.Second || game.Length(a.Solution) != game.Length(long) || objective != solver.FirstSolution {
				t.Errorf("%d moves after %s, objective %q; want %d after a second", game.Length(a.Solution), took, objective, game.Length(long))
			}
			if r := b.store.has(p.ID()); !r.Rough {
				t.Error("the stored record is not rough")
			}
			time.Sleep(6 * time.Second)
			synctest.Wait()
			r := b.store.has(p.ID())
			if r.Rough || game.Length(r.Solution) != game.Length(short) || r.Elapsed != time.Second || r.Shortening != 5*time.Second {
				t.Errorf("stored: %d moves, rough %v, after %s and %s", game.Length(r.Solution), r.Rough, r.Elapsed, r.Shortening)
			}
			a = b.ask(t, within(time.Minute), p, solver.Budget{})
			if a.Source != solver.FromCache || game.Length(a.Solution) != game.Length(short) || a.Elapsed != time.Second || a.Shortening != 5*time.Second {
				t.Errorf("asked again: %d moves from the %s after %s and %s", game.Length(a.Solution), a.Source, a.Elapsed, a.Shortening)
			}
			b.close(t)
		})
	}
}

// TestRoughRecord answers from a rough record, as a process leaves it that is stopped in time: the
// solution is shortened then.
func TestRoughRecord(t *testing.T) {
	p, short, long := detour(t)
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(0, solver.Result{}), shortens(short))
		r := record(p, solver.Result{Verdict: solver.Winnable, Solution: long, Engine: "old"}, time.Second)
		r.Rough = true
		b.store.keep(r)
		for _, want := range [][]game.Move{long, short} {
			if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Source == solver.FromSearch || game.Length(a.Solution) != game.Length(want) {
				t.Errorf("%d moves from the %s, want %d", game.Length(a.Solution), a.Source, game.Length(want))
			}
			time.Sleep(6 * time.Second)
			synctest.Wait()
		}
		b.close(t)
	})
}

// TestNothingShorter checks that a line that can't be shortened is not tried again.
func TestNothingShorter(t *testing.T) {
	p, short, _ := detour(t)
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(0, solver.Result{Verdict: solver.Winnable, Solution: short}), shortens(short))
		b.ask(t, within(time.Minute), p, solver.Budget{})
		time.Sleep(6 * time.Second)
		synctest.Wait()
		if r := b.store.has(p.ID()); r.Rough || r.Shortening != 5*time.Second {
			t.Errorf("stored: rough %v after %s", r.Rough, r.Shortening)
		}
		b.close(t)
	})
}

// TestBadShortening has a line that does not win, and a panic: they are refused and not tried again, and
// the line as it was found stays.
func TestBadShortening(t *testing.T) {
	p, _, long := detour(t)
	for _, fault := range []func(*verdict.Options){
		shortens(long[:1]),
		shortensBy(func(context.Context, *solver.Problem, []game.Move) ([]game.Move, time.Duration) { panic("broken") }),
	} {
		synctest.Test(t, func(t *testing.T) {
			b := open(t, takes(0, solver.Result{Verdict: solver.Winnable, Solution: long}), fault)
			for range 3 {
				b.ask(t, within(time.Minute), p, solver.Budget{})
				time.Sleep(6 * time.Second)
				synctest.Wait()
			}
			if r := b.store.has(p.ID()); r.Rough || game.Length(r.Solution) != game.Length(long) || b.seen.now().refused[verdict.AtEngine]+b.seen.now().panicked != 1 {
				t.Errorf("stored: %d moves, rough %v; %d refused, %d panics", game.Length(r.Solution), r.Rough, b.seen.now().refused[verdict.AtEngine], b.seen.now().panicked)
			}
			b.close(t)
		})
	}
}

// TestCloseWhileShortening checks that closing waits for no shortening, and keeps what was found.
func TestCloseWhileShortening(t *testing.T) {
	p, short, long := detour(t)
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(0, solver.Result{Verdict: solver.Winnable, Solution: long}), shortens(short))
		b.ask(t, within(time.Minute), p, solver.Budget{})
		synctest.Wait()
		began := time.Now()
		b.close(t)
		if r := b.store.has(p.ID()); time.Since(began) != 0 || !r.Rough || game.Length(r.Solution) != game.Length(long) {
			t.Errorf("closed after %s; stored: %d moves, rough %v", time.Since(began), game.Length(r.Solution), r.Rough)
		}
	})
}

// TestFinishedSolution asks as jobs and batches do, which wait until a solution is shortened as far
// as those of others are later. A rough one is shortened by a worker, without another search.
func TestFinishedSolution(t *testing.T) {
	p, short, long := detour(t)
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(time.Second, solver.Result{Verdict: solver.Winnable, Solution: short}), shortens(short))
		r := record(p, solver.Result{Verdict: solver.Winnable, Solution: long, Engine: "old"}, time.Second)
		r.Rough = true
		b.store.keep(r)
		if a, known := b.Remember(within(time.Minute), p, solver.Budget{}); known {
			t.Errorf("remembered %d moves", len(a.Solution))
		}
		a, err := b.AnswerEarly(within(time.Minute), p, solver.Budget{}, false)
		if err != nil || len(a.Solution) != len(short) || a.Rough || len(b.solver.improved) != 1 || len(b.solver.improved[0].Solution) != len(long) {
			t.Errorf("%d moves, rough %v, %d improved (%v)", len(a.Solution), a.Rough, len(b.solver.improved), err)
		}
		if a, known := b.Remember(within(time.Minute), p, solver.Budget{}); !known || len(a.Solution) != len(short) {
			t.Errorf("remembered %v: %d moves", known, len(a.Solution))
		}
		b.close(t)
	})
}

// TestNoTimeToShorten has a search for a job end with its time: its solution is to be shortened later, as often as
// it is answered from memory.
func TestNoTimeToShorten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		found := won(t, p)
		b := open(t, func(clock *solver.Clock, _ *solver.Problem, _ solver.Budget) (solver.Result, error) {
			<-clock.Context().Done()
			return found, nil
		})
		if a, err := b.AnswerEarly(within(time.Second), p, solver.Budget{}, false); err != nil || !a.Rough || b.rough.Load() != 1 {
			t.Errorf("rough %v, told %d times (%v)", a.Rough, b.rough.Load(), err)
		}
		synctest.Wait()
		if a := b.ask(t, within(time.Second), p, solver.Budget{}); !a.Rough || !b.nearby(p).Rough || b.rough.Load() != 2 {
			t.Errorf("asked again: rough %v, told %d times", a.Rough, b.rough.Load())
		}
		b.close(t)
	})
}

// TestTooManyRough counts the solutions that are forgotten because too many wait.
func TestTooManyRough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, func(_ *solver.Clock, p *solver.Problem, _ solver.Budget) (solver.Result, error) {
			return won(t, p), nil
		}, shortens(nil))
		asked := map[solver.ID]bool{}
		for n := uint64(0); len(asked) < 510; n++ {
			r := tiny(t)
			r.Cells.Count += int(n % 10) // it has few deals
			cards, err := deal.Seed{Scheme: deal.Solvitaire, Number: n / 10}.Deal(&r)
			if err != nil {
				t.Fatal(err)
			}
			p := solver.NewProblem(r, cards)
			asked[p.ID()] = true
			b.ask(t, within(time.Minute), p, solver.Budget{Objective: solver.FirstSolution})
		}
		if n := b.seen.now().unshortened; n < 9 || n > 10 { // one may be under way
			t.Errorf("%d not shortened", n)
		}
		b.close(t)
	})
}
