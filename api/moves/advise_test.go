package moves

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// limits are the limits of requests in tests.
var limits = request.Limits{Deadline: time.Minute, DefaultDeadline: 10 * time.Second, States: 1_000_000}

// adviser is an Adviser with a new engine for each call.
type adviser struct{}

func (adviser) Advise(ctx context.Context, s *player.Observation, plan []game.Move, samples int, seed uint64) (player.Advice, error) {
	return player.Advise(solver.NewClock(ctx), s, plan, samples, seed, portfolio.New(1<<24)), nil
}

// TestAdviceForgetsLongPlans checks that plans longer than any play are not kept.
func TestAdviceForgetsLongPlans(t *testing.T) {
	q, err := decodeAdvise(t.Context(), []byte(`{"game":"klondike","seed":"solvitaire:2","information":"stock-known"}`), limits)
	if err != nil {
		t.Fatal(err)
	}
	turn := game.Move{Action: game.Draw, Count: 3}
	for moves, want := range map[int]bool{1: false, 2: true, player.MostMoves: true, player.MostMoves + 1: false} {
		if _, known := q.next(slices.Repeat([]game.Move{turn}, moves)); known != want {
			t.Errorf("%d moves: %t", moves, known)
		}
	}
}

// FuzzAdviseRequest sends arbitrary requests. Each is either invalid or answered, if only with a
// deadline.
func FuzzAdviseRequest(f *testing.F) {
	f.Add(`{"game":"klondike","seed":"solvitaire:2","samples":3,"player_seed":0,"information":"stock-known"}`)
	f.Add(`{"rules":{"max rank":3,"tableau piles":{"count":3,"diagonal deal":true,"face up cards":"top"},"stock":{"size":6,"redeal":true}},"deal":{"tableau piles":[["AC"],["??","3C"],["??","3D","2C"]],"stock":["AS","2S","3S","??"],"waste":["AD","2D"]},"deadline_ms":5}`)
	f.Add(`{"game":"golf","deal":{"tableau piles":[[],[],[],[],[],[],[]],"hole":"AS","stock":["??"]}}`)
	f.Add(`{"game":"spider","seed":"solvitaire:1","information":"stock-seen"}`)
	f.Add(`{"game":"canfield","seed":"solvitaire:1","information":"covered-hidden","schema":"explicit"}`)
	f.Add(`{"rules":{"max rank":3,"tableau piles":{"count":0},"foundations":{"present":false},"rows":{"shape":"pyramid","count":3,"pair sum":4,"stock in play":true},"stock":{"size":6,"redeals":1}},"deal":{"rows":[["??"],["2s","??"],["AH","2H","3H"]],"stock":["??","??","??","??","??","AD"]}}`)
	calls := New(Options{Adviser: adviser{}})
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	f.Fuzz(func(t *testing.T, text string) {
		q, err := decodeAdvise(t.Context(), []byte(text), limits)
		if err != nil {
			if code := problem.Explain(err).Status; code != http.StatusBadRequest {
				t.Fatalf("%s: %d %v", text, code, err)
			}
			return
		}
		q.Arrival = time.Now()
		if _, err := q.Ask(ended, calls); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	})
}
