package accordion

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	bruteDeals = flag.Int("deals", 300, "random rows to compare with brute force")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of those rows and of their rules")
	bruteLimit = flag.Int("deals-limit", 3000, "most rows that brute force sees; a deal that has more is drawn again")
)

// TestBruteForce compares the engine with a search over the referee's moves that
// knows nothing, on random rows under random rules: with all techniques, and with
// each of them switched off.
func TestBruteForce(t *testing.T) {
	deals := *bruteDeals
	if testing.Short() {
		deals /= 4
	}
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := memory.New(1 << 22)
	tally := map[string]int{}
	for problem, want := range enginetest.Problems(t, random, deals, *bruteLimit, Handles, enginetest.Accordion) {
		searched := map[string]int64{}
		for name, techniques := range map[string]Techniques{
			"everything": All, "without dives": {Pieces: true}, "without pieces": {Dives: true}, "nothing": {},
		} {
			got := New(memory, techniques).Solve(context.Background(), problem, solver.Budget{})
			if err := got.Verify(problem); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got.Verdict != want {
				t.Fatalf("%s: %s, but brute force says %s, of %s", name, got.Verdict, want, problem.Text())
			}
			searched[name] = got.States
		}
		if searched["without pieces"] != searched["everything"] {
			tally["active, without pieces"]++
		}
		tally[string(want)]++
		switch piles := len(problem.Position().Accordion); {
		case piles > short:
			tally["long"]++
		case piles > graphSize:
			tally["longer than a graph"]++
		case piles > 4:
			tally["of some length"]++
		}
		r := problem.Rules()
		for _, relation := range []struct {
			of   rules.Relation
			name string
		}{
			{rules.MatchSuit, "suits"}, {rules.MatchColours, "colours"}, {rules.MatchRank, "ranks"}, {rules.MatchAnySuit, "any suit"},
		} {
			if r.Accordion.Match&relation.of != 0 {
				tally[relation.name]++
			}
		}
		if r.Decks > 1 || r.Suits < card.Suits {
			tally["equal cards"]++
		}
	}
	t.Log(tally)
	for _, name := range []string{
		"winnable", "unwinnable", "long", "longer than a graph", "of some length", "suits", "colours", "ranks", "any suit",
		"equal cards", "active, without pieces",
	} {
		if tally[name]*100 < deals {
			t.Errorf("%s: only %d of %d deals", name, tally[name], deals)
		}
	}
}
