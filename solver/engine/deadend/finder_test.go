package deadend

import (
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestLost checks positions that are easy to judge by hand.
func TestLost(t *testing.T) {
	const (
		none  = `{"max rank":4,"tableau piles":{"count":4,"build policy":"any-suit","spaces policy":"no-build"}}`
		kings = `{"max rank":4,"tableau piles":{"count":4,"build policy":"any-suit","spaces policy":"kings"}}`
		back  = `{"max rank":4,"tableau piles":{"count":4,"build policy":"red-black","spaces policy":"no-build"},"foundations":{"removable":true}}`
		moved = `{"max rank":4,"tableau piles":{"count":4,"build policy":"any-suit","spaces policy":"no-build","move built group":"yes"}}`
		dealt = `{"max rank":3,"tableau piles":{"count":3,"build policy":"same-suit","spaces policy":"no-build"},"stock":{"size":2,"deal type":"tableau piles"}}`
		stock = `{"max rank":4,"tableau piles":{"count":3,"build policy":"any-suit","spaces policy":"kings"},"stock":{"size":1}}`
		group = `{"max rank":4,"tableau piles":{"count":4,"build policy":"same-suit","spaces policy":"no-build",
			"move built group":"yes","move built group policy":"any-suit","group target":"group"}}`
		whole   = `{"max rank":4,"tableau piles":{"count":4,"build policy":"any-suit","spaces policy":"no-build","move built group":"whole-pile"}}`
		maximal = `{"max rank":4,"tableau piles":{"count":4,"build policy":"any-suit","spaces policy":"no-build","move built group":"maximal-group","face up cards":"top"}}`
		filled  = `{"max rank":4,"tableau piles":{"count":3,"build policy":"any-suit","spaces policy":"auto-reserve-then-any"},"reserve":{"size":4,"stacked":true}}`
		carpet  = `{"max rank":3,"tableau piles":{"count":0},"cells":{"count":1,"pre-filled":1},"stock":{"size":11}}`
		loose   = `{"max rank":3,"tableau piles":{"count":3,"build policy":"same-suit","spaces policy":"kings","move built group":"any"},"foundations":{"only complete pile moves":true}}`
		fixed   = `{"max rank":3,"tableau piles":{"count":4,"build policy":"same-suit","spaces policy":"no-build","move built group":"any"}}`
		yukon   = `{"max rank":3,"tableau piles":{"count":3,"build policy":"red-black","spaces policy":"no-build","move built group":"any"}}`
		opened  = `{"max rank":3,"tableau piles":{"count":2,"build policy":"same-suit","spaces policy":"auto-reserve-then-waste","move built group":"yes","kings to the bottom":true},"foundations":{"base card":"2"},"reserve":{"size":2,"stacked":false}}`
		threes  = `{"max rank":4,"tableau piles":{"count":1,"build policy":"any-suit","spaces policy":"no-build"},"stock":{"size":4,"deal count":3,"redeal":true}}`
	)
	for _, test := range []struct {
		name, rules, deal string
		want              bool
	}{
		{"the highest on the lowest of its suit", none, `[["AS","4S"],["2S","3S"],["4H","3H","2H","AH"],["4C","3C","2C","AC","4D","3D","2D","AD"]]`, true},
		{"which an empty column would help", kings, `[["AS","4S"],["2S","3S"],["4H","3H","2H","AH"],["4C","3C","2C","AC","4D","3D","2D","AD"]]`, false},
		{"two that wait for each other", none, `[["AS","4H"],["AH","4S"],["2S","3S","2H","3H"],["4C","3C","2C","AC","4D","3D","2D","AD"]]`, true},
		{"a host that lies under its guest", none, `[["4S","AS","3H"],["2S","4H","3S"],["4C","2H","AH"],["3C","2C","AC","4D","3D","2D","AD"]]`, false},
		{"a host that is gone", back, `[["AS","3H","2S"],["4S","3S"],["4H","2H","AH"],["4C","3C","2C","AC","4D","3D","2D","AD"]]`, false},
		{"a group that leaves together", moved, `[["AS","2H","AH"],["4S","3S","2S"],["4H","3H"],["4C","3C","2C","AC","4D","3D","2D","AD"]]`, false},
		{"a host that is dealt", dealt, `[["AH","2H"],["3S","2S"],["3C","2C","AC","3D","2D","AD"]],"stock":["3H","AS"]`, false},
		{"and one that has been dealt elsewhere", dealt, `[["AH","2H"],["3S","2S","AS"],["3H","3C","2C","AC","3D","2D","AD"]]`, false},
		{"which is covered", dealt, `[["3S","AH","2H"],["AS","3H","2S"],["3C","2C","AC","3D","2D","AD"]]`, true},
		{"a host that fills a space", stock, `[["AS","3S"],["2S"],[]],"stock":["4S"],"foundations":["AC","2C","3C","4C","AH","2H","3H","4H","AD","2D","3D","4D"]`, false},
		{"a host for groups alone", group, `[["AS","3H","2H"],["3S","AH","2S"],["4H","4S"],["4C","3C","2C","AC","4D","3D","2D","AD"]]`, false},
		{"a column that moves as a whole", whole, `[["2S","AS"],["3H","3S"],["4H","2H","AH"],["4S","4C","3C","2C","AC","4D","3D","2D","AD"]]`, false},
		{"a group in a column that doesn't", whole, `[["AS","3H","2S"],["3S","4S"],["4H","2H","AH"],["4C","3C","2C","AC","4D","3D","2D","AD"]]`, true},
		{"a group that begins on a card face down", maximal, `[["4s","as","3h","2S"],["4h","3S"],["2h","AH"],[]],"foundations":["AC","2C","3C","4C","AD","2D","3D","4D"]`, false},
		{"a reserve with two high cards and one column to fill", filled, `[["3S","2S"],["3H","2H"],["4D"]],"reserve":["AH","AS","4H","4S"],"foundations":["AC","2C","3C","4C","AD","2D","3D"]`, true},
		{"and one of which two cards fill columns", filled, `[["2S"],["2H","3H"],["3S"]],"reserve":["AH","AS","4H","4S"],"foundations":["AC","2C","3C","4C","AD","2D","3D","4D"]`, false},
		{"a card of an open reserve that fills a space and is a host there", opened, `[["AH"],["AS","2C","3D","3C","3S"]],"foundations":["2H","3H","2S","2D"],"reserve":["AD","AC"]`, false},
		{"a card under its higher ones in the waste", carpet, `[],"cells":["3S"],"waste":["AS","2S"],"foundations":["AC","2C","3C","AH","2H","3H","AD","2D","3D"]`, true},
		{"which a free cell helps", carpet, `[],"cells":[""],"waste":["AS","2S","3S"],"foundations":["AC","2C","3C","AH","2H","3H","AD","2D","3D"]`, true},
		{"or a lower card in the cell", carpet, `[],"cells":["AS"],"waste":["3S","2S"],"foundations":["AC","2C","3C","AH","2H","3H","AD","2D","3D"]`, false},
		{"two hosts, each under the other's guest", loose, `[["3S","2H","AH"],["3H","2S","AS"],["3C","2C","AC","3D","2D","AD"]]`, true},
		{"one of them bare", loose, `[["3S","2H","AH","2S","AS"],["3H"],["3C","2C","AC","3D","2D","AD"]]`, false},
		{"a host above its guest", fixed, `[["2S","3S"],["3H","AS"],["2H","AH"],["3C","2C","AC","3D","2D","AD"]]`, true},
		{"and with a card between that moves away", fixed, `[["2S","AH","3S"],["3H","AS","2H"],["2C"],["3C","AC","3D","2D","AD"]]`, false},
		{"a card face down on the host of the one above it", loose, `[["3s","as","2S"],["3H","2H","AH"],["3C","2C","AC","3D","2D","AD"]]`, true},
		{"a king on an ace, which takes it along", yukon, `[["2C","AH","3H","AC"],["2H","3C","AS","3S"],["2S","3D","2D","AD"]]`, true},
		{"kings under their aces", yukon, `[["3H","2C","AH","AC"],["2H","3C","3S","AS"],["2S","3D","2D","AD"]]`, false},
		{"a card that is never turned up", threes, `[["4S","3S"]],"stock":["3H","2S","4H","AS"],"foundations":["AC","2C","3C","4C","AH","2H","AD","2D","3D","4D"]`, false},
	} {
		r, err := rules.Parse([]byte(test.rules))
		if err != nil {
			t.Fatal(err)
		}
		p, err := deal.Parse([]byte(`{"tableau piles":`+test.deal+`}`), &r)
		if err != nil {
			t.Fatal(test.name, err)
		}
		c := state.Compile(&r, p.Base, state.Complete)
		s, f := state.New(c, &p), New(c)
		s.Scan()
		if got := f.provesLost(s); got != test.want {
			t.Errorf("%s: lost %v, want %v", test.name, got, test.want)
		}
	}
}

func BenchmarkLost(b *testing.B) {
	for _, name := range []string{"klondike", "fan", "klondike-spaces-no-build-build-any-suit", "yukon", "scorpion"} {
		b.Run(name, func(b *testing.B) {
			p := enginetest.Numbered(b, name, "solvitaire:1").Position()
			g, _ := rules.Lookup(name)
			c := state.Compile(&g.Rules, p.Base, state.Complete)
			s, f := state.New(c, &p), New(c)
			s.Scan()
			for b.Loop() {
				f.provesLost(s)
			}
		})
	}
}
