package golf

import (
	"os"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestBoards solves PySol's first twenty deals of Golf, read as PySol prints them, with king and ace
// as neighbours. Another program finds that only the eleventh can't be won.
func TestBoards(t *testing.T) {
	text, err := os.ReadFile("testdata/pysol.txt")
	if err != nil {
		t.Fatal(err)
	}
	game, _ := rules.Lookup("golf-wrap")
	engine := New(memory.New(64<<20), All)
	boards := strings.Split(strings.TrimSpace(string(text)), "\n\n")
	if len(boards) != 20 {
		t.Fatalf("%d boards", len(boards))
	}
	for i, board := range boards {
		if testing.Short() && i > 1 && i+1 != 11 {
			continue
		}
		p, notes, err := notation.ReadDeal(notation.PySol, board, &game.Rules, deal.Decode)
		if err != nil || len(notes) > 0 {
			t.Fatalf("board %d: %q, %v", i+1, notes, err)
		}
		problem := solver.NewProblem(game.Rules, p)
		result := engine.Solve(nil, problem, solver.Budget{})
		want := solver.Winnable
		if i+1 == 11 {
			want = solver.Unwinnable
		}
		if err := result.Verify(problem); result.Verdict != want || err != nil {
			t.Errorf("board %d is %s, %v; want %s", i+1, result.Verdict, err, want)
		}
	}
}
