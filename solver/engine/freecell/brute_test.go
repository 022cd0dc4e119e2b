package freecell

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

var (
	bruteDeals = flag.Int("deals", 400, "random deals of tiny decks to compare with brute force")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of these deals and of their rules")
	bruteLimit = flag.Int("deals-limit", 3_000, "largest graph for brute force; deals with larger ones are drawn again")
)

// combinations are the sets of techniques that are compared.
var combinations = map[string]Techniques{
	"all":                      All,
	"without safe foundations": {Runs: true},
	"without runs":             {SafeFoundations: true},
	"nothing":                  {},
}

// TestBruteForce compares verdicts with brute force on random positions of tiny decks
// under random rules.
func TestBruteForce(t *testing.T) {
	deals := *bruteDeals
	if testing.Short() {
		deals /= 4
	}
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := memory.New(1 << 22)
	tally := map[string]int{}
	for problem, want := range enginetest.Problems(t, random, deals, *bruteLimit, Handles, enginetest.FreeCell) {
		position := problem.Position()
		for _, f := range enginetest.Features(problem.Rules(), &position) {
			tally[f]++
			tally[fmt.Sprint(f, " ", want)]++
		}
		if problem.Rules().Cells.Count == 0 {
			tally["no cell"]++
		}
		states := map[string]int64{}
		for name, techniques := range combinations {
			got := New(memory, techniques).Solve(context.Background(), problem, solver.Budget{})
			if err := got.Verify(problem); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got.Verdict != want {
				t.Fatalf("%s: %s %s, want %s: %s", name, got.Verdict, got.Reason, want, problem.Text())
			}
			states[name] = got.States
		}
		for name := range combinations {
			if states[name] != states["all"] {
				tally["active, "+name]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%6d %s", tally[name], name)
	}
	// Every rule and technique must have had a chance to be wrong.
	for _, name := range []string{
		"spaces any winnable", "spaces any unwinnable", "spaces kings winnable", "spaces kings unwinnable",
		"build same-suit", "build red-black", "no cell", "cells", "cells filled", "base above the ace", "part-way up",
		"active, without safe foundations", "active, without runs",
	} {
		if tally[name]*100 < deals {
			t.Errorf("%s: only %d of %d deals", name, tally[name], deals)
		}
	}
}
