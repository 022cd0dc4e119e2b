package spider

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

var (
	bruteDeals = flag.Int("deals", 150, "random deals of short decks to compare with brute force")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of these deals and of their rules")
	bruteLimit = flag.Int("deals-limit", 5_000, "largest graph for brute force; deals with larger ones are drawn again")
)

// TestBruteForce compares the engine with brute force on deals of short decks. What it
// wins must be winnable, and with beams as wide as these deals are small it must find
// every win.
func TestBruteForce(t *testing.T) {
	deals := *bruteDeals
	if testing.Short() {
		deals /= 4
	}
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	arena := memory.New(1 << 26)
	engines := []*Engine{New(arena, Widening), New(arena, Restarting)}
	winnable, missed, drawn := 0, 0, 0
	for p, want := range enginetest.Problems(t, random, deals, *bruteLimit, Handles, enginetest.Spider) {
		wins := want == solver.Winnable
		got := engines[drawn%2].Solve(nil, p, solver.Budget{States: 1 << 20})
		drawn++
		if err := got.Verify(p); err != nil {
			t.Fatal(err)
		}
		switch {
		case got.Verdict == solver.Winnable && !wins:
			t.Fatalf("won, but lost by brute force: %s", p.Text())
		case got.Verdict == solver.Unwinnable:
			t.Fatalf("unwinnable, which the engine can't prove: %s", p.Text())
		case wins && got.Verdict != solver.Winnable:
			missed++
			t.Logf("missed: %q after %d states: %s", got.Reason, got.States, p.Text())
		}
		if wins {
			winnable++
		}
	}
	t.Logf("%d deals, %d winnable, %d of them missed", deals, winnable, missed)
	if winnable*10 < deals || winnable*10 > deals*9 {
		t.Errorf("%d of %d deals winnable, want 10 to 90 percent", winnable, deals)
	}
	if missed > 0 {
		t.Errorf("%d of %d wins were missed", missed, winnable)
	}
}
