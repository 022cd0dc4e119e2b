package e2e

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestPagePositions plays random moves in every game of the catalogue, and makes the script of
// the deal page play the same moves. The cards must lie where the referee has them, and lines
// and positions must survive being written to an address and read again.
func TestPagePositions(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(6, 1))
	var games bytes.Buffer
	moved := 0
	for _, g := range rules.Games() {
		start, err := deal.Seed{Scheme: "solvitaire", Number: 1}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		state := game.New(&g.Rules, &start)
		documents, moves := []json.RawMessage{start.Document(&g.Rules)}, []game.Move{}
		for len(moves) < 80 {
			legal := state.Legal()
			if len(legal) == 0 {
				break
			}
			move := legal[random.IntN(len(legal))]
			state.Do(move)
			moves, documents = append(moves, move), append(documents, state.Table().Document(&g.Rules))
		}
		moved += len(moves)
		if err := json.NewEncoder(&games).Encode(map[string]any{"name": g.Name, "rules": g.Rules, "documents": documents, "moves": moves}); err != nil {
			t.Fatal(err)
		}
	}
	if moved < 5000 {
		t.Errorf("only %d moves", moved)
	}
	node := servicetest.Command(t, servicetest.Node, "testdata/position.mjs")
	var stderr bytes.Buffer
	node.Stdin, node.Stderr = &games, &stderr
	output, err := node.Output()
	if err != nil || len(output) > 0 {
		t.Errorf("%v\n%.2000s%.2000s", err, output, &stderr)
	}
}
