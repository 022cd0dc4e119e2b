package gaps

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
	bruteDeals = flag.Int("deals", 200, "random small boards to compare with brute force")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of those boards and of their rules")
	bruteLimit = flag.Int("deals-limit", 3000, "most boards that brute force sees; a deal that has more is drawn again")
)

// TestBruteForce compares the engine with a search over the referee's moves that
// knows nothing, on random small boards under random rules: with all techniques, and
// with each of them switched off.
func TestBruteForce(t *testing.T) {
	deals := *bruteDeals
	if testing.Short() {
		deals /= 4
	}
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := memory.New(1 << 28)
	tally := map[string]int{}
	for problem, want := range enginetest.Problems(t, random, deals, *bruteLimit, Handles, enginetest.Sequences) {
		searched := map[string]int64{}
		for name, techniques := range map[string]Techniques{
			"everything": All, "without dives": {DeadEnds: true}, "without dead ends": {Dives: true}, "nothing": {},
		} {
			got := New(memory, techniques).Solve(context.Background(), problem, solver.Budget{})
			if err := got.Verify(problem); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got.Reason == solver.Memory && !techniques.Dives {
				// Where every card has many places to go to, a search in depth can
				// lose its way for longer than its path has room.
				tally["out of memory, "+name]++
				continue
			}
			if got.Verdict != want {
				t.Fatalf("%s: %s, but brute force says %s, of %s", name, got.Verdict, want, problem.Text())
			}
			searched[name] = got.States
		}
		r := problem.Rules()
		for name, has := range map[string]bool{
			string(want) + " after some search": searched["nothing"] > 30,
			"from the left":                     r.Sequences.Direction == rules.FromLeft,
			"from the right":                    r.Sequences.Direction == rules.FromRight,
			"from both sides":                   r.Sequences.Direction == rules.FromBoth,
			"fixed suits":                       r.Sequences.FixedSuit,
			"any suit":                          r.Sequences.Build == rules.AnySuit,
			"colours":                           r.Sequences.Build == rules.RedBlack,
			"same suit":                         r.Sequences.Build == rules.SameSuit,
			"equal cards":                       r.Suits < card.Suits || r.Decks > 1,
			"two decks":                         r.Decks > 1,
			"active, without dead ends":         searched["without dead ends"] != searched["everything"],
		} {
			if has {
				tally[name]++
			}
		}
	}
	t.Log(tally)
	for _, name := range []string{
		"winnable after some search", "unwinnable after some search", "from the left", "from the right", "from both sides",
		"fixed suits", "any suit", "colours", "same suit", "equal cards", "two decks", "active, without dead ends",
	} {
		if tally[name]*100 < deals {
			t.Errorf("%s: only %d of %d deals", name, tally[name], deals)
		}
	}
	for _, name := range []string{"out of memory, without dives", "out of memory, nothing"} {
		if tally[name]*100 > deals {
			t.Errorf("%s: %d of %d deals", name, tally[name], deals)
		}
	}
}
