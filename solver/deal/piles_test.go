package deal_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestExplicitOfEveryGame writes positions on random ways through every game in the explicit form,
// and reads them again.
func TestExplicitOfEveryGame(t *testing.T) {
	for i, g := range rules.Games() {
		random := rand.New(rand.NewPCG(uint64(i), 5))
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(i)}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		s := game.New(&g.Rules, &p)
		for range 30 {
			at := s.Position()
			text := at.Explicit(&g.Rules)
			again, err := deal.Parse(text, &g.Rules)
			if err != nil || string(again.Document(&g.Rules)) != string(at.Document(&g.Rules)) {
				t.Fatalf("%s: %s is read as %s, %v", g.Name, text, again.Document(&g.Rules), err)
			}
			for _, null := range []string{"null,", "[null", `"face down"`} {
				if strings.Contains(string(text), null) {
					t.Fatalf("%s: %s has %s", g.Name, text, null)
				}
			}
			legal := s.Legal()
			if len(legal) == 0 || s.Won() {
				break
			}
			s.Do(legal[random.IntN(len(legal))])
		}
	}
}

// TestExplicitMistakes reads documents with mistakes, which are named by their places.
func TestExplicitMistakes(t *testing.T) {
	g, _ := rules.Lookup("klondike")
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 2}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	right := string(p.Explicit(&g.Rules))
	for _, test := range []struct{ old, new, want string }{
		{`{"card":"5H","face_up":true}`, `{"card":"5H"}`, "deal.piles.tableau[0][0].face_up: missing"},
		{`{"card":"5H","face_up":true}`, `"5H"`, `deal.piles.tableau[0][0]: expected an object, found the string "5H"`},
		{`{"card":"5H","face_up":true}`, `{"card":"5X","face_up":true}`, `deal.piles.tableau[0][0].card: "5X" is not a card`},
		{`{"card":"5H","face_up":true}`, `{"card":"5H","face_up":1}`, "deal.piles.tableau[0][0].face_up: expected true or false"},
		{`{"card":"5H","face_up":true}`, `{"card":"8S","face_up":true}`, "deal: 8S occurs twice: at deal.piles.tableau[0][0].card, deal.piles.tableau[1][1].card"},
		{`"waste":[]`, `"waste":[{"card":"5H","face_up":false}]`, "deal.piles.waste[0].face_up: must be true: no card lies face down here"},
		{`"waste":[]`, `"waste":3`, "deal.piles.waste: expected a list, found 3"},
		{`"cells":[]`, `"cells":[{"card":"5H","face_up":true}]`, "deal.piles.cells: this game has no cells"},
		{`"hole":[]`, `"hole":[{"card":"5H","face_up":true},{"card":"6H","face_up":true}]`, "deal.piles.hole: 2 cards found, at most 1 allowed"},
		{`"waste":`, `"wast":`, "deal.piles.wast: unknown field"},
		{`"base":`, `"bas":`, "deal.bas: unknown field"},
		{`"base":""`, `"base":"Z"`, "deal.base: "},
	} {
		text := strings.Replace(right, test.old, test.new, 1)
		if _, err := deal.Parse([]byte(text), &g.Rules); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.new, err, test.want)
		}
	}
}

// TestExplicitMissing leaves out what a document must have. It is named as this form has it.
func TestExplicitMissing(t *testing.T) {
	for _, test := range []struct{ game, text, want string }{
		{"free-cell", `{"piles":{"cells":[]}}`, "deal.piles.tableau: missing: 8 piles expected"},
		{"accordion", `{"piles":{}}`, "deal.piles.accordion: missing or empty"},
		{"klondike-draw-3-passes-3", `{"piles":{"tableau":[[],[],[],[],[],[],[]]}}`, "deal.redeals_left: missing: required in the middle"},
		{"canfield", `{"piles":{"tableau":[[],[],[],[]]}}`, "deal.base: missing"},
	} {
		g, _ := rules.Lookup(test.game)
		if _, err := deal.Parse([]byte(test.text), &g.Rules); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.game, err, test.want)
		}
	}
}

// FuzzExplicit reads documents in the explicit form. What is read is written and read again.
func FuzzExplicit(f *testing.F) {
	for _, name := range []string{"klondike", "free-cell", "gaps", "pyramid", "golf", "canfield", "accordion"} {
		g, known := rules.Lookup(name)
		if !known {
			continue
		}
		p, _ := deal.Seed{Scheme: deal.Solvitaire, Number: 2}.Deal(&g.Rules)
		f.Add(name, []byte(p.Explicit(&g.Rules)))
	}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		g, known := rules.Lookup(name)
		if !known {
			return
		}
		p, err := deal.Parse(text, &g.Rules)
		if err != nil {
			return
		}
		written := p.Explicit(&g.Rules)
		again, err := deal.Parse(written, &g.Rules)
		if err != nil || !json.Valid(written) || string(again.Document(&g.Rules)) != string(p.Document(&g.Rules)) {
			t.Fatalf("%s is written as %s: %v", text, written, err)
		}
	})
}
