package freecell

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/brute"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	bruteDeals = flag.Int("deals", 400, "random deals of tiny decks to compare with brute force")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of those deals and of their rules")
	bruteLimit = flag.Int("deals-limit", 3_000, "largest graph that brute force explores; a deal with a larger one is drawn again")
)

// combinations are the sets of techniques to compare.
var combinations = map[string]Techniques{
	"all":                      All,
	"without safe foundations": {Runs: true},
	"without runs":             {SafeFoundations: true},
	"nothing":                  {},
}

// TestBruteForce compares verdicts with those of brute force on random positions of
// tiny decks under random rules.
func TestBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := arena.New(1 << 22)
	tally := map[string]int{}
	for n := 0; n < *bruteDeals; {
		problem, features := tinyProblem(t, random)
		position := problem.Position()
		winnable, ok := brute.Winnable(problem.Rules(), &position, *bruteLimit)
		if !ok {
			continue
		}
		n++
		want := solver.Unwinnable
		if winnable {
			want = solver.Winnable
		}
		for _, f := range append(features, string(want), fmt.Sprint(features[0], " ", want)) {
			tally[f]++
		}
		states := map[string]int64{}
		for name, techniques := range combinations {
			got := New(memory, techniques).Solve(context.Background(), problem, solver.Budget{})
			if err := got.Verify(problem); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got.Verdict != want {
				t.Fatalf("%s says %s %s, brute force %s, of %s", name, got.Verdict, got.Because, want, problem.Text())
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
	// Every rule and technique must have had its chance to be wrong.
	for _, name := range []string{
		"any spaces winnable", "any spaces unwinnable", "kings winnable", "kings unwinnable",
		"in suit", "red and black", "no cell", "cells", "cells filled", "base above the ace", "in the middle",
		"active, without safe foundations", "active, without runs",
	} {
		if tally[name]*100 < *bruteDeals {
			t.Errorf("%s: only %d of %d deals", name, tally[name], *bruteDeals)
		}
	}
}

// tinyProblem draws rules for a tiny deck, a deal, and a few random moves from it,
// and tells what the rules are like.
func tinyProblem(t *testing.T, random *rand.Rand) (*solver.Problem, []string) {
	type object = map[string]any
	chance := func(percent int) bool { return random.IntN(100) < percent }
	var features []string
	either := func(percent int, yes, no string) bool {
		is := chance(percent)
		if is {
			features = append(features, yes)
		} else {
			features = append(features, no)
		}
		return is
	}
	tableau := object{"count": 1 + random.IntN(4)}
	tableau["spaces policy"] = "any"
	if either(35, "kings", "any spaces") {
		tableau["spaces policy"] = "kings"
	}
	tableau["build policy"] = "red-black"
	if either(30, "in suit", "red and black") {
		tableau["build policy"] = "same-suit"
	}
	document := object{"tableau piles": tableau, "max rank": 2 + random.IntN(4)}
	if either(80, "cells", "no cell") {
		cells := 1 + random.IntN(3)
		filled := random.IntN(cells + 1)
		either(0, "", "cells filled")
		if filled == 0 {
			features = features[:len(features)-1]
		}
		document["cells"] = object{"count": cells, "pre-filled": filled}
	}
	foundations := object{"initial cards": []string{"none", "none", "one", "all"}[random.IntN(4)]}
	if either(15, "base above the ace", "base ace") {
		foundations["base card"] = "2"
	}
	document["foundations"] = foundations
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	position, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(random.Uint32() >> 1)}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	table := game.New(&r, &position)
	moved := random.IntN(3) * random.IntN(12)
	for range moved {
		if moves := table.Legal(); len(moves) > 0 {
			table.Do(moves[random.IntN(len(moves))])
		}
	}
	if moved > 0 {
		features = append(features, "in the middle")
	}
	p := solver.NewProblem(r, table.Position())
	if !Handles(p) {
		t.Fatalf("%s is not handled", p.Text())
	}
	return p, features
}
