package spider

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// family is the games of the catalogue that the engine plays, with deals of each that
// are won quickly.
var family = map[string][]uint64{
	"simple-simon": {1, 2, 3, 5, 7}, "will-o-the-wisp": {1, 2, 3, 4, 5}, "mrs-mop": {2, 3, 5},
	"spiderette": {1, 2, 3, 4, 5}, "spiderette-1-suit": {1, 2, 3}, "spiderette-2-suit": {1, 2, 3},
	"spider-1-suit": {1, 2, 3}, "spider-2-suit": {1, 2, 3}, "spider": {1, 2, 3, 4, 5, 6, 7},
	// The games as Solvitaire plays them, with cards going up one by one.
	"simple-simon-solvitaire": {1, 2, 3}, "will-o-the-wisp-solvitaire": {1, 2, 3}, "spiderette-solvitaire": {1, 2, 3},
	"spider-solvitaire": {1, 2, 3}, "mrs-mop-solvitaire": {1, 2, 3},
}

// TestFamily wins deals of every game of the family and verifies the solutions.
func TestFamily(t *testing.T) {
	engine := New(memory.New(1<<26), Widening)
	for name, numbers := range family {
		for _, number := range numbers {
			p := enginetest.Numbered(t, name, fmt.Sprint("solvitaire:", number))
			if !Handles(p) {
				t.Fatalf("%s not handled", name)
			}
			got := engine.Solve(nil, p, solver.Budget{States: 2_000_000})
			if err := got.Verify(p); err != nil {
				t.Errorf("%s %d: %v", name, number, err)
			}
			if got.Verdict != solver.Winnable {
				t.Errorf("%s %d: %s %q after %d states", name, number, got.Verdict, got.Reason, got.States)
			}
			if n := game.Length(got.Solution); n > 400 {
				t.Errorf("%s %d: %d moves", name, number, n)
			}
		}
	}
}

// TestOtherGames checks that the engine rejects other games.
func TestOtherGames(t *testing.T) {
	for _, name := range []string{"klondike", "free-cell", "black-hole", "canfield", "accordion", "gaps-basic-variant"} {
		g, known := rules.Lookup(name)
		if !known {
			t.Fatalf("no game %s", name)
		}
		if playable(&g.Rules) {
			t.Errorf("%s handled", name)
		}
	}
}

// TestChildren compares children with the positions that their moves lead to, and the
// moves with the referee's, on random walks through every game.
func TestChildren(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	compared := 0
	for name := range family {
		for number := range uint64(6) {
			compared += walk(t, random, enginetest.Numbered(t, name, fmt.Sprint("solvitaire:", number)), 200)
		}
	}
	for tiny := 0; tiny < 200; {
		if p := solver.NewProblem(enginetest.Draw(t, random, enginetest.Spider)); Handles(p) {
			compared += walk(t, random, p, 40)
			tiny++
		}
	}
	if compared < 20_000 {
		t.Errorf("only %d children compared", compared)
	}
}

// walk takes a random walk and returns the number of children compared.
func walk(t *testing.T, random *rand.Rand, p *solver.Problem, steps int) (compared int) {
	t.Helper()
	position := p.Position()
	g := compile(p.Rules(), &position)
	g.weigh(random.Uint64N(3)) // the standard weights, or others
	b, packed, limit := newBoard(g), make([]byte, g.packed()), random.IntN(400)
	at := &layout{}
	at.lay(&position)
	referee := game.New(p.Rules(), &position)
	for range steps {
		at.pack(g, packed)
		b.read(packed) // what was computed of the last position helps
		children := b.moves(nil, math.MaxInt32)
		if g.deals(at) {
			m, score := g.deal(at, b.score)
			children = append(children, child{move: m, score: int32(score)})
		}
		if len(children) == 0 {
			break
		}
		compared += len(children)
		good := slices.DeleteFunc(slices.Clone(children), func(c child) bool { return int(c.score) >= limit || c.move.from == fromStock })
		if !slices.Equal(b.moves(nil, limit), good) {
			t.Fatalf("%s: with scores below %d: want %v", p.Text(), limit, good)
		}
		for _, c := range children {
			made := *at
			made.do(g, c.move)
			made.pack(g, packed)
			after := newBoard(g)
			after.read(packed)
			if c.move.from == fromStock {
				c.key, c.kind = after.key, after.kind // those of a deal are not computed
			}
			if after.key != c.key || after.score != int(c.score) || after.kind != c.kind {
				t.Fatalf("%s: move %v: key %x, score %d, kind %x, want %x, %d, %x",
					p.Text(), c.move, c.key, c.score, c.kind, after.key, after.score, after.kind)
			}
		}
		chosen := children[random.IntN(len(children))].move
		m := at.toMove(g, chosen)
		if refusal := referee.Check(m); refusal != "" {
			t.Fatalf("%s: %s: %s", p.Text(), m, refusal)
		}
		referee.Do(m)
		b.make(chosen)
		same(t, referee, b)
	}
	return compared
}

// same compares the engine's cards with the referee's.
func same(t *testing.T, referee *game.State, b *board) {
	t.Helper()
	at := referee.Position()
	want := &layout{}
	want.lay(&at)
	for i := range b.g.columns {
		if want.length[i] != b.length[i] || want.down[i] != b.down[i] ||
			string(want.cards[i][:want.length[i]]) != string(b.cards[i][:b.length[i]]) {
			t.Fatalf("column %d differs from the referee's %v", i, at.Tableau[i])
		}
	}
	if want.height != b.height || len(at.Stock) != len(b.g.stock)-int(b.dealt) || b.won(b.g) != referee.Won() {
		t.Fatal("foundations or stock differ from the referee's")
	}
}

// hard is a deal that takes millions of positions, if it can be won at all.
func hard(t testing.TB) *solver.Problem { return enginetest.Numbered(t, "spiderette", "solvitaire:11") }

// TestBudgets checks that a budget of states is kept exactly and that the search is the
// same each time.
func TestBudgets(t *testing.T) {
	engine := New(memory.New(1<<26), Widening)
	p := hard(t)
	for _, states := range []int64{1, 2, 3, 100, 5000, 60_000} {
		first := engine.Solve(nil, p, solver.Budget{States: states})
		if first.Verdict != solver.Unknown || first.Reason != solver.States || first.States != states {
			t.Errorf("budget of %d states: %s %q after %d", states, first.Verdict, first.Reason, first.States)
		}
	}
	p = enginetest.Numbered(t, "spiderette", "solvitaire:3")
	first := engine.Solve(nil, p, solver.Budget{States: 1_000_000})
	engine.Solve(nil, enginetest.Numbered(t, "spider", "solvitaire:2"), solver.Budget{States: 50_000})
	again := engine.Solve(nil, p, solver.Budget{States: 1_000_000})
	if first.Verdict != solver.Winnable || first.States != again.States || fmt.Sprint(first.Solution) != fmt.Sprint(again.Solution) {
		t.Errorf("%s in %d states and %d moves, then %s in %d states and %d moves",
			first.Verdict, first.States, len(first.Solution), again.Verdict, again.States, len(again.Solution))
	}
}

// TestTime checks that a search ends with its clock, says why, and looks often whether it
// has to end.
func TestTime(t *testing.T) {
	engine := New(memory.New(1<<28), Widening)
	p := hard(t)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if got := engine.Solve(solver.NewClock(ctx), p, solver.Budget{}); got.Verdict != solver.Unknown || got.Reason != solver.Deadline {
		t.Errorf("deadline: %s %q", got.Verdict, got.Reason)
	}
	const most = 16 // states between two looks
	for _, looks := range []int{0, 1, 10, 100, 1000, 10_000} {
		got := engine.Solve(enginetest.EndsAfter(looks), p, solver.Budget{})
		if got.Verdict != solver.Unknown || got.Reason != solver.Cancelled {
			t.Errorf("cancelled: %s %q", got.Verdict, got.Reason)
		}
		if got.States > int64(most*(looks+1)) {
			t.Errorf("%d states, and only %d looks at the context", got.States, looks)
		}
	}
}

// TestMemory checks that a search that outgrows its memory ends and says so.
func TestMemory(t *testing.T) {
	for _, bytes := range []int64{1, 1 << 17, 1 << 18} {
		engine := New(memory.New(bytes), Widening)
		got := engine.Solve(nil, hard(t), solver.Budget{})
		if got.Verdict != solver.Unknown || got.Reason != solver.Memory {
			t.Errorf("%d bytes: %s %q", bytes, got.Verdict, got.Reason)
		}
	}
}

// TestExhausted checks that a search that has seen every position answers unknown
// without a reason.
func TestExhausted(t *testing.T) {
	// A deal of Simple Simon with few moves.
	got := New(memory.New(1<<24), Widening).Solve(nil, enginetest.Numbered(t, "simple-simon", "solvitaire:10"), solver.Budget{})
	if got.Verdict != solver.Unknown || got.Reason != solver.NoReason {
		t.Errorf("%s %q after %d states", got.Verdict, got.Reason, got.States)
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, bench := range []struct {
		game, seed string
	}{{"simple-simon", "solvitaire:4"}, {"spiderette", "solvitaire:3"}, {"spider-2-suit", "solvitaire:1"}} {
		b.Run(bench.game, func(b *testing.B) {
			p := enginetest.Numbered(b, bench.game, bench.seed)
			engine := New(memory.New(1<<28), Widening)
			states := int64(0)
			for b.Loop() {
				states += engine.Solve(nil, p, solver.Budget{}).States
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
