package analysis_test

import (
	"flag"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

var spoiled = flag.Int("spoiled", 3, "spoiled games of each kind")

// TestSpoiledGames checks games of whole packs that follow a winning line, then make a losing
// move and go on at random. The analysis must find the move, and each ply must have the verdict
// of a search of its own.
func TestSpoiledGames(t *testing.T) {
	engine, second := portfolio.New(128<<20), portfolio.New(128<<20)
	random := rand.New(rand.NewPCG(7, 7))
	for _, name := range []string{"klondike", "free-cell"} {
		var took time.Duration
		plies, states, checked, vague := 0, int64(0), 0, 0
		for games := 0; games < *spoiled; {
			p := enginetest.Numbered(t, name, "solvitaire:"+strconv.Itoa(random.IntN(1<<20)))
			moves, at := spoil(t, random, engine, p)
			if at == 0 {
				continue
			}
			games++
			began := time.Now()
			got, err := analysis.Game(nil, engine, p, singly(moves), solver.Budget{States: 20_000_000})
			took += time.Since(began)
			if err != nil {
				t.Fatal(err)
			}
			plies += got.Plies
			states += got.States
			if lost, known := got.LostAt(); !known || lost != at {
				t.Errorf("%s: spoiled by move %d, but %d, %t", p.Text(), at, lost, known)
			}
			asked := p.Asked()
			better := game.Replay(p.Rules(), &asked, append(moves[:at-1:at-1], got.Line...))
			if !better.Won || got.Line[0].Equal(moves[at-1]) {
				t.Errorf("%s: the line from before move %d does not win: %s", p.Text(), at, better.Reason)
			}
			table := game.New(p.Rules(), &asked)
			for ply := range got.Plies {
				r := second.Solve(nil, solver.NewProblem(*p.Rules(), table.Position()), solver.Budget{States: 2_000_000, Objective: solver.FirstSolution})
				switch r.Verdict {
				case solver.Unknown:
					vague++
				case got.Verdict(ply):
					checked++
				default:
					t.Errorf("%s: ply %d is %s, not %s", p.Text(), ply, r.Verdict, got.Verdict(ply))
				}
				if ply < len(moves) {
					table.Do(moves[ply])
				}
			}
		}
		n := time.Duration(*spoiled)
		t.Logf("%s: %d games of %d plies on average, %d states and %v each; %d plies solved separately agree, %d were not decided separately",
			name, *spoiled, plies / *spoiled, states/int64(n), took/n, checked, vague)
	}
}

// spoil plays a deal to a random point of a winning line, then a losing move, then random moves.
// It returns the moves and the number of the losing one; 0 if it found none.
func spoil(t *testing.T, random *rand.Rand, e solver.Engine, p *solver.Problem) (moves []game.Move, lost int) {
	t.Helper()
	r := e.Solve(nil, p, solver.Budget{States: 100_000})
	if r.Verdict != solver.Winnable {
		return nil, 0
	}
	line := p.ToAsked(r.Solution)
	asked := p.Asked()
	table := game.New(p.Rules(), &asked)
	from := random.IntN(len(line))
	for i, m := range line {
		if i >= from {
			found, err := analysis.Moves(nil, e, solver.NewProblem(*p.Rules(), table.Position()), solver.Budget{States: 1_000_000})
			if err != nil {
				t.Fatal(err)
			}
			if last := found.Moves[len(found.Moves)-1]; last.Verdict == solver.Unwinnable {
				table.Do(last.Move)
				moves = append(moves, last.Move)
				lost = len(moves)
				break
			}
		}
		table.Do(m)
		moves = append(moves, table.Last())
	}
	for range random.IntN(60) {
		legal := table.Legal()
		if lost == 0 || len(legal) == 0 {
			break
		}
		m := legal[random.IntN(len(legal))]
		table.Do(m)
		moves = append(moves, m)
	}
	return moves, lost
}
