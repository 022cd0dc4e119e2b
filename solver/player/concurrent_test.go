package player_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
)

// TestConcurrent has several clients play a deal with players of all kinds, and ask for
// advice, at the same time, as the service does.
func TestConcurrent(t *testing.T) {
	r, from := player.Dealt(t, "klondike", 7)
	var observation player.Observation
	player.Play(nil, player.StockKnown, watcher(func(s *player.Turn) int {
		observation = s.Observation
		return -1
	}), r, &from)

	type answers struct {
		plays  []player.Result
		advice player.Advice
	}
	var all [3]answers
	var clients sync.WaitGroup
	for i := range all {
		clients.Go(func() {
			engine := portfolio.New(1 << 22)
			for _, kind := range roster.Kinds() {
				o := cheap(&kind)
				all[i].plays = append(all[i].plays, player.Play(nil, kind.Sees(o), &leaving{kind.New(1, o, engine), 5}, r, &from))
			}
			all[i].advice = player.Advise(nil, &observation, nil, 8, 1, engine)
		})
	}
	clients.Wait()
	for i := range all {
		if !reflect.DeepEqual(all[i], all[0]) {
			t.Errorf("one client gets\n%+v\nanother gets\n%+v", all[0], all[i])
		}
	}
}
