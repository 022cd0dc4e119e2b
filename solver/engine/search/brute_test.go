package search

import (
	"context"
	"flag"
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
	bruteLimit = flag.Int("deals-limit", 5_000, "largest graph for brute force; deals with larger ones are drawn again")
)

// TestBruteForce compares the engine with a breadth-first search over the referee's
// moves, without symmetry, dominance or K+, on random positions of tiny decks under
// random rules: with all techniques, without each one of them, and without any.
func TestBruteForce(t *testing.T) {
	deals := *bruteDeals
	if testing.Short() {
		deals /= 4
	}
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := memory.New(1 << 24)
	tally := map[string]int{}
	for problem, want := range enginetest.Problems(t, random, deals, *bruteLimit, enginetest.All, families...) {
		position := problem.Position()
		for _, feature := range enginetest.Features(problem.Rules(), &position) {
			tally[feature]++
		}
		tally["verdict "+string(want)]++

		searched := map[string]int64{}
		for name, techniques := range combinations {
			depthFirst := New(memory, techniques)
			incomplete := depthFirst.Incomplete(problem)
			for order, engine := range map[string]solver.Engine{"depth first": depthFirst, "best first": NewBest(memory, techniques)} {
				got := engine.Solve(context.Background(), problem, solver.Budget{})
				if err := got.Verify(problem); err != nil {
					t.Fatalf("%s, %s: %v", name, order, err)
				}
				if got.Verdict != want && (!incomplete || got.Verdict != solver.Unknown) {
					t.Fatalf("%s, %s: %s %s, want %s: %s", name, order, got.Verdict, got.Reason, want, problem.Text())
				}
				if incomplete && want == solver.Winnable && got.Verdict == solver.Unknown {
					tally["missed wins, "+name+", "+order]++
				}
				if engine == depthFirst {
					searched[name] = got.States
				}
			}
		}
		for name := range combinations {
			if searched[name] != searched["complete"] {
				tally["active, "+name]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%6d %s", tally[name], name)
	}
	// Every rule and technique must have had a chance to be wrong.
	for _, name := range everyFeature {
		if tally[name]*200 < deals {
			t.Errorf("%s: only %d of %d deals", name, tally[name], deals)
		}
	}
}

// families are drawn from in turn, mostly the one that has every feature.
var families = []enginetest.Family{enginetest.Columns, enginetest.Klondike, enginetest.Columns, enginetest.FreeCell, enginetest.Columns, enginetest.Spider, enginetest.Columns, enginetest.Hole}

// combinations are the sets of techniques that are compared.
var combinations = map[string]Techniques{
	"complete":                 Complete,
	"without symmetry":         {SafeFoundations: true, PartialGroups: true, DeadEnds: true, Ahead: true},
	"without safe foundations": {Symmetry: true, PartialGroups: true, DeadEnds: true, Ahead: true},
	"without partial groups":   {Symmetry: true, SafeFoundations: true, DeadEnds: true, Ahead: true},
	"without dead ends":        {Symmetry: true, SafeFoundations: true, PartialGroups: true, Ahead: true},
	"without looking ahead":    {Symmetry: true, SafeFoundations: true, PartialGroups: true, DeadEnds: true},
	"dead ends alone":          {DeadEnds: true},
	"nothing":                  {},
	"streamlined":              Streamlined,
	"streamlined, suits only":  {Symmetry: true, SafeFoundations: true, PartialGroups: true, SuitBlind: true},
	"streamlined, auto only":   {Symmetry: true, SafeFoundations: true, PartialGroups: true, AutoFoundations: true},
	"streamliners alone":       {AutoFoundations: true, SuitBlind: true},
}

// everyFeature lists the features that one deal in two hundred must have.
var everyFeature = []string{
	"build any-suit", "build red-black", "build same-suit", "build no-build",
	"spaces any", "spaces no-build", "spaces kings",
	"spaces auto-reserve-then-any", "spaces auto-reserve-then-waste", "spaces auto-waste-then-stock", "freeze",
	"groups no", "groups yes", "groups whole-pile", "groups maximal-group", "groups any",
	"group policy any-suit", "group policy red-black", "group policy same-suit", "group target group",
	"two decks", "fewer suits", "two decks worrying back", "hole", "hole in a circle", "complete runs",
	"worrying back", "base above the ace", "base random", "initial one", "initial all",
	"face down", "cells", "cells filled", "reserve", "reserve stacked",
	"stock to the tableau", "stock to the tableau, not onto spaces", "stock to the hole",
	"draw 1", "draw 2", "draw 3", "redeals 0", "redeals limited", "redeals unlimited",
	"verdict winnable", "verdict unwinnable",
	"pile sizes", "face down, by column", "kings to the bottom", "initial three", "part-way up", "space", "space and a reserve",
	"waste", "reserve with gaps",
	"active, without symmetry", "active, without safe foundations", "active, without partial groups", "active, without dead ends",
	"active, nothing", "active, streamlined, suits only", "active, streamlined, auto only",
}
