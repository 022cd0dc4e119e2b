package game_test

import (
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// walks is how many games of each kind are played to look for moves that can be taken
// back.
const walks = 150

// TestBack walks at random through games of the whole rule language. The moves that Back
// returns must be legal and lead to the position before the last move.
func TestBack(t *testing.T) {
	taken := map[string]int{}
	for i, family := range enginetest.Families {
		random := rand.New(rand.NewPCG(9, uint64(i)))
		for range walks {
			r, p := enginetest.Draw(t, random, family)
			walk(t, random, &r, &p, 30, taken)
		}
	}
	for _, g := range rules.Games() {
		random := rand.New(rand.NewPCG(9, 9))
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		walk(t, random, &g.Rules, &p, 100, taken)
	}
	t.Logf("taken back: %v", taken)
	for _, kind := range []string{"draw", "redeal", "tableau tableau", "tableau foundation", "foundation tableau", "tableau cell", "cell tableau", "sequence sequence"} {
		if taken[kind] == 0 {
			t.Errorf("no move was taken back of the kind: %s", kind)
		}
	}
}

func walk(t *testing.T, random *rand.Rand, r *rules.Rules, p *deal.Position, most int, taken map[string]int) {
	t.Helper()
	table := game.New(r, p)
	for range most {
		legal := table.Legal()
		if len(legal) == 0 {
			return
		}
		before := table.Position()
		table.Do(legal[random.IntN(len(legal))])
		after, m := table.Position(), table.Last()
		home, ok := table.Back()
		if now := table.Position(); enginetest.Fingerprint(&now) != enginetest.Fingerprint(&after) || !table.Last().Equal(m) {
			t.Fatalf("%s: the table is another after looking whether %s can be taken back", after.Document(r), m)
		}
		if !ok {
			if home != nil {
				t.Fatalf("%s: no way back, but %v", after.Document(r), home)
			}
			continue
		}
		there := game.Replay(r, &after, home)
		if !there.Legal || enginetest.Fingerprint(&there.Position) != enginetest.Fingerprint(&before) {
			t.Fatalf("%s: %s is not taken back by %v: %s", before.Document(r), m, home, there.Reason)
		}
		taken[kind(m)]++
	}
}

// kind says between what kinds of places a move went, or that it turned the stock.
func kind(m game.Move) string {
	switch m.Action {
	case game.Shift:
		return game.At(m.From.Pile, 0).String() + " " + game.At(m.To.Pile, 0).String()
	case game.Draw:
		return "draw"
	default:
		return "redeal"
	}
}
