package papers

import (
	"reflect"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/player"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestLosses checks that Yan's player plays the same with a large, a small and a minimal loss
// table.
func TestLosses(t *testing.T) {
	known, _ := rules.Lookup("klondike-whole-blocks")
	for _, score := range []int64{0, 5} {
		for number := range uint64(6) {
			position, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(&known.Rules)
			if err != nil {
				t.Fatal(err)
			}
			var plays []player.Result
			for _, room := range []int{16, 4, 0} {
				p := Yan.New(number, player.Options{"n": 2, "score": score}, nil).(*yan)
				p.lossBits = room
				plays = append(plays, player.Play(nil, player.Thoughtful, p, &known.Rules, &position))
			}
			if !reflect.DeepEqual(plays[0], plays[1]) || !reflect.DeepEqual(plays[0], plays[2]) {
				t.Errorf("deal %d, score %d: the size of the loss table changes the play", number, score)
			}
		}
	}
}
