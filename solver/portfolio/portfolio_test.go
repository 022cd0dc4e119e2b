package portfolio

import (
	"context"
	"encoding/csv"
	"os"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// problem poses a numbered deal of a game of the catalogue.
func problem(t testing.TB, name, seed string) *solver.Problem {
	t.Helper()
	g, known := rules.Lookup(name)
	if !known {
		t.Fatalf("no game is called %s", name)
	}
	s, err := deal.ParseSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	position, err := s.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	p := solver.NewProblem(g.Rules, position)
	return p
}

// TestOtherSolver compares verdicts with those of Solvitaire 0.10.1 on deals that
// it found easy, of each game that we play: a sample of what `make truth` compares.
func TestOtherSolver(t *testing.T) {
	file, err := os.Open("testdata/solvitaire.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	engine := New(1 << 27)
	compared := 0
	for _, row := range rows[1:] {
		name, seed, want := row[0], row[1], solver.Verdict(row[2])
		p := problem(t, name, seed)
		compared++
		got := engine.Solve(context.Background(), p, solver.Budget{States: 100_000})
		if err := got.Verify(p); err != nil {
			t.Errorf("%s %s: %v", name, seed, err)
		}
		if got.Verdict != want {
			t.Errorf("%s %s: %s %s after %d states, but Solvitaire says %s", name, seed, got.Verdict, got.Because, got.States, want)
		}
	}
	if compared < 250 {
		t.Errorf("only %d deals compared", compared)
	}
}

func TestFreeCell(t *testing.T) {
	engine := New(1 << 27)
	for seed, want := range map[string]solver.Verdict{
		"microsoft:1": solver.Winnable, "microsoft:617": solver.Winnable,
		// The one deal of Microsoft's first 32,000 that can't be won.
		"microsoft:11982": solver.Unwinnable,
		// Found unwinnable by exhaustive search among the first million (S. Fish).
		"microsoft:146692": solver.Unwinnable, "microsoft:781948": solver.Unwinnable,
	} {
		p := problem(t, "free-cell", seed)
		got := engine.Solve(context.Background(), p, solver.Budget{})
		if err := got.Verify(p); err != nil || got.Verdict != want {
			t.Errorf("%s: %s %s, want %s (%v)", seed, got.Verdict, got.Because, want, err)
		}
	}
}

// TestStatesBudget checks that a budget of states alone decides how a search goes,
// and that it is kept.
func TestStatesBudget(t *testing.T) {
	p := problem(t, "klondike", "solvitaire:3") // takes hundreds of thousands of states
	engine := New(1 << 27)
	var first solver.Result
	for i, budget := range []int64{5000, 5000, 1, 2, 11, 300} {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		got := engine.Solve(ctx, p, solver.Budget{States: budget})
		cancel()
		if got.Verdict != solver.Unknown || got.Because != solver.States {
			t.Errorf("%d states: %s because %s", budget, got.Verdict, got.Because)
		}
		if got.States > budget {
			t.Errorf("%d states: searched %d", budget, got.States)
		}
		switch i {
		case 0:
			first = got
		case 1:
			if got.States != first.States {
				t.Errorf("%d states searched, then %d under the same budget", first.States, got.States)
			}
		}
	}
}

// TestSpiders checks that beams win, that the complete search comes after them, and
// that a budget of states alone decides how it goes.
func TestSpiders(t *testing.T) {
	engine := New(1 << 27)
	for _, test := range []struct {
		game, seed string
		want       solver.Verdict
		by         string
	}{
		{"spider", "solvitaire:1", solver.Winnable, "spider"},
		{"spider-solvitaire", "solvitaire:1", solver.Winnable, "spider"},
		{"simple-simon", "solvitaire:10", solver.Unwinnable, "search"},
		{"simple-simon", "solvitaire:97", solver.Unwinnable, "search"},
		{"spiderette", "solvitaire:11", solver.Unknown, "search"},
	} {
		p := problem(t, test.game, test.seed)
		var first solver.Result
		for i := range 2 {
			got := engine.Solve(context.Background(), p, solver.Budget{States: 300_000})
			if err := got.Verify(p); err != nil {
				t.Error(err)
			}
			if got.Verdict != test.want || got.Engine != test.by || got.States > 300_000 {
				t.Errorf("%s %s: %s by %s after %d states", test.game, test.seed, got.Verdict, got.Engine, got.States)
			}
			if i == 0 {
				first = got
			} else if got.States != first.States || len(got.Solution) != len(first.Solution) {
				t.Errorf("%s %s: %d states and %d moves, then %d and %d", test.game, test.seed,
					first.States, len(first.Solution), got.States, len(got.Solution))
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	got := New(1<<24).Solve(ctx, problem(t, "klondike", "solvitaire:3"), solver.Budget{})
	if got.Verdict != solver.Unknown || got.Because != solver.Cancelled {
		t.Errorf("%s because %s", got.Verdict, got.Because)
	}
}

// stuck poses a position in which nothing can move: the aces lie under the twos.
func stuck(t *testing.T) *solver.Problem {
	t.Helper()
	r, err := rules.Parse([]byte(`{"max rank":2,"tableau piles":{"count":4,"build policy":"red-black","spaces policy":"no-build"},
		"foundations":{"removable":true}}`))
	if err != nil {
		t.Fatal(err)
	}
	position, err := deal.Parse([]byte(`{"tableau piles":[["AC","2C"],["AH","2H"],["AS","2S"],["AD","2D"]]}`), &r)
	if err != nil {
		t.Fatal(err)
	}
	p := solver.NewProblem(r, position)
	return p
}

// endsAfter is a context that ends once it has been looked at so often.
type endsAfter struct {
	context.Context
	looks int
}

func (c *endsAfter) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestReason checks that an unknown has a reason, whichever of the searches the
// budget ends with.
func TestReason(t *testing.T) {
	engine := New(1 << 20)
	for states := int64(1); states < 4; states++ {
		got := engine.Solve(context.Background(), stuck(t), solver.Budget{States: states})
		if (got.Verdict == solver.Unknown) != (got.Because != solver.Nothing) {
			t.Errorf("with %d states: %s because %q", states, got.Verdict, got.Because)
		}
	}
	hard := problem(t, "klondike", "solvitaire:22")
	for looks := range 50 {
		got := engine.Solve(&endsAfter{context.Background(), looks}, hard, solver.Budget{States: 20_000})
		if got.Verdict != solver.Unknown || got.Because != solver.Cancelled {
			t.Errorf("cancelled at look %d: %s because %q", looks, got.Verdict, got.Because)
		}
	}
}

func TestTechniques(t *testing.T) {
	p := problem(t, "klondike", "solvitaire:2")
	for _, name := range TechniqueNames() {
		technique, err := ParseTechnique(name)
		if err != nil {
			t.Fatal(err)
		}
		got := New(1<<27, technique).Solve(context.Background(), p, solver.Budget{States: 100_000})
		if err := got.Verify(p); err != nil {
			t.Errorf("without %s: %v", name, err)
		}
		if got.Verdict == solver.Unwinnable {
			t.Errorf("without %s: unwinnable", name)
		}
	}
	if _, err := ParseTechnique("cleverness"); err == nil {
		t.Error("a technique of no such name is accepted")
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, bench := range []struct{ game, seed string }{
		{"klondike", "solvitaire:1"}, {"free-cell", "microsoft:11982"}, {"beleaguered-castle", "solvitaire:1"},
	} {
		b.Run(bench.game, func(b *testing.B) {
			p := problem(b, bench.game, bench.seed)
			engine := New(1 << 28)
			states := int64(0)
			for b.Loop() {
				states += engine.Solve(context.Background(), p, solver.Budget{}).States
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
