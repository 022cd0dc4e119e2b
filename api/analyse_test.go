package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestMostPlayed accepts games of 5,000 moves. Longer ones are rejected before the analysis, and
// before the replay if the moves are a list.
func TestMostPlayed(t *testing.T) {
	o := options()
	o.Limits.Body = 1 << 20
	h := serving(t, o)
	ask := func(moves, format any) (status int, answer struct {
		Plies  []any
		Detail string
	},
	) {
		request := map[string]any{"game": "klondike-draw-24", "seed": "solvitaire:1", "states": 1, "moves": moves}
		if format != nil {
			request["moves_format"] = format
		}
		body, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, "/v1/analyse", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		return w.Code, answer
	}
	var moves []game.Move
	for range 2500 {
		moves = append(moves, game.Move{Action: game.Draw, Count: 24}, game.Move{Action: game.Redeal})
	}
	if status, got := ask(moves, nil); status != http.StatusOK || len(got.Plies) != 5001 {
		t.Errorf("5,000 moves: status %d, %d plies", status, len(got.Plies))
	}
	legal, illegal := append(moves, moves[0]), append([]game.Move{moves[1]}, moves...)
	g, _ := rules.Lookup("klondike-draw-24")
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	text, err := notation.WriteMoves(notation.Text, &g.Rules, &p, legal)
	if err != nil {
		t.Fatal(err)
	}
	for name, q := range map[string]struct{ moves, format any }{
		"a list": {legal, nil}, "a list, illegal": {illegal, nil}, "a text": {text, notation.Text},
	} {
		if status, got := ask(q.moves, q.format); status != http.StatusBadRequest || !strings.Contains(got.Detail, "5001 moves, at most 5000 allowed") {
			t.Errorf("%s: status %d: %s", name, status, got.Detail)
		}
	}
}
