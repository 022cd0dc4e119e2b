package verdict_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// shortening returns an option that shortens every line to this one in five seconds.
func shortening(short []game.Move) func(*verdict.Options) {
	return func(o *verdict.Options) {
		o.Shorten = func(ctx context.Context, _ *solver.Problem, line []game.Move) ([]game.Move, time.Duration) {
			select {
			case <-time.After(5 * time.Second):
				return short, 5 * time.Second
			case <-ctx.Done():
				return line, 0
			}
		}
	}
}

// TestAnswerFirst checks that an answer does not wait until its solution is shortened, and that the
// short one is stored and answers later.
func TestAnswerFirst(t *testing.T) {
	p, short, long := detour(t)
	for asked, searched := range map[solver.Objective]solver.Objective{
		solver.AnySolution: solver.QuickSolution, solver.FirstSolution: solver.FirstSolution,
	} {
		synctest.Test(t, func(t *testing.T) {
			var objective solver.Objective
			find := takes(time.Second, solver.Result{Verdict: solver.Winnable, Solution: long})
			b := open(t, func(ctx context.Context, p *solver.Problem, budget solver.Budget) (solver.Result, error) {
				objective = budget.Objective
				return find(ctx, p, budget)
			}, shortening(short))
			began := time.Now()
			a := b.ask(t, within(time.Minute), p, solver.Budget{Objective: asked})
			if took := time.Since(began); took != time.Second || game.Length(a.Solution) != game.Length(long) || objective != searched {
				t.Errorf("%d moves after %s, objective %q; want %d after a second, %q", game.Length(a.Solution), took, objective, game.Length(long), searched)
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
		b := open(t, takes(0, solver.Result{}), shortening(short))
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
		b := open(t, takes(0, solver.Result{Verdict: solver.Winnable, Solution: short}), shortening(short))
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
		shortening(long[:1]),
		func(o *verdict.Options) {
			o.Shorten = func(context.Context, *solver.Problem, []game.Move) ([]game.Move, time.Duration) { panic("broken") }
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := open(t, takes(0, solver.Result{Verdict: solver.Winnable, Solution: long}), fault)
			for range 3 {
				b.ask(t, within(time.Minute), p, solver.Budget{})
				time.Sleep(6 * time.Second)
				synctest.Wait()
			}
			if r := b.store.has(p.ID()); r.Rough || game.Length(r.Solution) != game.Length(long) || b.seen.now().refused[verdict.AtEngine] != 1 {
				t.Errorf("stored: %d moves, rough %v; %d refused", game.Length(r.Solution), r.Rough, b.seen.now().refused[verdict.AtEngine])
			}
			b.close(t)
		})
	}
}

// TestCloseWhileShortening checks that closing waits for no shortening, and keeps what was found.
func TestCloseWhileShortening(t *testing.T) {
	p, short, long := detour(t)
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(0, solver.Result{Verdict: solver.Winnable, Solution: long}), shortening(short))
		b.ask(t, within(time.Minute), p, solver.Budget{})
		synctest.Wait()
		began := time.Now()
		b.close(t)
		if r := b.store.has(p.ID()); time.Since(began) != 0 || !r.Rough || game.Length(r.Solution) != game.Length(long) {
			t.Errorf("closed after %s; stored: %d moves, rough %v", time.Since(began), game.Length(r.Solution), r.Rough)
		}
	})
}
