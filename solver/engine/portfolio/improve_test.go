package portfolio

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// held is a context whose Deadline blocks for a while, and then moves by as long.
type held struct {
	context.Context
	pause    time.Duration // of the next call of Deadline
	deadline time.Time
}

func (c *held) Deadline() (time.Time, bool) {
	time.Sleep(c.pause)
	c.deadline = c.deadline.Add(c.pause)
	c.pause = 0
	return c.deadline, true
}

// TestPart checks that a part's deadline moves with the whole one, and never beyond it.
func TestPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		whole := &held{context.Background(), 0, began.Add(time.Minute)}
		wide.of(engineFunc(func(ctx context.Context) {
			for _, test := range []struct{ pause, want time.Duration }{
				{0, 42 * time.Second}, {time.Hour, time.Hour + 42*time.Second}, {time.Second, time.Hour + 43*time.Second},
			} {
				whole.pause = test.pause
				if deadline, timed := ctx.Deadline(); !timed || deadline.Sub(began) != test.want {
					t.Errorf("after another pause of %v the deadline is in %v, not %v", test.pause, deadline.Sub(began), test.want)
				}
			}
			whole.deadline = began.Add(time.Second) // the whole deadline now comes first
			if deadline, _ := ctx.Deadline(); deadline.Sub(began) != time.Second {
				t.Errorf("the deadline is in %v, beyond that of the whole", deadline.Sub(began))
			}
		}))(whole, nil, solver.Budget{})
	})
}

// engineFunc is an engine that uses its context and decides nothing.
type engineFunc func(context.Context)

func (f engineFunc) Solve(ctx context.Context, _ *solver.Problem, _ solver.Budget) solver.Result {
	f(ctx)
	return solver.Result{Verdict: solver.Unknown}
}

// TestObjectives checks that a solution is as short as asked, that the budget is kept, and that
// no bound is claimed for games without an engine that proves one.
func TestObjectives(t *testing.T) {
	engine := New(1 << 27)
	for _, test := range []struct {
		game, seed string
		states     int64
		shortest   bool
		bound      bool
	}{
		{"klondike", "solvitaire:4", 100_000, true, true},
		{"klondike", "solvitaire:4", 30_000, false, true},
		{"pyramid", "solvitaire:3", 200_000, true, true},
		{"free-cell", "microsoft:1", 30_000, false, false},
	} {
		p := enginetest.Numbered(t, test.game, test.seed)
		plain := engine.Solve(context.Background(), p, solver.Budget{States: test.states})
		if plain.Bound != 0 {
			t.Errorf("%s %s: a bound without being asked", test.game, test.seed)
		}
		var first solver.Result
		for i, objective := range []solver.Objective{solver.ShortSolution, solver.ShortestSolution} {
			got := engine.Solve(context.Background(), p, solver.Budget{States: test.states, Objective: objective})
			if err := got.Verify(p); err != nil || got.Verdict != solver.Winnable {
				t.Fatalf("%s %s: %s %v", test.game, test.seed, got.Verdict, err)
			}
			if i > 0 && (got.States != first.States || game.Length(got.Solution) != game.Length(first.Solution)) {
				t.Errorf("%s %s: %d moves after %d states, and %d after %d for the other objective", test.game, test.seed,
					game.Length(got.Solution), got.States, game.Length(first.Solution), first.States)
			}
			first = got
			if game.Length(got.Solution) > game.Length(plain.Solution) || got.States > test.states ||
				got.Shortest() != test.shortest || (got.Bound > 0) != test.bound || got.Bound > game.Length(got.Solution) {
				t.Errorf("%s %s, %s: %d moves, no fewer than %d, %d without, after %d states", test.game, test.seed, objective,
					game.Length(got.Solution), got.Bound, game.Length(plain.Solution), got.States)
			}
		}
	}
}

// TestEarly checks that the search for shorter solutions ends before the deadline, even if that
// moves.
func TestEarly(t *testing.T) {
	now := time.Now()
	parent := &moving{Context: context.Background(), at: now.Add(time.Second)}
	c := early{parent}
	for range 2 {
		if at, timed := c.Deadline(); !timed || !at.Before(parent.at) || parent.at.Sub(at) > 100*time.Millisecond {
			t.Errorf("%v before the deadline", parent.at.Sub(at))
		}
		parent.at = parent.at.Add(time.Minute)
	}
}

// moving is a context whose deadline moves.
type moving struct {
	context.Context
	at time.Time
}

func (m *moving) Deadline() (time.Time, bool) { return m.at, true }
