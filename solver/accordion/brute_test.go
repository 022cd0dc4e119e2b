package accordion

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/brute"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	bruteDeals = flag.Int("deals", 300, "random short rows to compare with brute force")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of those rows and of their rules")
	bruteLimit = flag.Int("deals-limit", 3000, "most rows that brute force sees; a deal that has more is drawn again")
)

// TestBruteForce compares the engine with a search over the referee's moves that
// knows nothing, on random rows under random rules: with all techniques, and with
// each of them switched off.
func TestBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := arena.New(1 << 22)
	tally := map[string]int{}
	for n := 0; n < *bruteDeals; {
		r, p := randomRow(t, random)
		winnable, ok := brute.Winnable(&r, &p, *bruteLimit)
		if !ok {
			tally["drawn again"]++
			continue
		}
		n++
		want := solver.Unwinnable
		if winnable {
			want = solver.Winnable
		}
		problem := solver.NewProblem(r, p)
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
		switch piles := len(p.Accordion); {
		case piles > short:
			tally["long"]++
		case piles > webSize:
			tally["longer than a web"]++
		case piles > 4:
			tally["of some length"]++
		}
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
		"winnable", "unwinnable", "long", "longer than a web", "of some length", "suits", "colours", "ranks", "any suit",
		"equal cards", "active, without pieces",
	} {
		if tally[name]*100 < *bruteDeals {
			t.Errorf("%s: only %d of %d deals", name, tally[name], *bruteDeals)
		}
	}
}

// randomRow draws rules and a row under them, in the middle of a game too.
func randomRow(t *testing.T, random *rand.Rand) (rules.Rules, deal.Position) {
	t.Helper()
	some := func(from []string) []string {
		var list []string
		for _, word := range from {
			if random.IntN(3) == 0 {
				list = append(list, word)
			}
		}
		if list == nil {
			list = append(list, from[random.IntN(len(from))])
		}
		return list
	}
	var moves []string
	for d := range 4 {
		moves = append(moves, fmt.Sprintf("L%d", d+1), fmt.Sprintf("R%d", d+1), fmt.Sprintf("L%d", d+1))
	}
	ranks, decks := 1+random.IntN(8), 1+random.IntN(2)
	text, err := json.Marshal(map[string]any{
		"max rank": ranks, "two decks": decks > 1, "suits": []int{4, 4, 2, 1}[random.IntN(4)],
		"tableau piles": map[string]any{"count": 0}, "foundations": map[string]any{"present": false},
		"accordion": map[string]any{
			"size":  1 + random.IntN(min(24, 4*ranks*decks)),
			"moves": some(moves), "build policies": some([]string{"same-suit", "red-black", "same-rank", "same-rank", "same-suit", "any-suit"}),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(random.Uint32() >> 1)}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	s := game.New(&r, &p)
	for range random.IntN(3) {
		if legal := s.Legal(); len(legal) > 0 {
			s.Do(legal[random.IntN(len(legal))])
		}
	}
	return r, s.Position()
}
