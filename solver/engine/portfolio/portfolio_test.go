package portfolio

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestOtherSolver compares verdicts with those of Solvitaire 0.10.1 on deals that are easy for
// it, of each game of the catalogue that it plays: a sample of what `make truth` compares.
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
		p := enginetest.Numbered(t, name, seed)
		compared++
		got := engine.Solve(nil, p, solver.Budget{States: 100_000})
		if err := got.Verify(p); err != nil {
			t.Errorf("%s %s: %v", name, seed, err)
		}
		if got.Verdict != want {
			t.Errorf("%s %s: %s %s after %d states, but Solvitaire says %s", name, seed, got.Verdict, got.Reason, got.States, want)
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
		p := enginetest.Numbered(t, "free-cell", seed)
		got := engine.Solve(nil, p, solver.Budget{})
		if err := got.Verify(p); err != nil || got.Verdict != want {
			t.Errorf("%s: %s %s, want %s (%v)", seed, got.Verdict, got.Reason, want, err)
		}
	}
}

// TestStatesBudget checks that under a budget of states the search is deterministic, and that the
// budget is kept.
func TestStatesBudget(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:3") // takes hundreds of thousands of states
	engine := New(1 << 27)
	var first solver.Result
	for i, budget := range []int64{5000, 5000, 1, 2, 11, 300} {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		got := engine.Solve(solver.NewClock(ctx), p, solver.Budget{States: budget})
		cancel()
		if got.Verdict != solver.Unknown || got.Reason != solver.States {
			t.Errorf("%d states: %s because %s", budget, got.Verdict, got.Reason)
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

// TestSpiders checks that beams win, that the complete search runs after them, and that the
// search is deterministic under a budget of states.
func TestSpiders(t *testing.T) {
	engine := New(1 << 27)
	for _, test := range []struct {
		game, seed string
		want       solver.Verdict
		by         string
	}{
		{"spider", "solvitaire:1", solver.Winnable, "beam"},
		{"spider-solvitaire", "solvitaire:1", solver.Winnable, "beam"},
		{"simple-simon", "solvitaire:10", solver.Unwinnable, "search"},
		{"simple-simon", "solvitaire:97", solver.Unwinnable, "search"},
		{"spiderette", "solvitaire:11", solver.Unknown, "search"},
	} {
		p := enginetest.Numbered(t, test.game, test.seed)
		var first solver.Result
		for i := range 2 {
			got := engine.Solve(nil, p, solver.Budget{States: 300_000})
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
	got := New(1<<24).Solve(enginetest.EndsAfter(0), enginetest.Numbered(t, "klondike", "solvitaire:3"), solver.Budget{})
	if got.Verdict != solver.Unknown || got.Reason != solver.Cancelled {
		t.Errorf("%s because %s", got.Verdict, got.Reason)
	}
}

// stuck returns a position without a move: the aces lie under the twos.
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

// TestReason checks that an unknown verdict has a reason, whichever search the budget ends with.
func TestReason(t *testing.T) {
	engine := New(1<<20, "deadlocks")
	for states := int64(1); states < 4; states++ {
		got := engine.Solve(nil, stuck(t), solver.Budget{States: states})
		if (got.Verdict == solver.Unknown) != (got.Reason != solver.NoReason) {
			t.Errorf("with %d states: %s because %q", states, got.Verdict, got.Reason)
		}
	}
	hard := enginetest.Numbered(t, "klondike", "solvitaire:679")
	for looks := range 50 {
		got := engine.Solve(enginetest.EndsAfter(looks), hard, solver.Budget{States: 20_000})
		if got.Verdict != solver.Unknown || got.Reason != solver.Cancelled {
			t.Errorf("cancelled at check %d: %s because %q", looks, got.Verdict, got.Reason)
		}
	}
}

// firstDeal has the first deal that is tried for a technique, where the ones before it take long
// and make no difference.
var firstDeal = map[string]int{
	"room": 16, "suit-blind": 11,
	"normal-form": 15, "unparking": 15, "sleep-sets": 15,
}

// difference has, for each technique, the games in which it must make a difference: one for each
// engine in which it can be switched off.
var difference = map[string][]string{
	"symmetry":         {"king-albert"},
	"safe-foundations": {"king-albert", "free-cell", "klondike"},
	"partial-groups":   {"canfield"},
	"dead-ends":        {"fan", "gaps-basic-variant", "black-hole"},
	"waste-order":      {"carpet"},
	"loose-groups":     {"yukon"},
	"room":             {"american-toad"},
	"tallies":          {"chameleon"},
	"high-cards":       {"alina"},
	"ahead":            {"king-albert"},
	"auto-foundations": {"canfield"},
	"suit-blind":       {"canfield"},
	"streamliners":     {"canfield"},
	"runs":             {"free-cell"},
	"lazy-expansion":   {"free-cell"},
	"second-queue":     {"free-cell"},
	"best-first":       {"king-albert"},
	"beams":            {"limited", "duchess", "alina"},
	"islands":          {"limited"},
	"supermoves":       {"forty-thieves"},
	"worrying-back":    {"gargantua"},
	"at-once":          {"aces-up"},
	"freecell":         {"free-cell"},
	"deadlocks":        {"klondike", "fan"},
	"klondike":         {"klondike"},
	"normal-form":      {"klondike-draw-1"},
	"ladders":          {"klondike-draw-1"},
	"oracle":           {"klondike"},
	"unparking":        {"klondike-draw-1"},
	"sleep-sets":       {"klondike-draw-1"},
	"restarts":         {"klondike", "klondike-draw-1"},
	"learned-order":    {"klondike"},
	"complete":         {"king-albert", "simple-simon"},
	"shortening":       {"free-cell"},
	"dives":            {"accordion", "gaps-one-deal"},
	"pieces":           {"accordion"},
}

// TestTechniques switches each technique off. The verdict must stay, and something else must
// change.
func TestTechniques(t *testing.T) {
	references := map[reference]solver.Result{}
	for _, name := range TechniqueNames() {
		t.Run(name, func(t *testing.T) {
			technique := Technique(name)
			bytes := int64(1 << 26)
			if name == "ahead" {
				bytes = 1 << 17 // it shows only if the table forgets states that were known ahead
			}
			compare(t, references, bytes, technique, enginetest.Numbered(t, "klondike", "solvitaire:2"))
			if difference[name] == nil {
				t.Error("no game is listed in which it makes a difference")
			}
			for _, game := range difference[name] {
				differs := false
				first := max(1, firstDeal[name])
				for number := first; number < first+50 && !differs; number++ {
					differs = compare(t, references, bytes, technique, enginetest.Numbered(t, game, fmt.Sprint("solvitaire:", number)))
				}
				if !differs {
					t.Errorf("%s: it makes no difference", game)
				}
			}
		})
	}
	for name := range difference {
		var read Technique
		if err := read.UnmarshalText([]byte(name)); err != nil || read != Technique(name) {
			t.Errorf("%s is read as %q (%v)", name, read, err)
		}
	}
	if err := new(Technique).UnmarshalText([]byte("cleverness")); err == nil {
		t.Error("a technique of no such name is accepted")
	}
}

// reference identifies a solve with the technique that is tested. Many techniques share one.
type reference struct {
	problem   string
	bytes     int64
	deadlocks bool
}

// compare solves a problem with and without a technique and reports whether the results differ.
// It leaves out proofs without search, which would leave the other techniques little to do.
// It keeps the results with the technique in references.
func compare(t *testing.T, references map[reference]solver.Result, bytes int64, without Technique, p *solver.Problem) (differs bool) {
	t.Helper()
	off := []Technique{"deadlocks"}
	if without == "deadlocks" {
		off = nil
	}
	solve := func(off []Technique) solver.Result {
		result := New(bytes, off...).Solve(nil, p, solver.Budget{States: 100_000})
		if err := result.Verify(p); err != nil {
			t.Errorf("%v, of %s", err, p.Text())
		}
		return result
	}
	key := reference{p.Text(), bytes, off == nil}
	one, known := references[key]
	if !known {
		one = solve(off)
		references[key] = one
	}
	other := solve(append(off, without))
	if one.Verdict != other.Verdict && one.Verdict != solver.Unknown && other.Verdict != solver.Unknown {
		t.Errorf("%s, without it %s, of %s", one.Verdict, other.Verdict, p.Text())
	}
	return one.Verdict != other.Verdict || one.Engine != other.Engine || one.States != other.States || len(one.Solution) != len(other.Solution)
}

// TestMethods compares the switches with the table of techniques in docs/inside/engines.md.
func TestMethods(t *testing.T) {
	page, err := os.ReadFile("../../../docs/inside/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| switch (`bench --without`) |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	var named []string
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 {
			t.Fatalf("not a row of four cells: %s", line)
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[4], -1) {
			named = append(named, m[1])
		}
	}
	slices.Sort(named)
	if named = slices.Compact(named); !slices.Equal(named, TechniqueNames()) {
		t.Errorf("docs/inside/engines.md names the switches\n%q, but they are\n%q", named, TechniqueNames())
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, bench := range []struct{ game, seed string }{
		{"klondike", "solvitaire:1"}, {"free-cell", "microsoft:11982"}, {"beleaguered-castle", "solvitaire:1"},
	} {
		b.Run(bench.game, func(b *testing.B) {
			p := enginetest.Numbered(b, bench.game, bench.seed)
			engine := New(1 << 28)
			states := int64(0)
			for b.Loop() {
				states += engine.Solve(nil, p, solver.Budget{}).States
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
