package klondike

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestBudget solves tiny decks under every budget up to what they need, with the
// relaxed search from the start and after its usual delay. The budget must be kept, and
// the result must be a correct verdict or the reason for none.
func TestBudget(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 0))
	memory := memory.New(1 << 21)
	verdicts := map[solver.Verdict]int{}
	for deals := 0; deals < 15; {
		r, p := drawn(t, random)
		l := literal{&r, p.Base}
		problem := solver.NewProblem(r, p)
		first := l.read(&p)
		g, ok := l.explore(&first, 3000)
		if !ok || !Handles(problem) {
			continue
		}
		whole := New(memory, All).Solve(nil, problem, solver.Budget{})
		if whole.States < 5 || whole.States > 80 {
			continue
		}
		deals++
		for _, delay := range []int64{0, 2, relaxedDelay} {
			for limit := int64(1); limit <= whole.States+3; limit++ {
				got := solveAfter(memory, All, problem, delay, 1+delay, limit)
				if err := got.Verify(problem); err != nil {
					t.Fatal(err)
				}
				verdicts[got.Verdict]++
				switch {
				case got.States > limit,
					got.Verdict == solver.Winnable && !g.winnable[0], got.Verdict == solver.Unwinnable && g.winnable[0],
					got.Verdict == solver.Unknown && (got.States != limit || got.Reason != solver.States),
					got.Verdict != solver.Unknown && got.Reason != solver.NoReason:
					t.Fatalf("%s %s after %d states, budget %d; brute force: winnable %v: %s",
						got.Verdict, got.Reason, got.States, limit, g.winnable[0], problem.Text())
				}
			}
		}
	}
	if verdicts[solver.Winnable] < 20 || verdicts[solver.Unwinnable] < 20 || verdicts[solver.Unknown] < 300 {
		t.Errorf("verdicts: %v", verdicts)
	}
}

// TestBudgetFull gives budgets to full deals; the second uses the relaxed search. The
// same budget must give the same result every time and in any memory that suffices, and
// exactly what a deal needs must be enough.
func TestBudgetFull(t *testing.T) {
	known, _ := rules.Lookup("klondike")
	for _, number := range []int{4, 15} {
		problem := full(t, known.Rules, number)
		solve := func(bytes int64, states int64) solver.Result {
			got := New(memory.New(bytes), All).Solve(nil, problem, solver.Budget{States: states})
			if err := got.Verify(problem); err != nil {
				t.Fatal(err)
			}
			return got
		}
		whole := solve(1<<26, 0)
		for _, states := range []int64{1, 2, 100, relaxedDelay - 1, relaxedDelay, relaxedDelay + 1, relaxedDelay + 50, whole.States - 1, whole.States} {
			one, other := solve(1<<26, states), solve(1<<25, states)
			if !reflect.DeepEqual(one, other) {
				t.Errorf("deal %d, budget %d: %s after %d states, then %s after %d", number, states, one.Verdict, one.States, other.Verdict, other.States)
			}
			if states >= whole.States != (one.Verdict == whole.Verdict) {
				t.Errorf("deal %d: %s with a budget of %d states; it needs %d", number, one.Verdict, states, whole.States)
			}
			if one.Verdict == solver.Unknown && (one.States != states || one.Reason != solver.States) {
				t.Errorf("deal %d: %d states, budget %d: %s", number, one.States, states, one.Reason)
			}
		}
	}
}

// TestForgetting solves deals in the smallest arena, whose table forgets most entries.
func TestForgetting(t *testing.T) {
	for name, r := range variants(t) {
		for number := 1; number <= 6; number++ {
			problem := full(t, r, number)
			large := New(memory.New(1<<26), All).Solve(nil, problem, solver.Budget{States: 20_000})
			small := New(memory.New(0), All).Solve(nil, problem, solver.Budget{States: 60_000})
			if err := small.Verify(problem); err != nil {
				t.Fatal(err)
			}
			if large.Verdict != small.Verdict && large.Verdict != solver.Unknown && small.Verdict != solver.Unknown {
				t.Errorf("%s, deal %d: %s, but %s in little memory", name, number, large.Verdict, small.Verdict)
			}
		}
	}
}

// TestCancelled ends the clock at once, or after some looks at it.
func TestCancelled(t *testing.T) {
	known, _ := rules.Lookup("klondike")
	problem := full(t, known.Rules, 39)
	for looks := range 40 {
		got := New(memory.New(1<<22), All).Solve(enginetest.EndsAfter(looks), problem, solver.Budget{})
		if got.Verdict != solver.Unknown || got.Reason != solver.Cancelled || got.States > int64(looks)*stopEvery {
			t.Errorf("%s %s after %d states and %d checks", got.Verdict, got.Reason, got.States, looks)
		}
	}
}

// vast is a position with classes of thousands of states: most cards of three suits are
// up and can come back onto each other, while nothing ever uncovers the ace of the
// fourth.
func vast(t testing.TB) *solver.Problem {
	t.Helper()
	r, err := rules.Parse([]byte(`{"tableau piles": {"count": 15, "build policy": "any-suit", "spaces policy": "no-build",
		"move built group": "yes", "face up cards": "top"}, "foundations": {"removable": true}}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Parse([]byte(`{"tableau piles": [["KC"], ["KH"], ["KS"], ["Ad", "KD"], ["2D"], ["3D"], ["4D"], ["5D"], ["6D"], ["7D"],
		["8D"], ["9D"], ["TD"], ["JD"], ["QD"]], "foundations": [
		"AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC",
		"AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH",
		"AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS"]}`), &r)
	if err != nil {
		t.Fatal(err)
	}
	return solver.NewProblem(r, p)
}

// TestCancelledVast ends the clock within one of a few vast classes. They must not be
// listed to their end.
func TestCancelledVast(t *testing.T) {
	got := New(memory.New(1<<22), All).Solve(enginetest.EndsAfter(50), vast(t), solver.Budget{})
	if got.Verdict != solver.Unknown || got.Reason != solver.Cancelled || got.States > 200 {
		t.Errorf("%s %s after %d states", got.Verdict, got.Reason, got.States)
	}
}
