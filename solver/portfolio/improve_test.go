package portfolio

import (
	"context"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/brute"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestObjectives checks that a solution is as short as was asked, that the budget is kept,
// and that nothing is claimed of games of which nothing can be proven.
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
		{"free-cell", "microsoft:1", 30_000, false, false},
	} {
		p := brute.Pose(t, test.game, test.seed)
		plain := engine.Solve(context.Background(), p, solver.Budget{States: test.states})
		if plain.Bound != 0 {
			t.Errorf("%s %s: a bound nobody asked for", test.game, test.seed)
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

// TestEarly checks that the search for shorter solutions ends before the deadline, even
// if that moves.
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
