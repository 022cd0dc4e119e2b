package deal_test

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestFormsOfEveryGame writes positions on random ways through every game in the explicit form and
// as a line, and reads them again.
func TestFormsOfEveryGame(t *testing.T) {
	for i, g := range rules.Games() {
		random := rand.New(rand.NewPCG(uint64(i), 5))
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(i)}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		s := game.New(&g.Rules, &p)
		for range 30 {
			at := s.Position()
			text, line := at.Explicit(&g.Rules), at.Line(&g.Rules)
			for _, form := range []string{string(text), strconv.Quote(line)} {
				again, err := deal.Parse([]byte(form), &g.Rules)
				if err != nil || string(again.Document(&g.Rules)) != string(at.Document(&g.Rules)) {
					t.Fatalf("%s: %s is read as %s, %v", g.Name, form, again.Document(&g.Rules), err)
				}
			}
			if !deal.IsLine(line) || len(line) > 200*g.Rules.Decks {
				t.Fatalf("%s: %s has %d characters", g.Name, line, len(line))
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
func TestLineMistakes(t *testing.T) {
	for _, test := range []struct{ game, line, want string }{
		{"klondike", "t5H.9s8S", "deal.tableau piles: 2 piles found, 7 expected"},
		{"klondike", "t5H.9s8X.....", `deal.tableau piles[1][1]: "8X" is not a card`},
		{"klondike", "t5H.9s8.....", `deal.tableau piles[1][1]: "8" is not a card`},
		{"klondike", "t5H.5H.....", "deal: 5H occurs twice: at deal.tableau piles[0][0], deal.tableau piles[1][0]"},
		{"klondike", "t......~k5H", `deal: "k5H" is not a part of a line: each begins with t, f, b`},
		{"klondike", "t......~", `deal: "" is not a part of a line`},
		{"klondike", "s5H~sAC~t......", "deal: the line has the part s twice"},
		{"klondike", "t......~fKH---", "deal.foundations[0]: KH is not of its foundation's suit, C: the foundations are in the order C, H, S, D"},
		{"klondike", "t......~fKC", "deal.foundations: 1 place found, 4 expected"},
		{"klondike", "t......~cKC", "deal.cells: this game has no cells"},
		{"klondike", "t5H 9S", "deal: expected an object, or a position in one line"},
		{"klondike", "", "deal: expected an object, or a position in one line"},
		{"klondike", "t" + strings.Repeat("5H", 500), "deal: the line has 1001 characters, at most 1000 allowed"},
		{"klondike-draw-3-passes-3", "t......~nx", "deal.redeals left: expected a whole number, written with digits only, found x"},
		{"klondike-draw-3-passes-3", "t......~n3", "deal.redeals left: 3 is out of range: must be 0–2"},
		{"canfield", "t...~fAC---", "deal.foundations: the line needs the part b"},
		{"golf", "t......~hAC2C", "deal.hole: 2 cards found, 1 expected"},
		{"golf", "t......~fAC---", "deal.foundations: this game has no foundations"},
	} {
		g, _ := rules.Lookup(test.game)
		if _, err := deal.Parse([]byte(`"`+test.line+`"`), &g.Rules); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %s: %v, want %s", test.game, test.line, err, test.want)
		}
	}
}

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

// FuzzForms reads documents in the explicit form. What is read is written and read again.
func FuzzForms(f *testing.F) {
	for _, name := range []string{"klondike", "free-cell", "gaps", "pyramid", "golf", "canfield", "accordion"} {
		g, known := rules.Lookup(name)
		if !known {
			continue
		}
		p, _ := deal.Seed{Scheme: deal.Solvitaire, Number: 2}.Deal(&g.Rules)
		f.Add(name, []byte(p.Explicit(&g.Rules)))
		f.Add(name, []byte(strconv.Quote(p.Line(&g.Rules))))
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
		for _, written := range [][]byte{p.Explicit(&g.Rules), []byte(strconv.Quote(p.Line(&g.Rules)))} {
			again, err := deal.Parse(written, &g.Rules)
			if err != nil || !json.Valid(written) || string(again.Document(&g.Rules)) != string(p.Document(&g.Rules)) {
				t.Fatalf("%s is written as %s: %v", text, written, err)
			}
		}
	})
}
