package covered

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestShortestBruteForce compares the lengths of shortest solutions with brute force on random small
// games under random rules.
func TestShortestBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(*shortestSeed, 0))
	e := New(memory.New(1<<24), All)
	tally := map[string]int{}
	for p, verdict := range enginetest.Problems(t, random, *shortestDeals, 2000, Handles, enginetest.Rows) {
		if verdict != solver.Winnable {
			continue
		}
		position := p.Position()
		want, ok := enginetest.Shortest(p.Rules(), &position, 6000)
		if !ok {
			continue
		}
		first := e.Solve(nil, p, solver.Budget{})
		got := e.Shortest(nil, p, first.Solution, solver.Budget{})
		if err := got.Verify(p); err != nil {
			t.Fatal(err)
		}
		if n := game.Length(got.Solution); n != want || got.Bound != want || got.Reason != solver.NoReason {
			t.Fatalf("%d moves, at least %d, %q; brute force %d: %s", n, got.Bound, got.Reason, want, p.Text())
		}
		b, start := newBoard(p.Rules(), &position)
		if least := b.least(&start); least > want {
			t.Fatalf("a bound of %d moves, but %d suffice: %s", least, want, p.Text())
		}
		tally["solved"]++
		if game.Length(first.Solution) > want {
			for _, feature := range features(p, solver.Winnable, nil) {
				tally["made shorter, "+feature]++
			}
		}
	}
	t.Log(tally)
	for _, feature := range []string{"pairs", "to the waste", "redeals", "several turned", "stock in play", "all cards"} {
		if tally["made shorter, "+feature] < *shortestDeals/400 {
			t.Errorf("%d solutions were made shorter with %s", tally["made shorter, "+feature], feature)
		}
	}
}

// TestShortest has deals with their shortest lengths, and one whose budget does not suffice.
func TestShortest(t *testing.T) {
	e := New(memory.New(1<<26), All)
	// A deal whose line is 51 moves long at first.
	const slow = `{"rows":[["9D"],["TD","KC"],["KD","3C","7S"],["TC","KH","AD","JS"],["QS","AH","QH","6H","AS"],["3D","TS","9S","7H","4S","3H"],["7D","6C","2C","3S","8S","4D","5S"]],
		"stock":["4C","JH","5C","5H","9H","QC","8D","9C","2S","JC","KS","2H","7C","JD","5D","8C","2D","6S","8H","AC","4H","TH","QD","6D"]}`
	for _, test := range []struct {
		game, deal string
		states     int64
		length     int
		reason     solver.Reason
	}{
		{"pyramid", "solvitaire:3", 0, 35, ""},
		{"pyramid", slow, 500_000, 39, ""},
		{"tripeaks", "solvitaire:3", 0, 42, ""},
		{"tripeaks", "solvitaire:3", 100, 50, solver.States},
	} {
		p := asked(t, test.game, test.deal)
		line := solve(t, e, p, 0).Solution
		got := e.Shortest(nil, p, line, solver.Budget{States: test.states})
		if err := got.Verify(p); err != nil {
			t.Fatal(err)
		}
		if n := game.Length(got.Solution); n != test.length || got.Reason != test.reason || (got.Bound == n) != (test.reason == "") {
			t.Errorf("%s %s: %d moves after %d, at least %d, %q after %d states", test.game, test.deal, n, game.Length(line), got.Bound, got.Reason, got.States)
		}
	}
}

// asked returns the problem of a numbered deal, or of one in JSON.
func asked(t *testing.T, game, cards string) *solver.Problem {
	t.Helper()
	if !strings.HasPrefix(cards, "{") {
		return enginetest.Numbered(t, game, cards)
	}
	g, _ := rules.Lookup(game)
	p, err := deal.Parse([]byte(cards), &g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	return solver.NewProblem(g.Rules, p)
}
