package player_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
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
				reached[i] += walk(t, &g.Rules, &p, guided)
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
func walk(t *testing.T, r *rules.Rules, p *deal.Position, guided bool) float64 {
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
			estimates := player.Estimate(nil, r, table.Table(), moves)
			best = slices.Index(estimates, slices.Max(estimates))
		}
		table.Do(moves[best])
		been[player.Key(r, table.Table())] = true
	}
	return float64(player.Remaining(r, p) - player.Remaining(r, table.Table()))
}

// TestEstimateStops ends the clock in the middle of a search from hundreds of moves, each of which
// is followed by hundreds. All moves then have the points of the position after them, and the clock
// is not asked again.
func TestEstimateStops(t *testing.T) {
	r, err := rules.Parse([]byte(`{"two decks":true,"tableau piles":{"count":40,"build policy":"any-suit","build direction":"up-or-down","move built group":"no"},
		"cells":{"count":10}}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	table := game.New(&r, &p)
	moves := table.Legal()[:100]
	var near []float64
	for _, m := range moves {
		table.Do(m)
		near = append(near, float64(player.Remaining(&r, &p)-player.Remaining(&r, table.Table())))
		table.Undo()
	}
	far := player.Estimate(nil, &r, &p, moves)
	if slices.Equal(far, near) {
		t.Error("the search finds nothing, so the test is useless")
	}
	ctx, cancel := context.WithCancel(t.Context())
	looks := 0
	clock := solver.NewClock(ctx).Pausing(func() time.Duration {
		if looks++; looks > 1000 {
			cancel()
		}
		return 0
	})
	if got := player.Estimate(clock, &r, &p, moves); !slices.Equal(got, near) || looks != 1001 {
		t.Errorf("after %d looks: %v, want %v", looks, got, near)
	}
}
