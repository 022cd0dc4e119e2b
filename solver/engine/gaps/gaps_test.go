package gaps

import (
	"fmt"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// solve solves a problem and verifies the result.
func solve(t testing.TB, e *Engine, p *solver.Problem, b solver.Budget) solver.Result {
	t.Helper()
	got := e.Solve(nil, p, b)
	if err := got.Verify(p); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestVerdicts compares verdicts with those of another solver, with and without the dead-end
// test.
func TestVerdicts(t *testing.T) {
	e := New(memory.New(1<<26), All)
	plain := New(memory.New(1<<26), Techniques{Dives: true})
	for number, want := range map[uint64]solver.Verdict{
		1: solver.Winnable, 2: solver.Unwinnable, 3: solver.Unwinnable, 6: solver.Unwinnable, 7: solver.Unwinnable,
		9: solver.Unwinnable, 14: solver.Winnable, 19: solver.Winnable, 20: solver.Unwinnable,
	} {
		p := enginetest.Numbered(t, "gaps-basic-variant", fmt.Sprint("solvitaire:", number))
		got, slow := solve(t, e, p, solver.Budget{}), solve(t, plain, p, solver.Budget{})
		if got.Verdict != want || slow.Verdict != want {
			t.Errorf("%d: %s and, without dead ends, %s", number, got.Verdict, slow.Verdict)
		}
		if want == solver.Unwinnable && got.States >= slow.States {
			t.Errorf("%d: %d states, and without dead ends %d", number, got.States, slow.States)
		}
	}
}

// TestDives wins a deal for which the complete search takes much longer.
func TestDives(t *testing.T) {
	p := enginetest.Numbered(t, "gaps-one-deal", "solvitaire:14")
	if got := solve(t, New(memory.New(1<<26), All), p, solver.Budget{States: 200_000}); got.Verdict != solver.Winnable {
		t.Errorf("%s %s", got.Verdict, got.Reason)
	}
	if got := solve(t, New(memory.New(1<<26), Techniques{DeadEnds: true}), p, solver.Budget{States: 200_000}); got.Verdict != solver.Unknown {
		t.Errorf("without dives: %s", got.Verdict)
	}
}

func TestLuby(t *testing.T) {
	for i, want := range []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1} {
		if got := luby(uint(i) + 1); got != want {
			t.Errorf("dive %d is %d, not %d", i+1, got, want)
		}
	}
}

// TestNoCards checks rows without cards, which are in order from the start.
func TestNoCards(t *testing.T) {
	r, err := rules.Parse([]byte(`{"max rank":1,"tableau piles":{"count":0},"foundations":{"present":false},"sequences":{"count":4}}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	if got := solve(t, New(memory.New(1<<20), All), solver.NewProblem(r, p), solver.Budget{}); got.Verdict != solver.Winnable {
		t.Error(got.Verdict)
	}
}

// TestBudget checks that a budget of states is used exactly in all phases, and that the search is
// deterministic.
func TestBudget(t *testing.T) {
	e := New(memory.New(1<<24), All)
	for _, p := range []*solver.Problem{enginetest.Numbered(t, "gaps-one-deal", "solvitaire:14"), enginetest.Numbered(t, "gaps-basic-variant", "solvitaire:6")} {
		whole := solve(t, e, p, solver.Budget{})
		for _, states := range []int64{1, 2, 1000, firstPhase, firstPhase + 1, firstPhase + diveStates, whole.States - 1} {
			if states >= whole.States {
				continue
			}
			got := solve(t, e, p, solver.Budget{States: states})
			if got.Verdict != solver.Unknown || got.Reason != solver.States || got.States != states {
				t.Errorf("with %d states: %s because %q after %d", states, got.Verdict, got.Reason, got.States)
			}
		}
		if got := solve(t, e, p, solver.Budget{States: whole.States}); got.Verdict != whole.Verdict || got.States != whole.States {
			t.Errorf("with all %d states: %s after %d", whole.States, got.Verdict, got.States)
		}
	}
}

// TestCancelled cancels searches at different moments, and searches again with the same engine.
func TestCancelled(t *testing.T) {
	p := enginetest.Numbered(t, "gaps-one-deal", "solvitaire:14")
	e := New(memory.New(1<<24), All)
	want := solve(t, e, p, solver.Budget{})
	for looks := range 20 {
		got := e.Solve(enginetest.EndsAfter(looks), p, solver.Budget{})
		if got.Verdict != solver.Unknown || got.Reason != solver.Cancelled || got.States > int64(looks)*solver.LookEvery {
			t.Errorf("cancelled at check %d: %s because %q after %d states", looks, got.Verdict, got.Reason, got.States)
		}
	}
	if got := solve(t, e, p, solver.Budget{}); got.States != want.States {
		t.Errorf("%d states, and %d after cancelled searches", want.States, got.States)
	}
}

// TestMemory checks that a search whose path outgrows its memory reports that, and that a search
// in which the table may forget states finds the same.
func TestMemory(t *testing.T) {
	r, err := rules.Parse([]byte(`{"max rank":6,"tableau piles":{"count":0},"foundations":{"present":false},
		"sequences":{"count":4,"direction":"LR","build policy":"any-suit"}}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	e := New(memory.New(0), Techniques{})
	if got := solve(t, e, solver.NewProblem(r, p), solver.Budget{}); got.Verdict != solver.Unknown || got.Reason != solver.Memory {
		t.Errorf("%s because %q", got.Verdict, got.Reason)
	}
	if got := solve(t, e, enginetest.Numbered(t, "gaps-basic-variant", "solvitaire:9"), solver.Budget{}); got.Verdict != solver.Unwinnable {
		t.Errorf("%s because %q", got.Verdict, got.Reason)
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, bench := range []struct {
		game, seed string
	}{{"gaps-basic-variant", "solvitaire:2"}, {"gaps-one-deal", "solvitaire:19"}} {
		b.Run(bench.game+" "+bench.seed, func(b *testing.B) {
			p := enginetest.Numbered(b, bench.game, bench.seed)
			e := New(memory.New(1<<26), All)
			states := int64(0)
			for b.Loop() {
				states += e.Solve(nil, p, solver.Budget{}).States
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
