package covered

import (
	"fmt"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// solve solves a problem and verifies the result.
func solve(t testing.TB, e *Engine, p *solver.Problem, states int64) solver.Result {
	t.Helper()
	got := e.Solve(nil, p, solver.Budget{States: states})
	if err := got.Verify(p); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestWeaker compares games of which one allows all that the other allows, on the same deals:
// what is won in the stronger one is won in the weaker one.
func TestWeaker(t *testing.T) {
	e := New(memory.New(1<<26), All)
	won := 0
	for _, pair := range [][2]string{
		{"pyramid-1-pass", "pyramid"}, {"pyramid-strict", "pyramid"}, {"tripeaks-no-wrap", "tripeaks"},
	} {
		for n := range 40 {
			seed := fmt.Sprint("solvitaire:", n+50_000)
			strong := solve(t, e, enginetest.Numbered(t, pair[0], seed), 20_000)
			weak := solve(t, e, enginetest.Numbered(t, pair[1], seed), 20_000)
			if strong.Verdict == solver.Winnable && weak.Verdict == solver.Unwinnable {
				t.Errorf("%s is won in %s and lost in %s", seed, pair[0], pair[1])
			}
			if strong.Verdict == solver.Winnable && weak.Verdict == solver.Winnable {
				won++
			}
		}
	}
	if won < 20 {
		t.Errorf("only %d deals are won in both games", won)
	}
}

// TestMirror turns deals round: the rows from right to left, and the suits in another order. The
// verdict stays.
func TestMirror(t *testing.T) {
	e := New(memory.New(1<<26), All)
	given := map[solver.Verdict]int{}
	for _, name := range []string{"pyramid", "pyramid-strict", "tripeaks", "tripeaks-no-wrap"} {
		g, _ := rules.Lookup(name)
		for n := range 30 {
			p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(60_000 + n)}.Deal(&g.Rules)
			if err != nil {
				t.Fatal(err)
			}
			q := p.Clone()
			for _, row := range q.Rows {
				slices.Reverse(row)
			}
			for _, pile := range slices.Concat(q.Rows, [][]card.Card{q.Stock, q.Waste}) {
				for i, c := range pile {
					pile[i] = card.New(c.Rank(), (c.Suit()+1)%card.Suits)
				}
			}
			a := solve(t, e, solver.NewProblem(g.Rules, p), 30_000)
			b := solve(t, e, solver.NewProblem(g.Rules, q), 30_000)
			if a.Verdict != b.Verdict && a.Verdict != solver.Unknown && b.Verdict != solver.Unknown {
				t.Errorf("%s %d: %s, mirrored %s", name, n+60_000, a.Verdict, b.Verdict)
			}
			given[a.Verdict]++
		}
	}
	if given[solver.Winnable] < 20 || given[solver.Unwinnable] < 20 {
		t.Errorf("the verdicts are %v", given)
	}
}

// TestBudget checks that a budget of states is used exactly, and that the search is deterministic.
func TestBudget(t *testing.T) {
	e := New(memory.New(1<<24), All)
	p := enginetest.Numbered(t, "pyramid-1-pass", "solvitaire:49")
	whole := solve(t, e, p, 0)
	if whole.Verdict == solver.Unknown || whole.States < 5000 {
		t.Fatalf("%s after %d states", whole.Verdict, whole.States)
	}
	for _, states := range []int64{1, 2, 255, 256, 257, 5000, whole.States - 1} {
		if got := solve(t, e, p, states); got.Verdict != solver.Unknown || got.Reason != solver.States || got.States != states {
			t.Errorf("with %d states: %s %s after %d", states, got.Verdict, got.Reason, got.States)
		}
	}
	if got := solve(t, e, p, whole.States); got.Verdict != whole.Verdict || got.States != whole.States {
		t.Errorf("%s after %d states, and again %s after %d", whole.Verdict, whole.States, got.Verdict, got.States)
	}
}

// TestCancelled checks that a search ends with its clock.
func TestCancelled(t *testing.T) {
	got := New(memory.New(1<<20), All).Solve(enginetest.EndsAfter(0), enginetest.Numbered(t, "pyramid-1-pass", "solvitaire:49"), solver.Budget{})
	if got.Verdict != solver.Unknown || got.Reason != solver.Cancelled {
		t.Errorf("%s %s", got.Verdict, got.Reason)
	}
}
