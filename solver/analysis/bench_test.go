package analysis_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// BenchmarkMoves analyses the positions of two kinds of players: one who follows the hints, so
// that the line is remembered, and one who plays any winning move, so that all positions are new.
func BenchmarkMoves(b *testing.B) {
	for _, name := range []string{"klondike", "free-cell"} {
		b.Run(name+"/first", func(b *testing.B) { playOn(b, name, true) })
		b.Run(name+"/any", func(b *testing.B) { playOn(b, name, false) })
	}
}

// playOn plays deals to their end, or for 200 moves, and analyses every position on the way.
func playOn(b *testing.B, name string, first bool) {
	engine := &counted{forgetful: forgetful{engine: portfolio.New(256 << 20)}}
	random := rand.New(rand.NewPCG(8, 8))
	moves := 0
	var p *solver.Problem
	for seed, left := 0, 0; b.Loop(); left-- {
		if p == nil || left == 0 {
			seed, left = seed+1, 200
			p = enginetest.Numbered(b, name, "solvitaire:"+strconv.Itoa(seed))
		}
		found, err := analysis.Moves(nil, engine, p, solver.Budget{States: 1_000_000})
		if err != nil {
			b.Fatal(err)
		}
		moves += len(found.Moves)
		asked := p.Asked()
		table := game.New(p.Rules(), &asked)
		if found.Verdict != solver.Winnable || table.Won() {
			p = nil
			continue
		}
		next := &found.Moves[0]
		if !first {
			for next = nil; next == nil || next.Verdict != solver.Winnable; {
				next = &found.Moves[random.IntN(len(found.Moves))]
			}
		}
		table.Do(next.Move)
		p = solver.NewProblem(*p.Rules(), table.Position())
		if first {
			engine.problem, engine.line = p, p.ToCanonical(next.Line[1:])
		}
	}
	b.ReportMetric(float64(moves)/float64(b.N), "moves/op")
	b.ReportMetric(float64(engine.searches)/float64(b.N), "searches/op")
}

// counted counts the searches, not the answers from the remembered line.
type counted struct {
	forgetful
	searches int
}

func (e *counted) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	if p != e.problem {
		e.searches++
	}
	return e.forgetful.Solve(clock, p, b)
}
