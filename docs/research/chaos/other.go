package chaos

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// other asks for hints, replays solutions, and asks for the service's health.
func (r *run) other(ctx context.Context) {
	for n := 0; pause(ctx, 300*time.Millisecond) == nil; n++ {
		q := r.questions.known()
		done := false
		switch n % 4 {
		case 0:
			done = r.moves(ctx, q)
		case 1:
			done = r.replay(ctx, q)
		case 2:
			var health map[string]any
			_, err := r.call(ctx, http.MethodGet, "/healthz", "", &health)
			done = err == nil
		case 3:
			var health map[string]any
			_, err := r.call(ctx, http.MethodGet, "/readyz", "", &health)
			done = err == nil
		}
		if done {
			r.ledger.count(others, 1)
		}
	}
}

// moves asks for the verdict of every move, and reports whether there was an answer.
func (r *run) moves(ctx context.Context, q *question) bool {
	var hint struct {
		Verdict solver.Verdict
		Moves   []struct{ Verdict solver.Verdict }
	}
	sent := time.Now()
	const limit = 500 * time.Millisecond
	if _, err := r.call(ctx, http.MethodPost, "/v1/moves", q.body(fmt.Sprintf(`,"deadline_ms":%d`, limit.Milliseconds())), &hint); err != nil {
		return false
	}
	r.late("moves", sent, limit)
	if hint.Verdict != q.truth && hint.Verdict != solver.Unknown {
		r.ledger.fail(wrongAnswers, "moves of %s %s: %s, want %s", q.game, q.seed, hint.Verdict, q.truth)
	}
	for _, m := range hint.Moves {
		if m.Verdict == solver.Winnable && q.truth == solver.Unwinnable {
			r.ledger.fail(wrongAnswers, "a move of %s %s, which is lost, is winnable", q.game, q.seed)
		}
	}
	return true
}

// replay asks for a solution, and has the service replay it.
func (r *run) replay(ctx context.Context, q *question) bool {
	var a struct {
		Verdict  solver.Verdict
		Solution *struct{ Moves json.RawMessage }
	}
	if _, err := r.call(ctx, http.MethodPost, "/v1/solve", q.body(""), &a); err != nil {
		return false
	}
	if a.Solution == nil {
		return true
	}
	var played struct{ Won bool }
	if _, err := r.call(ctx, http.MethodPost, "/v1/replay", q.body(fmt.Sprintf(`,"moves":%s`, a.Solution.Moves)), &played); err != nil {
		return false
	}
	if !played.Won {
		r.ledger.fail(wrongAnswers, "replay of %s %s does not win", q.game, q.seed)
	}
	return true
}
