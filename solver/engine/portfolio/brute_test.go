package portfolio

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

var (
	bruteDeals    = flag.Int("deals", 2_000, "random problems of tiny decks to compare with brute force; a quarter of them with -short")
	bruteSeed     = flag.Uint64("deals-seed", 2, "seed of the random problems")
	bruteLimit    = flag.Int("deals-limit", 1_000, "limit of positions for brute force; larger problems are drawn again")
	bruteFamilies = flag.String("deals-families", "", "space-separated families of games to draw from; default all")
)

// TestBruteForce compares the portfolio with brute force, on random positions under random rules
// of the whole language, and each of its tries by itself, since a try usually sees only what
// those before have left.
func TestBruteForce(t *testing.T) {
	deals := *bruteDeals
	if testing.Short() {
		deals /= 4
	}
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	f := New(1 << 26)
	tally := map[string]int{}
	families := chosenFamilies()
	n := 0
	for problem, want := range enginetest.Problems(t, random, deals, *bruteLimit, enginetest.All, families...) {
		tally[fmt.Sprint(families[n%len(families)], " ", want)]++ // Problems draws from them in turn
		n++
		got := f.Solve(nil, problem, solver.Budget{})
		if got.Verdict != want {
			t.Errorf("%s: %s %s, brute force %s, of %s", got.Engine, got.Verdict, got.Reason, want, problem.Text())
		}
		if want == solver.Winnable {
			asked := problem.Asked()
			if outcome := game.Replay(problem.Rules(), &asked, problem.ToAsked(got.Solution)); !outcome.Won {
				t.Errorf("%s: the solution fails: %s, of %s", got.Engine, outcome.Reason, problem.Text())
			}
		}
		for i, try := range f.tries(problem) {
			alone := try(nil, problem, solver.Budget{})
			if err := alone.Verify(problem); err != nil {
				t.Error(err)
			}
			if alone.Verdict != want && alone.Verdict != solver.Unknown {
				t.Errorf("try %d by %s: %s, brute force %s, of %s", i+1, alone.Engine, alone.Verdict, want, problem.Text())
			}
			tally[fmt.Sprintf("try %d by %s %s", i+1, alone.Engine, alone.Verdict)]++
			tally[fmt.Sprint("by ", alone.Engine, " ", alone.Verdict)]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%6d %s", tally[name], name)
	}
	if *bruteFamilies != "" {
		return
	}
	// Every family and engine must have had a chance to be wrong, with either verdict.
	for _, family := range families {
		for _, verdict := range []solver.Verdict{solver.Winnable, solver.Unwinnable} {
			if name := string(family) + " " + string(verdict); tally[name]*50 < deals {
				t.Errorf("%s: only %d of %d positions", name, tally[name], deals)
			}
		}
	}
	for _, name := range engines {
		if tally["by "+name]*150 < deals {
			t.Errorf("by %s: only %d of %d positions", name, tally["by "+name], deals)
		}
	}
}

// engines has the engines with the verdicts that each must have given.
var engines = []string{
	"search winnable", "search unwinnable", "deadlock unwinnable", "freecell winnable", "freecell unwinnable", "hole winnable", "hole unwinnable",
	"accordion winnable", "accordion unwinnable", "gaps winnable", "gaps unwinnable", "covered winnable", "covered unwinnable", "discard winnable", "discard unwinnable", "beam winnable",
	"klondike winnable", "klondike unwinnable",
}

// chosenFamilies returns the families that the flag names.
func chosenFamilies() []enginetest.Family {
	if *bruteFamilies == "" {
		return append(slices.Clone(enginetest.Families), enginetest.Klondike) // few of its problems are left to its engine
	}
	var families []enginetest.Family
	for name := range strings.FieldsSeq(*bruteFamilies) {
		families = append(families, enginetest.Family(name))
	}
	return families
}
