package accordion

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// sparse returns a deal whose rules leave few moves: only ranks count, and piles move by one or
// two.
func sparse(t testing.TB) *solver.Problem {
	t.Helper()
	r, err := rules.Parse([]byte(`{"tableau piles":{"count":0},"foundations":{"present":false},
		"accordion":{"size":52,"moves":["L1","R1","L2"],"build policies":["same-rank"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	return solver.NewProblem(r, p)
}

// solve solves a problem and verifies the result.
func solve(t testing.TB, e *Engine, p *solver.Problem, b solver.Budget) solver.Result {
	t.Helper()
	got := e.Solve(nil, p, b)
	if err := got.Verify(p); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestDives wins full rows, nearly all of which can be won, with one move for every pile but one.
func TestDives(t *testing.T) {
	e := New(memory.New(1<<24), All)
	for n := range uint64(12) {
		got := solve(t, e, enginetest.Numbered(t, "accordion", fmt.Sprint("solvitaire:", n+1)), solver.Budget{States: 1_000_000})
		if got.Verdict != solver.Winnable || len(got.Solution) != 51 {
			t.Errorf("%d: %s %s, %d moves", n+1, got.Verdict, got.Reason, len(got.Solution))
		}
	}
}

// TestLongRow checks that the search proves a full row unwinnable if there are few moves.
func TestLongRow(t *testing.T) {
	got := solve(t, New(memory.New(1<<24), Techniques{Dives: true}), sparse(t), solver.Budget{})
	if got.Verdict != solver.Unwinnable || got.States == 0 || got.States >= firstPhase {
		t.Errorf("%s after %d states", got.Verdict, got.States)
	}
}

// TestMoreMoves compares moreMoves with counting the moves before and after a step.
func TestMoreMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	r := enginetest.Numbered(t, "accordion", "solvitaire:1").Rules()
	for n := range uint64(20) {
		for _, moves := range []string{"L1 L3", "L1 R1", "L2 R2 L3 R5", "R1 L52 L7"} {
			rs := *r
			rs.Accordion.Moves = moves
			w := newRow(&rs, enginetest.Numbered(t, "accordion", fmt.Sprint("solvitaire:", n)).Position().Accordion)
			for {
				steps := w.steps(nil)
				if len(steps) == 0 {
					break
				}
				m := steps[random.IntN(len(steps))]
				more := w.moreMoves(int(m.from), int(m.to))
				w.do(&m)
				if got := len(w.steps(nil)); got != len(steps)+more {
					t.Fatalf("%s: %d moves and %d more, but %d", moves, len(steps), more, got)
				}
			}
		}
	}
}

// TestGraph plays rows down as cards and as graphs, and undoes the steps. The graphs must be
// those of the rows, and different graphs must have different keys.
func TestGraph(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	known := map[memory.Pair]graph{}
	for n := range uint64(300) {
		p := enginetest.Numbered(t, "late-binding-solitaire", fmt.Sprint("solvitaire:", n))
		w := newRow(p.Rules(), p.Position().Accordion[:graphSize])
		before := fmt.Sprint(w.cards)
		s := newGraph(w)
		var path []step
		for {
			if s != newGraph(w) {
				t.Fatalf("%v is %v, not %v", w.cards, newGraph(w), s)
			}
			if other, ok := known[s.key()]; ok && other != s {
				t.Fatalf("%v and %v have one key", s, other)
			}
			known[s.key()] = s
			steps := w.steps(nil)
			if len(steps) == 0 {
				break
			}
			m := steps[random.IntN(len(steps))]
			s = s.after(int(m.from), int(m.to))
			w.do(&m)
			path = append(path, m)
		}
		for len(path) > 0 {
			w.undo(&path[len(path)-1])
			path = path[:len(path)-1]
		}
		if after := fmt.Sprint(w.cards); after != before {
			t.Fatalf("%s became %s", before, after)
		}
	}
}

// TestBudget checks that a budget of states is used exactly in all phases, and that the search is
// deterministic.
func TestBudget(t *testing.T) {
	e := New(memory.New(1<<24), All)
	for _, p := range []*solver.Problem{enginetest.Numbered(t, "accordion", "solvitaire:4"), enginetest.Numbered(t, "late-binding-solitaire", "solvitaire:13")} {
		whole := solve(t, e, p, solver.Budget{})
		for _, states := range []int64{1, 2, 1000, firstPhase, firstPhase + 1, 4 * firstPhase, 4*firstPhase + 1, whole.States - 1} {
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
	p := enginetest.Numbered(t, "accordion", "solvitaire:4")
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

// TestMemory checks that verdicts are the same in the smallest memory, in which the table forgets
// more.
func TestMemory(t *testing.T) {
	e := New(memory.New(0), All)
	for n, want := range map[uint64]solver.Verdict{1: solver.Winnable, 3: solver.Unwinnable, 13: solver.Unwinnable, 20: solver.Unwinnable} {
		if got := solve(t, e, enginetest.Numbered(t, "late-binding-solitaire", fmt.Sprint("solvitaire:", n)), solver.Budget{}); got.Verdict != want {
			t.Errorf("%d: %s", n, got.Verdict)
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, bench := range []struct {
		game, seed string
	}{{"accordion", "solvitaire:4"}, {"late-binding-solitaire", "solvitaire:13"}} {
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

// TestManyMoves has the largest row and the most distances that the rules allow, in which 256
// states take one or two milliseconds, and checks that the clock is asked as often.
func TestManyMoves(t *testing.T) {
	var moves []string
	for d := range 52 {
		moves = append(moves, fmt.Sprintf("L%d", d+1), fmt.Sprintf("R%d", d+1))
	}
	text, err := json.Marshal(map[string]any{
		"two decks": true, "tableau piles": map[string]any{"count": 0}, "foundations": map[string]any{"present": false},
		"accordion": map[string]any{"size": 104, "moves": moves, "build policies": []string{"same-rank"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	// The row is not connected. Without that test the engine has to search.
	e := New(memory.New(1<<24), Techniques{Dives: true})
	problem := solver.NewProblem(r, p)
	got := e.Solve(enginetest.EndsAfter(200), problem, solver.Budget{})
	if got.Reason != solver.Cancelled || got.States > 200*solver.LookEvery {
		t.Errorf("%s because %q after %d states", got.Verdict, got.Reason, got.States)
	}
}
