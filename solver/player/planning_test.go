package player_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/portfolio"
)

// TestPlanning plays by the first moves of what is judged by plans: each legal move is
// there, the same with the same random numbers, the best first; whoever follows turns cards
// up and does not go to and fro.
func TestPlanning(t *testing.T) {
	engine := portfolio.New(1 << 24)
	turned := 0
	for _, name := range []string{"klondike", "klondike-draw-1", "klondike-draw-3-passes-3"} {
		r, from := lay(t, name, 11)
		var inMind []game.Move
		turns := 0
		weigh := func(s *player.Turn) []player.Weighed {
			return player.Planning.Weigh(context.Background(), &s.Sight, inMind, 12, rand.New(rand.NewPCG(1, 1)), engine)
		}
		got := player.Play(context.Background(), player.StockKnown, watcher(func(s *player.Turn) int {
			if turns++; turns > 40 {
				return -1
			}
			all := weigh(s)
			if turns%20 == 1 && !reflect.DeepEqual(all, weigh(s)) {
				t.Errorf("%s, turn %d: other weights with the same random numbers", name, turns)
			}
			if len(all) != len(s.Moves) {
				t.Errorf("%s, turn %d: %d moves of %d are weighed", name, turns, len(all), len(s.Moves))
			}
			for _, m := range all {
				if m.Samples > 12 || m.Wins < 0 || m.Wins > 1 || m.Samples == 0 && m.Wins > 0 || m.Samples == all[0].Samples && m.Wins > all[0].Wins {
					t.Errorf("%s, turn %d: %+v, and first %+v", name, turns, m, all[0])
				}
			}
			if all[0].Wins == 0 {
				return -1 // there is nothing to follow
			}
			inMind = all[0].Plan[1:]
			return slices.IndexFunc(s.Moves, all[0].Move.Equal)
		}), r, &from)
		for _, m := range got.Moves {
			if m.TurnsUp != card.None {
				turned++
			}
		}
		if got.Ending == player.Repeated {
			t.Errorf("%s: it goes to and fro", name)
		}
	}
	if turned < 8 {
		t.Errorf("only %d cards are turned up", turned)
	}
}

// TestPlanningInTime has moves judged for as long as there is time: the answer is there soon
// after, for some deals.
func TestPlanningInTime(t *testing.T) {
	r, from := lay(t, "klondike", 5)
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	player.Play(context.Background(), player.StockKnown, watcher(func(s *player.Turn) int {
		all := player.Planning.Weigh(ctx, &s.Sight, nil, 0, rand.New(rand.NewPCG(1, 1)), portfolio.New(1<<24))
		if all[0].Samples == 0 || all[0].Wins == 0 {
			t.Errorf("%+v", all[0])
		}
		return -1
	}), r, &from)
}
