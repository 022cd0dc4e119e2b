package player_test

import (
	"context"
	"reflect"
	"testing"
	"testing/synctest"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// TestRecorder reads a play before each choice: it must be the beginning of the whole play, and
// the referee must accept it.
func TestRecorder(t *testing.T) {
	for _, name := range []string{"klondike", "spider", "golf"} {
		r, from := player.Dealt(t, name, 3)
		var record player.Recorder
		var seen []player.Result
		greedy := player.Greedy.New(1, nil, nil)
		record.Player = watcher(func(t *player.Turn) int {
			seen = append(seen, record.SoFar(r, &from))
			return greedy.Choose(nil, t)
		})
		whole := player.Play(nil, player.StockSeen, &record, r, &from)
		for i, sofar := range seen {
			if sofar.Ending != player.Stopped || sofar.Won || len(sofar.Moves) != i || i > 0 && !reflect.DeepEqual(sofar.Moves, whole.Moves[:i]) {
				t.Fatalf("%s: after %d moves %+v", name, i, sofar)
			}
			if err := sofar.Verify(r, &from); err != nil {
				t.Errorf("%s: after %d moves: %v", name, i, err)
			}
		}
		end := record.SoFar(r, &from)
		if len(seen) < 5 || end.Score != whole.Score || !reflect.DeepEqual(end.Moves, whole.Moves) {
			t.Errorf("%s: %+v, want %+v; %d choices", name, end, whole, len(seen))
		}
	}
}

// TestRecorderWon reads a play that is won: SoFar must say so.
func TestRecorderWon(t *testing.T) {
	r, from := player.Dealt(t, "klondike", 9)
	record := player.Recorder{Player: player.Greedy.New(1, nil, nil)}
	whole := player.Play(nil, player.StockSeen, &record, r, &from)
	end := record.SoFar(r, &from)
	if !whole.Won || !reflect.DeepEqual(end, whole) {
		t.Errorf("%+v, want %+v", end, whole)
	}
	if err := end.Verify(r, &from); err != nil {
		t.Error(err)
	}
}

// TestRecorderConcurrent reads a play from another goroutine while the player thinks.
func TestRecorderConcurrent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, from := player.Dealt(t, "klondike", 3)
		goOn := make(chan struct{})
		record := player.Recorder{Player: watcher(func(*player.Turn) int {
			<-goOn
			return 0
		})}
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan player.Result)
		go func() { ended <- player.Play(solver.NewClock(ctx), player.StockSeen, &record, r, &from) }()
		for moves := range 4 {
			synctest.Wait()
			if sofar := record.SoFar(r, &from); len(sofar.Moves) != moves {
				t.Errorf("want %d moves: %+v", moves, sofar)
			}
			goOn <- struct{}{}
		}
		cancel()
		close(goOn)
		if whole := <-ended; whole.Ending != player.Stopped || len(whole.Moves) < 4 {
			t.Errorf("%+v", whole)
		}
	})
}

// TestVerify checks that the referee rejects invalid plays.
func TestVerify(t *testing.T) {
	r, from := player.Dealt(t, "klondike", 3)
	play := player.Play(nil, player.StockSeen, player.Greedy.New(1, nil, nil), r, &from)
	if err := play.Verify(r, &from); err != nil {
		t.Error(err)
	}
	lie := play
	lie.Won = !lie.Won
	if lie.Verify(r, &from) == nil {
		t.Errorf("%+v: accepted", lie)
	}
	slip := play
	slip.Moves = slip.Moves[1:]
	if slip.Verify(r, &from) == nil {
		t.Errorf("accepted without its first move, %s", play.Moves[0])
	}
}
