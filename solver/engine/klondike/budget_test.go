package klondike

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestBudget gives all budgets of states up to what a deal takes, of tiny decks, with
// the oracle asked from the start and as it is: no more is spent, and what is said is
// right, and either a verdict or why there is none.
func TestBudget(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 0))
	memory := memory.New(1 << 21)
	said := map[solver.Verdict]int{}
	for deals := 0; deals < 15; {
		r, p := drawn(t, random)
		l := literal{&r, p.Base}
		problem := solver.NewProblem(r, p)
		first := l.read(&p)
		g, ok := l.explore(&first, 3000)
		if !ok || !Handles(problem) {
			continue
		}
		whole := New(memory, All).Solve(context.Background(), problem, solver.Budget{})
		if whole.States < 5 || whole.States > 80 {
			continue
		}
		deals++
		for _, quiet := range []int64{0, 2, quiet} {
			for limit := int64(1); limit <= whole.States+3; limit++ {
				got := asking(memory, All, problem, quiet, limit)
				if err := got.Verify(problem); err != nil {
					t.Fatal(err)
				}
				said[got.Verdict]++
				switch {
				case got.States > limit,
					got.Verdict == solver.Winnable && !g.winnable[0], got.Verdict == solver.Unwinnable && g.winnable[0],
					got.Verdict == solver.Unknown && (got.States != limit || got.Because != solver.States),
					got.Verdict != solver.Unknown && got.Because != solver.Nothing:
					t.Fatalf("%s %s after %d of %d states, brute force: %v, of %s",
						got.Verdict, got.Because, got.States, limit, g.winnable[0], problem.Text())
				}
			}
		}
	}
	if said[solver.Winnable] < 20 || said[solver.Unwinnable] < 20 || said[solver.Unknown] < 300 {
		t.Error(said)
	}
}

// TestBudgetFull gives budgets to full deals, of which the second takes the oracle: the
// same budget has the same result each time and in any memory that suffices; and what
// a deal takes to the letter is enough.
func TestBudgetFull(t *testing.T) {
	known, _ := rules.Lookup("klondike")
	for _, number := range []int{4, 15} {
		problem := full(t, known.Rules, number)
		solve := func(bytes int64, states int64) solver.Result {
			got := New(memory.New(bytes), All).Solve(context.Background(), problem, solver.Budget{States: states})
			if err := got.Verify(problem); err != nil {
				t.Fatal(err)
			}
			return got
		}
		whole := solve(1<<26, 0)
		for _, states := range []int64{1, 2, 100, quiet - 1, quiet, quiet + 1, quiet + 50, whole.States - 1, whole.States} {
			one, other := solve(1<<26, states), solve(1<<25, states)
			if !reflect.DeepEqual(one, other) {
				t.Errorf("deal %d, %d states: %s after %d, and then %s after %d", number, states, one.Verdict, one.States, other.Verdict, other.States)
			}
			if states >= whole.States != (one.Verdict == whole.Verdict) {
				t.Errorf("deal %d: %s within %d states, but it takes %d", number, one.Verdict, states, whole.States)
			}
			if one.Verdict == solver.Unknown && (one.States != states || one.Because != solver.States) {
				t.Errorf("deal %d: %d states of %d, %s", number, one.States, states, one.Because)
			}
		}
	}
}

// TestForgetting solves deals in the smallest arena, whose table forgets most.
func TestForgetting(t *testing.T) {
	for name, r := range variants(t) {
		for number := 1; number <= 6; number++ {
			problem := full(t, r, number)
			large := New(memory.New(1<<26), All).Solve(context.Background(), problem, solver.Budget{States: 20_000})
			small := New(memory.New(0), All).Solve(context.Background(), problem, solver.Budget{States: 60_000})
			if err := small.Verify(problem); err != nil {
				t.Fatal(err)
			}
			if large.Verdict != small.Verdict && large.Verdict != solver.Unknown && small.Verdict != solver.Unknown {
				t.Errorf("%s, deal %d: %s, and in little memory %s", name, number, large.Verdict, small.Verdict)
			}
		}
	}
}

// TestCancelled ends the context: at once, or when it has been looked at a few times.
func TestCancelled(t *testing.T) {
	known, _ := rules.Lookup("klondike")
	problem := full(t, known.Rules, 39)
	for looks := range 40 {
		got := New(memory.New(1<<22), All).Solve(enginetest.EndsAfter(looks), problem, solver.Budget{})
		if got.Verdict != solver.Unknown || got.Because != solver.Cancelled || got.States > int64(looks)*stopEvery {
			t.Errorf("%s %s after %d states and %d looks", got.Verdict, got.Because, got.States, looks)
		}
	}
}

// vast is a position with classes of thousands of states: most of three suits are up
// and can come back on each other, while nothing will ever uncover the ace of the
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

// TestCancelledVast ends the context within one of a few vast classes: they are not
// listed to their end.
func TestCancelledVast(t *testing.T) {
	got := New(memory.New(1<<22), All).Solve(enginetest.EndsAfter(50), vast(t), solver.Budget{})
	if got.Verdict != solver.Unknown || got.Because != solver.Cancelled || got.States > 200 {
		t.Errorf("%s %s after %d states", got.Verdict, got.Because, got.States)
	}
}
