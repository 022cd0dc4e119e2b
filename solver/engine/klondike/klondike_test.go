package klondike

import (
	"fmt"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestDeals solves numbered deals on whose verdicts other solvers agree.
func TestDeals(t *testing.T) {
	unwinnable := map[string]map[int]bool{
		"klondike":        {1: true, 15: true, 19: true, 21: true, 22: true},
		"klondike-draw-1": {1: true, 15: true, 22: true},
	}
	memory := memory.New(1 << 26)
	for name, lost := range unwinnable {
		known, _ := rules.Lookup(name)
		for n := 1; n <= 25; n++ {
			seed, err := deal.ParseSeed(fmt.Sprintf("solvitaire:%d", n))
			if err != nil {
				t.Fatal(err)
			}
			position, err := seed.Deal(&known.Rules)
			if err != nil {
				t.Fatal(err)
			}
			p := solver.NewProblem(known.Rules, position)
			got := New(memory, All).Solve(nil, p, solver.Budget{})
			if err := got.Verify(p); err != nil {
				t.Error(err)
			}
			if (got.Verdict == solver.Unwinnable) != lost[n] || got.Verdict == solver.Unknown {
				t.Errorf("%s %s: %s", name, seed, got.Verdict)
			}
		}
	}
}
