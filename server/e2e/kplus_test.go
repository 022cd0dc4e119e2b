package e2e

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/papers"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestPageReach plays random moves in games whose stock is turned to a waste, and asks the
// script of the deal page which cards turns of the stock bring up. The referee's turns and K+
// must bring up the same ones.
func TestPageReach(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(6, 7))
	var positions bytes.Buffer
	asked, simulated := 0, 0
	for _, g := range rules.Games() {
		if g.Rules.Stock.Size == 0 || g.Rules.Stock.To != rules.ToWaste {
			continue
		}
		start, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		state := game.New(&g.Rules, &start)
		for range 5 {
			moves := wander(random, state, 15)
			turns := broughtUp(state)
			asked++
			if papers.Plays(&g.Rules) {
				simulated += sameAsMacros(t, &g.Rules, state.Table(), turns)
			}
			if err := json.NewEncoder(&positions).Encode(map[string]any{
				"name": g.Name, "rules": g.Rules, "document": json.RawMessage(state.Table().Document(&g.Rules)), "turns": turns, "moves": moves,
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if asked < 250 || simulated < 150 {
		t.Errorf("only %d positions, %d macro moves of K+", asked, simulated)
	}
	node := servicetest.Command(t, servicetest.Node, "testdata/kplus.mjs")
	var stderr bytes.Buffer
	node.Stdin, node.Stderr = &positions, &stderr
	output, err := node.Output()
	if err != nil || len(output) > 0 {
		t.Errorf("%v\n%.2000s%.2000s", err, output, &stderr)
	}
}

// wander makes random moves, at most so many, and returns them.
func wander(random *rand.Rand, state *game.State, most int) []game.Move {
	moves := []game.Move{}
	for len(moves) < most {
		legal := state.Legal()
		if len(legal) == 0 {
			break
		}
		m := legal[random.IntN(len(legal))]
		state.Do(m)
		moves = append(moves, m)
	}
	return moves
}

// broughtUp returns for each card of waste and stock, from the bottom of the waste to the last
// of the stock, the turns that bring it up, or nil if none do.
func broughtUp(at *game.State) [][]game.Move {
	turn := func() (game.Move, bool) {
		legal := at.Legal()
		i := slices.IndexFunc(legal, func(m game.Move) bool { return m.Action != game.Shift })
		if i < 0 {
			return game.Move{}, false
		}
		return legal[i], true
	}
	up := func() int { return len(at.Table().Waste) - 1 }
	found := make([][]game.Move, len(at.Table().Waste)+len(at.Table().Stock))
	turns := []game.Move{}
	for range 3 * (len(found) + 1) { // more than it takes to see every card twice
		if i := up(); i >= 0 && found[i] == nil {
			found[i] = slices.Clone(turns)
		}
		m, ok := turn()
		if !ok {
			break
		}
		at.Do(m)
		turns = append(turns, m)
	}
	for range turns {
		at.Undo()
	}
	return found
}

// sameAsMacros checks that K+ makes as many turns, and returns the number of its macro moves.
func sameAsMacros(t *testing.T, r *rules.Rules, p *deal.Position, turns [][]game.Move) int {
	t.Helper()
	g := papers.NewGame(r)
	board, ok := papers.Read(p)
	if !ok {
		t.Fatal("simulate can't read the position")
	}
	n := 0
	for _, m := range g.Macros(&board, nil) {
		if m.Kind != papers.TalonToFoundation && m.Kind != papers.TalonToColumn {
			continue
		}
		if turns[m.From] == nil || len(turns[m.From]) != int(m.Turns) {
			t.Errorf("K+ turns %d times for card %d, the referee %v", m.Turns, m.From, turns[m.From])
		}
		n++
	}
	return n
}
