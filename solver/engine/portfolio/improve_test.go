package portfolio

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestShare checks the time that a share of a minute is.
func TestShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wide.of(engineFunc(func(clock *solver.Clock) {
			if left, ends := clock.Left(); !ends || left != 42*time.Second {
				t.Errorf("%v (%t), not 42 s", left, ends)
			}
		})).Solve(solver.NewClock(t.Context()).Within(time.Minute), nil, solver.Budget{})
	})
}

// engineFunc is an engine that uses its clock and decides nothing.
type engineFunc func(*solver.Clock)

func (f engineFunc) Solve(clock *solver.Clock, _ *solver.Problem, _ solver.Budget) solver.Result {
	f(clock)
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
		plain := engine.Solve(nil, p, solver.Budget{States: test.states})
		if plain.Bound != 0 {
			t.Errorf("%s %s: a bound without being asked", test.game, test.seed)
		}
		var first solver.Result
		for i, objective := range []solver.Objective{solver.ShortSolution, solver.ShortestSolution} {
			got := engine.Solve(nil, p, solver.Budget{States: test.states, Objective: objective})
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

// TestMargin checks that the search for a shorter solution takes all the time but the margin.
func TestMargin(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:4")
	synctest.Test(t, func(t *testing.T) {
		clock := solver.NewClock(t.Context()).Pausing(func() time.Duration {
			time.Sleep(time.Millisecond) // as if the states since the last look had taken that
			return 0
		}).Within(2 * time.Second)
		got := New(1<<24).Solve(clock, p, solver.Budget{Objective: solver.ShortestSolution})
		if left, _ := clock.Left(); got.Verdict != solver.Winnable || left > margin || left < margin-2*time.Millisecond {
			t.Errorf("%s with %v left, want %v", got.Verdict, left, margin)
		}
	})
}
