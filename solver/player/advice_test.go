package player_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/portfolio"
)

// weigh weighs the moves of a sight with random numbers from a seed.
func weigh(ctx context.Context, s *player.Sight, samples int, seed uint64) []player.Weighed {
	return player.Foresight.Weigh(ctx, s, nil, samples, rand.New(rand.NewPCG(seed, 1)), portfolio.New(1<<24))
}

// TestWeigh weighs moves along plays at random: each legal one, best first, on as many
// deals as were asked for at most, and the same with the same random numbers.
func TestWeigh(t *testing.T) {
	for _, name := range []string{"klondike", "klondike-draw-1-passes-1", "yukon", "golf", "free-cell"} {
		r, from := lay(t, name, 11)
		random := rand.New(rand.NewPCG(1, 1))
		turns := 0
		player.Play(context.Background(), player.StockSeen, watcher(func(s *player.Turn) int {
			if turns++; turns > 24 {
				return -1
			}
			if turns%6 != 1 {
				return random.IntN(len(s.Moves))
			}
			one := weigh(context.Background(), &s.Sight, 4, 7)
			if two := weigh(context.Background(), &s.Sight, 4, 7); !reflect.DeepEqual(one, two) {
				t.Errorf("%s, turn %d: %v, and then %v", name, turns, one, two)
			}
			if len(one) != len(s.Moves) {
				t.Errorf("%s, turn %d: %d moves of %d are weighed", name, turns, len(one), len(s.Moves))
			}
			for i, m := range one {
				if m.TurnsUp = 0; !slices.ContainsFunc(s.Moves, m.Equal) {
					t.Errorf("%s, turn %d: %s is no move", name, turns, m.Move)
				}
				if m.Samples > 4 || m.Wins < 0 || m.Wins > 1 || m.Samples == 0 && m.Wins > 0 {
					t.Errorf("%s, turn %d: %+v", name, turns, m)
				}
				if i > 0 && m.Samples == one[0].Samples && m.Wins > one[i-1].Wins {
					t.Errorf("%s, turn %d: %v is not in order", name, turns, one)
				}
			}
			return random.IntN(len(s.Moves))
		}), r, &from)
		if turns < 7 {
			t.Errorf("%s: only %d turns", name, turns)
		}
	}
}

// TestWeighNothing weighs moves for which there is no time, or no deal.
func TestWeighNothing(t *testing.T) {
	r, from := lay(t, "klondike", 5)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	player.Play(context.Background(), player.StockSeen, watcher(func(s *player.Turn) int {
		for _, m := range weigh(ended, &s.Sight, 100, 1) {
			if m.Samples != 0 || m.Wins != 0 {
				t.Errorf("%+v without time", m)
			}
		}
		return -1
	}), r, &from)
}

// TestLookFirst has a stock that can be turned again looked through before anything else
// is done that can't be taken back.
func TestLookFirst(t *testing.T) {
	r, from := lay(t, "klondike", 5)
	turned := 0
	player.Play(context.Background(), player.StockSeen, watcher(func(s *player.Turn) int {
		first := weigh(context.Background(), &s.Sight, 4, 1)[0]
		if first.Action != game.Draw {
			if turned != 8 {
				t.Errorf("%s after %d turns of the stock", first.Move, turned)
			}
			return -1
		}
		turned++
		return slices.IndexFunc(s.Moves, first.Equal)
	}), r, &from)
	if turned == 0 {
		t.Error("the stock was not turned")
	}
}

// TestFollowingAdvice plays first moves until the games end, with the rest of a plan in
// mind or without. With it they don't go to and fro.
func TestFollowingAdvice(t *testing.T) {
	wins := 0
	engine := portfolio.New(1 << 24)
	for number := range uint64(2) {
		r, from := lay(t, "klondike-draw-1", number+2)
		var inMind []game.Move
		got := player.Play(context.Background(), player.StockSeen, watcher(func(s *player.Turn) int {
			first := player.Foresight.Weigh(context.Background(), &s.Sight, inMind, 6, rand.New(rand.NewPCG(1, 1)), engine)[0]
			inMind = first.Plan[1:]
			return slices.IndexFunc(s.Moves, func(m game.Move) bool { m.TurnsUp, first.TurnsUp = 0, 0; return m.Equal(first.Move) })
		}), r, &from)
		t.Logf("%d: %s after %d moves, score %d", number, got.Ending, len(got.Moves), got.Score)
		if got.Won {
			wins++
		}
	}
	if wins < 2 {
		t.Errorf("%d wins", wins)
	}
}
