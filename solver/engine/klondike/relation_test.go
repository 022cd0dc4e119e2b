package klondike

import (
	"flag"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	relatedDeals  = flag.Int("related", 3, "full deals solved under related rules")
	relatedFirst  = flag.Int("related-first", 1, "the first of these deals")
	relatedBudget = flag.Int64("related-states", 2000, "budget of states for each")
)

// TestRelated solves full deals under many rules of Klondike. What is won under rules
// proven to be stronger must not be lost under weaker ones.
func TestRelated(t *testing.T) {
	known, _ := rules.Lookup("klondike")
	var games []rules.Rules
	for _, draw := range []int{1, 2, 3, 4, 6, 9, 12, 24} {
		for _, redeals := range []int{0, 1, 2, rules.Unlimited} {
			for _, worry := range []bool{false, true} {
				for _, build := range []rules.Build{rules.RedBlack, rules.AnySuit, rules.SameSuit} {
					for _, spaces := range []rules.Spaces{rules.SpacesKings, rules.SpacesNone} {
						r := known.Rules
						r.Stock.Count, r.Stock.Redeals, r.Foundations.Removable = draw, redeals, worry
						r.Tableau.Build, r.Tableau.GroupPolicy, r.Tableau.Spaces = build, build, spaces
						if (spaces == rules.SpacesNone || build != rules.RedBlack) && (draw == 6 || draw == 9 || redeals == 2) {
							continue // enough combinations without these
						}
						games = append(games, r)
					}
				}
			}
		}
	}
	memory := memory.New(1 << 24)
	compared := map[solver.Verdict]int{}
	for number := *relatedFirst; number < *relatedFirst+*relatedDeals; number++ {
		verdicts := make([]solver.Verdict, len(games))
		for i, r := range games {
			problem := full(t, r, number)
			got := New(memory, All).Solve(nil, problem, solver.Budget{States: *relatedBudget})
			if err := got.Verify(problem); err != nil {
				t.Fatal(err)
			}
			verdicts[i] = got.Verdict
		}
		for i := range games {
			for j := range games {
				if i == j || verdicts[i] == solver.Unknown || verdicts[j] == solver.Unknown || !relation.Stronger(&games[i], &games[j]) {
					continue
				}
				compared[verdicts[j]]++
				if verdicts[i] == solver.Winnable && verdicts[j] == solver.Unwinnable {
					t.Errorf("deal %d: won under %s, lost under the weaker %s", number, games[i].Canonical(), games[j].Canonical())
				}
			}
		}
	}
	if compared[solver.Winnable] < 100**relatedDeals || compared[solver.Unwinnable] < 20**relatedDeals {
		t.Errorf("too few verdicts compared: %v", compared)
	}
}
