package golf

import (
	"context"
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

var (
	bruteDeals = flag.Int("deals", 500, "random deals of tiny decks to compare with brute force")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of these deals and of their rules")
)

// TestBruteForce compares verdicts with brute force on random positions of tiny decks
// under random rules.
func TestBruteForce(t *testing.T) {
	deals := *bruteDeals
	if testing.Short() {
		deals /= 4
	}
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := memory.New(1 << 20)
	tally := map[string]int{}
	for p, want := range enginetest.Problems(t, random, deals, 5_000, Handles, enginetest.Hole) {
		for _, f := range features(p) {
			tally[f+" "+string(want)]++
		}
		states := map[Techniques]int64{}
		for _, techniques := range []Techniques{All, {}} {
			got := New(memory, techniques).Solve(context.Background(), p, solver.Budget{})
			if err := got.Verify(p); err != nil {
				t.Fatal(err)
			}
			if got.Verdict != want {
				t.Fatalf("%+v: %s %s, want %s: %s", techniques, got.Verdict, got.Reason, want, p.Text())
			}
			states[techniques] = got.States
		}
		if states[All] != states[Techniques{}] {
			tally["dead ends active"]++
		}
	}
	for _, f := range []string{"circle", "line", "cells", "stock", "plain", "even", "odd", "two decks", "cards in the hole"} {
		for _, verdict := range []solver.Verdict{solver.Winnable, solver.Unwinnable} {
			if name := f + " " + string(verdict); tally[name]*100 < deals {
				t.Errorf("%s: only %d of %d deals", name, tally[name], deals)
			}
		}
	}
	if tally["dead ends active"]*100 < deals {
		t.Errorf("dead ends active: only %d of %d deals", tally["dead ends active"], deals)
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%6d %s", tally[name], name)
	}
}

// features names the features of a problem.
func features(p *solver.Problem) []string {
	r, at := p.Rules(), p.Position()
	out := len(at.Stock)
	for _, c := range at.Tableau {
		out += len(c.Cards)
	}
	for _, c := range at.Cells {
		if c != card.None {
			out++
		}
	}
	var list []string
	for name, has := range map[string]bool{
		"circle":            r.Hole.Loops,
		"line":              !r.Hole.Loops,
		"cells":             r.Cells.Count > 0,
		"stock":             r.Stock.Size > 0,
		"plain":             r.Cells.Count == 0 && r.Stock.Size == 0,
		"even":              r.MaxRank%2 == 0,
		"odd":               r.MaxRank%2 == 1,
		"two decks":         r.Decks > 1,
		"cards in the hole": out < r.DeckSize()-1,
	} {
		if has {
			list = append(list, name)
		}
	}
	return list
}

// TestBudget checks that a search ends with its budget and says why.
func TestBudget(t *testing.T) {
	p := enginetest.Pose(t, "golf", "solvitaire:4")
	engine := New(memory.New(1<<16), All)
	got := engine.Solve(context.Background(), p, solver.Budget{States: 10})
	if got.Verdict != solver.Unknown || got.Reason != solver.States || got.States != 10 {
		t.Errorf("budget of 10 states: %s %s after %d", got.Verdict, got.Reason, got.States)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got = engine.Solve(ctx, p, solver.Budget{}); got.Verdict != solver.Unknown || got.Reason != solver.Cancelled {
		t.Errorf("cancelled: %s %s", got.Verdict, got.Reason)
	}
}
