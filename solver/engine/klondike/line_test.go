package klondike

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	lineDeals = flag.Int("lines", 4, "full deals of each game whose winning lines are followed")
	lineFirst = flag.Int("lines-first", 1, "the first of these deals")
)

// variants returns games with a full pack.
func variants(t testing.TB) map[string]rules.Rules {
	t.Helper()
	known, _ := rules.Lookup("klondike")
	games := map[string]rules.Rules{}
	for _, draw := range []int{1, 2, 3, 7} {
		for _, worry := range []bool{true, false} {
			r := known.Rules
			r.Stock.Count, r.Foundations.Removable = draw, worry
			games[fmt.Sprintf("draw %d, worrying back: %v", draw, worry)] = r
		}
	}
	for _, redeals := range []int{1, 2} {
		r := known.Rules
		r.Stock.Redeals, r.Stock.Count = redeals, 3-redeals
		games[fmt.Sprintf("draw %d, %d redeals", r.Stock.Count, redeals)] = r
	}
	r := known.Rules
	r.Tableau.Build, r.Tableau.GroupPolicy = rules.AnySuit, rules.AnySuit
	games["any suit"] = r
	r.Tableau.Build, r.Tableau.GroupPolicy = rules.SameSuit, rules.SameSuit
	r.Stock.Count = 1
	games["same suit"] = r
	return games
}

// full deals a full pack by number.
func full(t testing.TB, r rules.Rules, number int) *solver.Problem {
	t.Helper()
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(number)}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	return solver.NewProblem(r, p)
}

// TestLines follows winning lines of full deals and searches at every position: with an
// empty table, and with one shared table, the search and the relaxed search, forwards,
// backwards and in random order. No position may be lost.
func TestLines(t *testing.T) {
	random := rand.New(rand.NewPCG(uint64(*lineFirst), 0))
	memory := memory.New(1 << 26)
	defer runtime.KeepAlive(memory) // its words are unmapped with it
	asked := map[string]int{}
	games := variants(t)
	for _, name := range slices.Sorted(maps.Keys(games)) {
		r := games[name]
		for number := *lineFirst; number < *lineFirst+*lineDeals; number++ {
			problem := full(t, r, number)
			line := New(memory, All).Solve(nil, problem, solver.Budget{States: 100_000})
			if err := line.Verify(problem); err != nil {
				t.Fatal(err)
			}
			if line.Verdict != solver.Winnable {
				continue
			}
			start := problem.Position()
			b, ok := newBoard(&r, &start)
			if !ok {
				t.Fatalf("%s: not handled", name)
			}
			var on []deal.Position
			var states []state
			table := game.New(&r, &start)
			for i := range len(line.Solution) + 1 {
				p := table.Position()
				on, states = append(on, p), append(states, b.stateOf(&p))
				if i < len(line.Solution) {
					table.Do(line.Solution[i])
				}
			}

			for i := 0; i < len(on); i += 1 + random.IntN(6) {
				q := solver.NewProblem(r, on[i])
				got := New(memory, All).Solve(nil, q, solver.Budget{States: 3000})
				if err := got.Verify(q); err != nil || got.Verdict == solver.Unwinnable {
					t.Fatalf("%s: %s, want winnable (%v): %s", name, got.Verdict, err, q.Text())
				}
				asked["empty table, "+string(got.Verdict)]++
			}

			words, _ := memory.Take()
			s := newSearches(b, &start, All, words)
			ask := func(i int, question func(*state) outcome) {
				s.meter = meter{limit: 3000}
				from := states[i]
				if question(&from) == isLost {
					t.Fatalf("%s: lost, want winnable: %s", name, solver.NewProblem(r, on[i]).Text())
				}
				asked["shared table"]++
			}
			relaxed := func(from *state) outcome {
				if s.main.relaxed == nil {
					return stopped
				}
				return s.main.searchRelaxed(from)
			}
			search := func(from *state) outcome {
				s.main.settle(from)
				return s.main.search(from, interlude{})
			}
			for i := range states {
				ask(i, relaxed)
			}
			for i := len(states) - 1; i >= 0; i -= 1 + random.IntN(3) {
				ask(i, search)
			}
			for range 2 * len(states) {
				ask(random.IntN(len(states)), relaxed)
				if random.IntN(8) == 0 {
					ask(random.IntN(len(states)), search)
				}
			}
			memory.Done(s.table.touched())
			asked["lines, "+name]++
		}
	}
	if len(asked) < 3+6 {
		t.Errorf("too few games won: %v", asked)
	}
}
