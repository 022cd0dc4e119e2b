package discard

import (
	"fmt"
	"math/rand/v2"
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

// TestRelabelled gives the suits other names, and where columns can't be told apart puts them in
// another order. The verdict stays.
func TestRelabelled(t *testing.T) {
	e := New(memory.New(1<<26), All)
	random := rand.New(rand.NewPCG(13, 52))
	given := map[solver.Verdict]int{}
	for _, name := range []string{"aces-up", "baroness", "thirteens", "fourteen-out", "nestor", "monte-carlo"} {
		g, _ := rules.Lookup(name)
		for n := range 20 {
			p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(70_000 + n)}.Deal(&g.Rules)
			if err != nil {
				t.Fatal(err)
			}
			q := p.Clone()
			if !p.ColumnsOrdered(&g.Rules) {
				random.Shuffle(len(q.Tableau), func(i, j int) { q.Tableau[i], q.Tableau[j] = q.Tableau[j], q.Tableau[i] })
			}
			piles := [][]card.Card{q.Stock}
			for _, c := range q.Tableau {
				piles = append(piles, c.Cards)
			}
			for _, pile := range piles {
				for i, c := range pile {
					pile[i] = card.New(c.Rank(), (c.Suit()+1)%card.Suits)
				}
			}
			a := solve(t, e, solver.NewProblem(g.Rules, p), 10_000)
			b := solve(t, e, solver.NewProblem(g.Rules, q), 10_000)
			if a.Verdict != b.Verdict && a.Verdict != solver.Unknown && b.Verdict != solver.Unknown {
				t.Errorf("%s %d: %s, relabelled %s", name, n+70_000, a.Verdict, b.Verdict)
			}
			given[a.Verdict]++
		}
	}
	if given[solver.Winnable] < 20 || given[solver.Unwinnable] < 20 {
		t.Errorf("the verdicts are %v", given)
	}
}

// TestWeaker lets any two cards of a rank go, not only neighbours: what was won is won.
func TestWeaker(t *testing.T) {
	e := New(memory.New(1<<26), All)
	g, _ := rules.Lookup("monte-carlo")
	weak := g.Rules
	weak.Discard.Row = 0
	won := 0
	for n := range 40 {
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(80_000 + n)}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		if solve(t, e, solver.NewProblem(g.Rules, p), 5000).Verdict == solver.Winnable {
			won++
			if got := solve(t, e, solver.NewProblem(weak, p), 5000); got.Verdict == solver.Unwinnable {
				t.Errorf("%d is lost with more pairs", n+80_000)
			}
		}
	}
	if won < 20 {
		t.Errorf("only %d deals are won", won)
	}
}

// TestBudget checks that a budget of states is used exactly, and that the search is deterministic.
func TestBudget(t *testing.T) {
	e := New(memory.New(1<<24), All)
	p := enginetest.Numbered(t, "monte-carlo", "solvitaire:16")
	whole := solve(t, e, p, 0)
	if whole.Verdict == solver.Unknown || whole.States < 3000 {
		t.Fatalf("%s after %d states", whole.Verdict, whole.States)
	}
	for _, states := range []int64{1, 2, 255, 256, 257, 2500, whole.States - 1} {
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
	got := New(memory.New(1<<20), All).Solve(enginetest.EndsAfter(0), enginetest.Numbered(t, "aces-up", "solvitaire:1"), solver.Budget{})
	if got.Verdict != solver.Unknown || got.Reason != solver.Cancelled {
		t.Errorf("%s %s", got.Verdict, got.Reason)
	}
}

// TestTechniques has positions that a technique decides at once, and others like them that it must
// not.
func TestTechniques(t *testing.T) {
	for _, test := range []struct {
		name, discard, spaces, stock, deal string
		relaxed                            bool   // says that the position is lost
		atOnce                             string // the removal made at once
	}{
		{"too few partners", `"pair-sum","sum":5`, "no-build", "0", `[["AS","AH","4D"],["4H"],[],[]]`, true, ""},
		{"partners in one column", `"pair-sum","sum":5`, "no-build", "0", `[["AS","4S"],[],[],[]]`, true, ""},
		{"a space to part them", `"pair-sum","sum":5`, "any", "0", `[["AS","4S"],[],[],[]]`, false, ""},
		{"a rank in one column", `"pair-rank"`, "no-build", "0", `[["AS","AH","AD"],["AC"],[],[]]`, false, ""},
		{"over and under each other", `"pair-rank"`, "no-build", "0", `[["AS","2S"],["2H","AH"],[],[]]`, true, ""},
		{"an ace over a card, and no column without", `"lower-in-suit"`, "any", "0", `[["2S","AS"],["AH"],["AD"],["AC"]]`, true, ""},
		{"an ace over a card, and a column to empty", `"lower-in-suit"`, "any", "0", `[["2S","AS"],["AH","AC"],["AD"],["3S"]]`, false, "3S"},
		{"alone", `"pair-sum","sum":4`, "any", "0", `[["4S"],["AH","3D"],["AD"],["3C"]]`, false, "4S"},
		{"the lowest of its suit, with a stock", `"lower-in-suit"`, "any", `3,"deal type":"tableau piles"`, `[["2S"],["4S"],["AH"],[]],"stock":["AS","AD","AC"]`, false, "2S"},
		{"needed for a lower one in the stock", `"lower-in-suit"`, "any", `4,"deal type":"tableau piles"`, `[["3S"],["4S"],["AH"],[]],"stock":["AS","AD","2S","AC"]`, false, ""},
		{"not while spaces forbid the deal", `"pair-sum","sum":4`, "any", `1,"deal type":"tableau piles","deal onto spaces":false`, `[["4S"],["AH"],["AD"],["3C"]],"stock":["3S"]`, false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := rules.Parse(fmt.Appendf(nil, `{"max rank":4,"foundations":{"present":false},"tableau piles":{"count":4,"build policy":"no-build","spaces policy":%q},
				"stock":{"size":%s},"discard":{"policy":%s}}`, test.spaces, test.stock, test.discard))
			if err != nil {
				t.Fatal(err)
			}
			p, err := deal.Parse([]byte(`{"tableau piles":`+test.deal+`}`), &r)
			if err != nil {
				t.Fatal(err)
			}
			b, s := newBoard(&r, &p)
			if got := (&relaxation{board: b}).lost(&s); got != test.relaxed {
				t.Errorf("lost until a column is empty is %t", got)
			}
			gone := ""
			if m, ok := b.atOnce(&s); ok {
				gone = s.top(int(m.one)).String()
			}
			if gone != test.atOnce {
				t.Errorf("%q goes at once", gone)
			}
			if got := solve(t, New(memory.New(1<<20), Techniques{}), solver.NewProblem(r, p), 0); test.relaxed && got.Verdict != solver.Unwinnable {
				t.Errorf("without techniques: %s", got.Verdict)
			}
		})
	}
}
