package player

import (
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestPlayKey has two positions of one play that differ only in cards a player has seen: their
// keys must differ.
func TestPlayKey(t *testing.T) {
	for _, test := range []struct{ name, rules, one, other string }{
		{
			"another card was removed from the stock",
			`{"max rank":3,"tableau piles":{"count":0},"foundations":{"present":false},"rows":{"shape":"pyramid","count":2,"pair sum":4},"stock":{"size":9,"redeals":2}}`,
			`{"rows":[["2C"],["","2H"]],"stock":["AC","AH","2S","3S","2D","3D","3H","AD"],"redeals left":1}`,
			`{"rows":[["2C"],["","2H"]],"stock":["AC","AH","2S","3S","2D","3D","3H","AS"],"redeals left":1}`,
		},
		{
			"columns that will be redealt lie in another order",
			`{"max rank":2,"tableau piles":{"count":2,"redeal packets":4}}`,
			`{"tableau piles":[["AC","AH","2S"],["2C","2H","AS","2D","AD"]]}`,
			`{"tableau piles":[["2C","2H","AS","2D","AD"],["AC","AH","2S"]]}`,
		},
	} {
		r, err := rules.Parse([]byte(test.rules))
		if err != nil {
			t.Fatal(err)
		}
		var keys [2]uint64
		for i, text := range []string{test.one, test.other} {
			p, err := deal.Parse([]byte(text), &r)
			if err != nil {
				t.Fatal(err)
			}
			keys[i] = playKey(&r, &p)
		}
		if keys[0] == keys[1] {
			t.Errorf("%s: the same key", test.name)
		}
	}
}
