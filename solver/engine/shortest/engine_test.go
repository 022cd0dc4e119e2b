package shortest

import (
	"encoding/csv"
	"os"
	"runtime"
	"strconv"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestMinimalKlondike compares lengths with those in the tests of MinimalKlondike
// (github.com/ShootMe/MinimalKlondike): for the deals that take least here, or for all with
// -published. One of them has a solution shorter by a move than published.
func TestMinimalKlondike(t *testing.T) {
	file, err := os.Open("testdata/minimal-klondike.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	engine := New(memory.New(1 << 30))
	b, least := solver.Budget{States: 150_000}, 4
	switch {
	case *published:
		b.States = 10_000_000
	case testing.Short():
		b.States, least = 20_000, 1 // compare only the bounds of the others
	}
	compared := 0
	for _, row := range rows[1:] {
		g, known := rules.Lookup(row[0])
		want, err := strconv.Atoi(row[2])
		if !known || err != nil {
			t.Fatal(row)
		}
		position, _, err := notation.ReadDeal(notation.KlondikeSolver, row[3], &g.Rules, deal.Decode)
		if err != nil {
			t.Fatal(err)
		}
		p := solver.NewProblem(g.Rules, position)
		found := engine.Shortest(nil, p, nil, b)
		t.Logf("%s: %s published; %d, at least %d, %d states", row[0], row[1], game.Length(found.Line), found.Bound, found.States)
		if found.Reason != solver.NoReason {
			if *published || found.Bound > want {
				t.Errorf("%s: at least %d, shortest %d", row[3], found.Bound, want)
			}
			continue
		}
		compared++
		compare(t, p, found, want)
	}
	if compared < least {
		t.Errorf("only %d deals compared", compared)
	}
}

func TestBudgets(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:3")
	engine := New(memory.New(1 << 26))
	first := engine.Shortest(nil, p, nil, solver.Budget{States: 1000})
	again := engine.Shortest(nil, p, nil, solver.Budget{States: 1000})
	if first.Reason != solver.States || first.States != 1000 || first.Line != nil || first.Bound < 71 {
		t.Errorf("with 1000 states: %+v", first)
	}
	if again.States != first.States || again.Bound != first.Bound {
		t.Errorf("%d states and bound %d, then %d and %d", first.States, first.Bound, again.States, again.Bound)
	}
	longer := engine.Shortest(nil, p, nil, solver.Budget{States: 10_000})
	if longer.Bound < first.Bound {
		t.Errorf("bound %d with more states, %d with fewer", longer.Bound, first.Bound)
	}
	if got := engine.Shortest(enginetest.EndsAfter(3), p, nil, solver.Budget{}); got.Reason != solver.Cancelled || got.States > 4*stopEvery {
		t.Errorf("cancelled: %s after %d states", got.Reason, got.States)
	}
	if got := New(memory.New(0)).Shortest(nil, p, nil, solver.Budget{}); got.Reason != solver.Memory || got.Bound < 71 {
		t.Errorf("in little memory: %+v", got)
	}
}

// TestHandles checks which games the engine plays.
func TestHandles(t *testing.T) {
	for name, want := range map[string]bool{
		"klondike": true, "klondike-draw-1": true, "klondike-draw-24": true, "klondike-draw-1-no-worrying-back": true,
		"klondike-draw-3-passes-3": true, "klondike-spaces-no-build-build-same-suit": true,
		"klondike-spaces-any-build-red-black": false, "klondike-spaces-kings-build-any-suit": false, "klondike-whole-blocks": false,
		"klondike-two-deck-9": false, "klondike-reserve": false, "free-cell": false, "golf": false, "canfield": false, "spider": false,
	} {
		if got := Handles(enginetest.Numbered(t, name, "solvitaire:1")); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestTableGivenBack checks that the table is zero again after a search, outside the words
// reported as touched.
func TestTableGivenBack(t *testing.T) {
	for _, bytes := range []int64{1 << 16, 1 << 18, 1 << 22} {
		memory := memory.New(bytes)
		defer runtime.KeepAlive(memory) // it is unmapped with it
		engine := New(memory)
		for _, states := range []int64{1, 2, 100, 3000, 20_000} {
			for _, seed := range []string{"solvitaire:2", "solvitaire:15"} {
				engine.Shortest(nil, enginetest.Numbered(t, "klondike-draw-1", seed), nil, solver.Budget{States: states})
				table, _ := memory.Take()
				memory.Done(0)
				for i, w := range table {
					if w != 0 {
						t.Fatalf("%d bytes, %s after %d states: word %d of %d is left", bytes, seed, states, i, len(table))
					}
				}
			}
		}
	}
}
