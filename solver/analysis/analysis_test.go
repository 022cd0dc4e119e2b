package analysis_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

var deals = flag.Int("deals", 60, "tiny deals of each family to compare with brute force")

// mostPositions is the limit of positions of brute force, per question.
const mostPositions = 1000

// TestBruteForce compares the verdict of every move of tiny deals, under random rules, with brute
// force, and replays each line with the referee.
func TestBruteForce(t *testing.T) {
	deals := *deals
	if testing.Short() {
		deals /= 8
	}
	engine := portfolio.New(16 << 20)
	for i, family := range enginetest.Families {
		random := rand.New(rand.NewPCG(5, uint64(i)))
		count := map[solver.Verdict]int{}
		reversible, order := 0, 0
		for p, want := range enginetest.Problems(t, random, deals, mostPositions, enginetest.All, family) {
			got, err := analysis.Moves(nil, engine, p, solver.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			asked := p.Asked()
			if got.Verdict != want || got.Reason != solver.NoReason {
				t.Fatalf("%s: %s (%s), not %s", p.Text(), got.Verdict, got.Reason, want)
			}
			table := game.New(p.Rules(), &asked)
			checkLine(t, p, got.Verdict, got.Line, nil)
			checkMerged(t, p, table, got.Moves)
			for j := range got.Moves {
				m := &got.Moves[j]
				if refusal := table.Check(m.Move); refusal != "" {
					t.Fatalf("%s: %s: %s", p.Text(), m.Move, refusal)
				}
				table.Do(m.Move)
				after := table.Position()
				table.Undo()
				winnable, ok := enginetest.Winnable(p.Rules(), &after, mostPositions)
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

// checkMerged checks that the moves, with their other targets, are the legal ones, and that moves
// from the same place with as many cards are merged exactly if they come to the same.
func checkMerged(t *testing.T, p *solver.Problem, table *game.State, moves []analysis.Move) {
	t.Helper()
	comesTo := func(m game.Move, to game.Place) solver.ID {
		m.To = to
		if refusal := table.Check(m); refusal != "" {
			t.Fatalf("%s: %s: %s", p.Text(), m, refusal)
		}
		table.Do(m)
		defer table.Undo()
		return solver.NewProblem(*p.Rules(), table.Position()).ID()
	}
	n := 0
	after := map[string]bool{}
	for i := range moves {
		m := &moves[i]
		id := comesTo(m.Move, m.To)
		for _, to := range m.Also {
			if comesTo(m.Move, to) != id {
				t.Fatalf("%s: %s does not come to the same as to %s", p.Text(), m.Move, to)
			}
		}
		n += 1 + len(m.Also)
		if key := fmt.Sprint(m.Action, m.From, m.And, len(m.Cards), id); m.To.Pile == game.Cell || m.To.Pile == game.Foundation ||
			m.To.Pile == game.Tableau && len(table.Table().Tableau[m.To.N-1].Cards) == 0 {
			if after[key] {
				t.Fatalf("%s: another move comes to the same as %s", p.Text(), m.Move)
			}
			after[key] = true
		}
	}
	if legal := table.Legal(); len(legal) != n {
		t.Fatalf("%s: %d moves, not %d", p.Text(), n, len(legal))
	}
}

// checkLine checks that there is a line exactly if the verdict is winnable, that it wins, and
// that it begins with the given move.
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

// TestFirstMovesWin always plays the first move, with an engine that remembers only the last
// line, and expects to win.
func TestFirstMovesWin(t *testing.T) {
	for _, deal := range [][2]string{{"klondike", "solvitaire:2"}, {"free-cell", "microsoft:1"}, {"klondike-draw-1", "solvitaire:7"}} {
		p := enginetest.Numbered(t, deal[0], deal[1])
		engine := &forgetful{engine: portfolio.New(64 << 20)}
		for n := 0; ; n++ {
			found, err := analysis.Moves(nil, engine, p, solver.Budget{States: 200_000})
			if err != nil {
				t.Fatal(err)
			}
			if found.Verdict != solver.Winnable || n > 300 {
				t.Fatalf("%s: after %d moves %s", deal, n, found.Verdict)
			}
			asked := p.Asked()
			table := game.New(p.Rules(), &asked)
			if table.Won() {
				break
			}
			table.Do(found.Moves[0].Move)
			p = solver.NewProblem(*p.Rules(), table.Position())
			engine.problem, engine.line = p, p.ToCanonical(found.Moves[0].Line[1:])
		}
	}
}

// forgetful is an engine that remembers one line.
type forgetful struct {
	engine  solver.Engine
	problem *solver.Problem
	line    []game.Move
}

func (e *forgetful) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	if p == e.problem {
		return solver.Result{Verdict: solver.Winnable, Solution: e.line}
	}
	return e.engine.Solve(clock, p, b)
}

// TestPlayedGames compares the analysis of random plays on tiny decks with brute force, ply by
// ply. Under a budget that is too small, the verdicts must still be right.
func TestPlayedGames(t *testing.T) {
	games := 4 * *deals
	if testing.Short() {
		games /= 3
	}
	engine := portfolio.New(16 << 20)
	random := rand.New(rand.NewPCG(6, 1))
	lost, undecided := 0, 0
	for p := range enginetest.Problems(t, random, games, mostPositions, enginetest.All, enginetest.Families...) {
		asked := p.Asked()
		table := game.New(p.Rules(), &asked)
		plies := []bool{wins(t, p, table)}
		longer := random.IntN(2) == 0 // some steps have several moves
		var moves []game.Move
		var steps [][]game.Move
		for range random.IntN(12) {
			legal := table.Legal()
			if len(legal) == 0 {
				break
			}
			m := legal[random.IntN(len(legal))]
			table.Do(m)
			moves = append(moves, m)
			if len(steps) > 0 && longer && random.IntN(3) == 0 {
				steps[len(steps)-1] = append(steps[len(steps)-1], m)
				plies[len(steps)] = wins(t, p, table)
				continue
			}
			steps = append(steps, []game.Move{m})
			plies = append(plies, wins(t, p, table))
		}
		for _, budget := range []int64{0, 1 + random.Int64N(20)} {
			got, err := analysis.Game(nil, engine, p, steps, solver.Budget{States: budget})
			if err != nil {
				t.Fatal(err)
			}
			for ply, winnable := range plies {
				switch v := got.Verdict(ply); {
				case v == solver.Unknown && budget > 0:
					undecided++
				case winnable != (v == solver.Winnable) || v == solver.Unknown:
					t.Fatalf("%s: played %v: ply %d is %s", p.Text(), moves, ply, v)
				}
			}
			first, known := got.LostAt()
			if known && (first < 1 || !plies[first-1] || plies[first]) {
				t.Fatalf("%s: played %v: lost at %d, but %v", p.Text(), moves, first, plies)
			}
			if known && budget == 0 {
				lost++
			}
			if got.Winnable < 0 {
				continue
			}
			before := game.Replay(p.Rules(), &asked, slices.Concat(steps[:got.Winnable]...))
			if outcome := game.Replay(p.Rules(), &before.Position, got.Line); !outcome.Won {
				t.Fatalf("%s: played %v: from ply %d the line %v does not win", p.Text(), moves, got.Winnable, got.Line)
			}
		}
	}
	t.Logf("%d games were lost by a move, %d plies stayed unknown in small budgets", lost, undecided)
	if lost < games/80 || undecided == 0 {
		t.Errorf("%d games were lost by a move, %d plies stayed unknown", lost, undecided)
	}
}

// singly returns moves as steps of one move each.
func singly(moves []game.Move) [][]game.Move {
	var steps [][]game.Move
	for _, m := range moves {
		steps = append(steps, []game.Move{m})
	}
	return steps
}

func wins(t *testing.T, p *solver.Problem, table *game.State) bool {
	position := table.Position()
	winnable, ok := enginetest.Winnable(p.Rules(), &position, 20*mostPositions)
	if !ok {
		t.Fatal("more positions can be reached from this ply than from the deal")
	}
	return winnable
}
