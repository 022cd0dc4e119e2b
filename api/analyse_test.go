package api

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestMostPlayed accepts games of 5,000 moves. Longer ones are rejected before the analysis, and
// before the replay if the moves are a list.
func TestMostPlayed(t *testing.T) {
	ask := func(moves, format any) (AnalyseAnswer, error) {
		body, err := json.Marshal(map[string]any{"game": "klondike-draw-24", "seed": "solvitaire:1", "states": 1, "moves": moves, "moves_format": format})
		if err != nil {
			t.Fatal(err)
		}
		return reply(t.Context(), time.Now(), []byte(strings.Replace(string(body), `"moves_format":null,`, "", 1)), options().Limits, decodeAnalyse, Analyst(analyst{}))
	}
	var moves []game.Move
	for range 2500 {
		moves = append(moves, game.Move{Action: game.Draw, Count: 24}, game.Move{Action: game.Redeal})
	}
	got, err := ask(moves, nil)
	if err != nil || len(got.Plies) != 5001 {
		t.Errorf("5,000 moves: %d plies, %v", len(got.Plies), err)
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
		if _, err := ask(q.moves, q.format); err == nil || !strings.Contains(err.Error(), "5001 moves, at most 5000 allowed") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
