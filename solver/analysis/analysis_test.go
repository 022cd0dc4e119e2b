package analysis_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/brute"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/portfolio"
)

var deals = flag.Int("deals", 150, "tiny deals of each family that are compared with brute force")

// mostPositions is how many positions brute force may look at, for one question.
const mostPositions = 1000

// TestBruteForce compares the verdict of every move of tiny deals, under random rules,
// with brute force; and each line with the referee.
func TestBruteForce(t *testing.T) {
	engine := portfolio.New(16 << 20)
	for i, family := range brute.Families {
		random := rand.New(rand.NewPCG(5, uint64(i)))
		count := map[solver.Verdict]int{}
		reversible, order := 0, 0
		for p, want := range brute.Problems(t, random, *deals, mostPositions, brute.All, family) {
			got, err := analysis.Moves(context.Background(), engine, p, solver.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			asked := p.Asked()
			if got.Verdict != want || got.Because != solver.Nothing {
				t.Fatalf("%s: %s (%s), not %s", p.Text(), got.Verdict, got.Because, want)
			}
			table := game.New(p.Rules(), &asked)
			checkLine(t, p, got.Verdict, got.Line, nil)
			legal := table.Legal()
			if len(legal) != len(got.Moves) {
				t.Fatalf("%s: %d moves, not %d", p.Text(), len(got.Moves), len(legal))
			}
			for j := range got.Moves {
				m := &got.Moves[j]
				if refusal := table.Check(m.Move); refusal != "" {
					t.Fatalf("%s: %s: %s", p.Text(), m.Move, refusal)
				}
				table.Do(m.Move)
				after := table.Position()
				table.Undo()
				winnable, ok := brute.Winnable(p.Rules(), &after, mostPositions)
				if !ok {
					continue
				}
				if winnable != (m.Verdict == solver.Winnable) || m.Verdict == solver.Unknown {
					t.Fatalf("%s: after %s %s, not %t", p.Text(), m.Move, m.Verdict, winnable)
				}
				count[m.Verdict]++
				checkLine(t, p, m.Verdict, m.Line, &m.Move)
				if m.Reversible {
					reversible++
				}
				if m.Order {
					order++
				}
				if j > 0 && got.Moves[j-1].Verdict != solver.Winnable && m.Verdict == solver.Winnable {
					t.Fatalf("%s: the best do not come first", p.Text())
				}
			}
			if got.Verdict == solver.Winnable && !table.Won() && game.Length(got.Line) != game.Length(got.Moves[0].Line) {
				t.Fatalf("%s: the first move is not the line's", p.Text())
			}
		}
		t.Logf("%v: %v, %d can be taken back, %d are a matter of order", family, count, reversible, order)
		if count[solver.Winnable] == 0 || count[solver.Unwinnable] == 0 {
			t.Errorf("%v: only one kind of moves: %v", family, count)
		}
	}
}

// checkLine checks that there is a line where there should be one, that it wins, and
// with what it begins.
func checkLine(t *testing.T, p *solver.Problem, v solver.Verdict, line []game.Move, first *game.Move) {
	t.Helper()
	asked := p.Asked()
	outcome := game.Replay(p.Rules(), &asked, line)
	switch {
	case v != solver.Winnable && line != nil:
		t.Fatalf("%s: a line of what is %s", p.Text(), v)
	case v == solver.Winnable && (!outcome.Legal || !outcome.Won):
		t.Fatalf("%s: the line %v does not win: %s", p.Text(), line, outcome.Reason)
	case v == solver.Winnable && first != nil && !line[0].Equal(*first):
		t.Fatalf("%s: the line after %s begins with %s", p.Text(), first, line[0])
	}
}
