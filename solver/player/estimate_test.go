package player_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestEstimate plays by the best estimate, and never twice to the same position. It gets further
// than a random player over all games, and not much less in any.
func TestEstimate(t *testing.T) {
	seeds := 2
	if testing.Short() {
		seeds = 1
	}
	var total [2]float64
	for _, name := range []string{"free-cell", "yukon", "black-hole", "pyramid", "tripeaks", "gaps-one-deal", "spider-1-suit"} {
		g, known := rules.Lookup(name)
		if !known {
			t.Fatal(name)
		}
		var reached [2]float64
		for seed := range seeds {
			p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(seed + 1)}.Deal(&g.Rules)
			if err != nil {
				t.Fatal(err)
			}
			for i, guided := range []bool{false, true} {
				reached[i] += walk(&g.Rules, &p, guided)
			}
		}
		total[0], total[1] = total[0]+reached[0], total[1]+reached[1]
		if reached[1] < 0.75*reached[0] {
			t.Errorf("%s: %.1f points by the estimate, %.1f at random", name, reached[1], reached[0])
		}
	}
	if total[1] < 1.5*total[0] {
		t.Errorf("%.1f points by the estimate, %.1f at random", total[1], total[0])
	}
}

// walk makes moves by the estimate or at random, and returns the points that they bring.
func walk(r *rules.Rules, p *deal.Position, guided bool) float64 {
	random := rand.New(rand.NewPCG(3, 4))
	table := game.New(r, p)
	been := map[uint64]bool{player.Key(r, p): true}
	for range 15 {
		var moves []game.Move
		for _, m := range table.Legal() {
			table.Do(m)
			if !been[player.Key(r, table.Table())] {
				moves = append(moves, m)
			}
			table.Undo()
		}
		if len(moves) == 0 {
			break
		}
		best := random.IntN(len(moves))
		if guided {
			estimates := player.Estimate(r, table.Table(), moves)
			best = slices.Index(estimates, slices.Max(estimates))
		}
		table.Do(moves[best])
		been[player.Key(r, table.Table())] = true
	}
	return float64(player.Remaining(r, p) - player.Remaining(r, table.Table()))
}
