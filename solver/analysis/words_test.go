package analysis_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/phrase"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestDescribe explains moves of single positions.
func TestDescribe(t *testing.T) {
	for _, test := range []struct{ game, position, move, want string }{
		{"klondike", "", `{"action":"draw","count":3}`, "turns 3 cards from the stock, with the 7♥ on top"},
		{"klondike", "", `{"action":"move","from":"tableau/6","to":"tableau/4","cards":["8C"]}`, "lays the 8♣ on the 9♥, turns up the 9♣"},
		{"free-cell", "", `{"action":"move","from":"tableau/1","to":"cell/2","cards":["TH"]}`, "puts the 10♥ into a free cell, uncovers the K♦"},
		{"pyramid", "", `{"action":"draw","count":1}`, "turns the 2♦ from the stock"},
		{"golf", "", `{"action":"move","from":"stock","to":"hole","cards":["2C"]}`, "plays the 2♣ from the stock to the hole"},
		{"spider", "", `{"action":"deal","count":10}`, "deals a card of the stock to each of 10 columns"},
		{
			`{"max rank":3,"tableau piles":{"count":4,"move built group":"yes"},"cells":{"count":1}}`,
			`{"tableau piles":[["2C"],["3C","AC"],["3S","3D","2D","3H"],[]],"cells":["2S"],"foundations":["AS","AD","AH","2H"]}`,
			`{"action":"move","from":"tableau/2","to":"foundation/C","cards":["AC"]}`,
			"brings the A♣ to its foundation, uncovers the 3♣",
		},
		{"", "", `{"action":"move","from":"tableau/1","to":"tableau/3","cards":["2C"]}`, "lays the 2♣ on the 3♥, frees a column"},
		{"", "", `{"action":"move","from":"tableau/1","to":"tableau/4","cards":["2C"]}`, "moves the 2♣ into an empty column, leaves its own column empty"},
		{"", "", `{"action":"move","from":"tableau/3","to":"foundation/H","cards":["3H"]}`, "brings the 3♥ to its foundation, uncovers the 2♦, so that the 2♦ can go up"},
		{"", "", `{"action":"move","from":"cell/1","to":"foundation/S","cards":["2S"]}`, "brings the 2♠ from its cell to its foundation, empties a cell"},
	} {
		last := test.game
		if last == "" {
			test.game, test.position = before.game, before.position
		}
		before = test
		r, p := position(t, test.game, test.position)
		var m game.Move
		if err := m.UnmarshalJSON([]byte(test.move)); err != nil {
			t.Fatal(err)
		}
		if refusal := game.New(&r, &p).Check(m); refusal != "" {
			t.Errorf("%s: %s", test.move, refusal)
			continue
		}
		if got := analysis.NewDescriber(&r, &p, phrase.Fill).Describe(m); got != test.want {
			t.Errorf("%s %s: %q, want %q", test.game, test.move, got, test.want)
		}
	}
}

// before is the test before, whose position is used again.
var before struct{ game, position, move, want string }

// position returns deal 2 of a game, or a position under rules.
func position(t *testing.T, name, text string) (rules.Rules, deal.Position) {
	t.Helper()
	if !strings.HasPrefix(name, "{") {
		g, _ := rules.Lookup(name)
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 2}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		return g.Rules, p
	}
	r, err := rules.Parse([]byte(name))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Parse([]byte(text), &r)
	if err != nil {
		t.Fatal(err)
	}
	return r, p
}

// TestEveryGame explains all moves on random ways through every game, and compares the words with
// what the moves do.
func TestEveryGame(t *testing.T) {
	for i, g := range rules.Games() {
		random := rand.New(rand.NewPCG(uint64(i), 1))
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(i)}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		s := game.New(&g.Rules, &p)
		for range 25 {
			legal := s.Legal()
			if len(legal) == 0 || s.Won() {
				break
			}
			at := s.Position()
			explained := analysis.NewDescriber(&g.Rules, &at, phrase.Fill)
			for _, m := range legal[:min(len(legal), 60)] {
				compare(t, g.Name, s, m, explained.Describe(m))
			}
			s.Do(legal[random.IntN(len(legal))])
		}
	}
}

// compare compares the words for a move with the table before and after it.
func compare(t *testing.T, name string, s *game.State, m game.Move, text string) {
	t.Helper()
	spaces, before := columns(s.Table()), rising(s)
	s.Do(m)
	defer s.Undo()
	after := rising(s)
	for what, is := range map[string]bool{
		"turns up ":                   s.Last().TurnsUp != card.None,
		"to its foundation":           m.To.Pile == game.Foundation && len(m.Cards) == 1,
		"frees a column":              m.Action == game.Shift && columns(s.Table()) > spaces,
		"empties a cell":              m.From.Pile == game.Cell,
		"wins the game":               s.Won(),
		" back from its foundation":   m.From.Pile == game.Foundation,
		"removes ":                    m.Action == game.Remove,
		" from the stock":             m.Action == game.Draw || m.From.Pile == game.Stock && m.Action == game.Shift,
		"so that ":                    strings.Contains(text, "so that "),
		" cells":                      false,
		"?":                           false,
		"  ":                          false,
		"leaves its own column empty": m.From.Pile == game.Tableau && m.To.Pile == game.Tableau && len(s.Table().Tableau[m.From.N-1].Cards) == 0 && len(s.Table().Tableau[m.To.N-1].Cards) == len(m.Cards),
		s.Last().TurnsUp.Name():       s.Last().TurnsUp != card.None,
	} {
		if strings.Contains(text, what) != is {
			t.Errorf("%s, %s: %q has %q: %t", name, m, text, what, !is)
		}
	}
	_, rises, _ := strings.Cut(text, "so that ")
	for c := range after {
		if strings.Contains(rises, c.Name()) && before[c] {
			t.Errorf("%s, %s: %q: %s could go up before", name, m, text, c)
		}
	}
	for c := card.New(1, 0); c <= card.New(13, 3); c++ {
		if rises != "" && strings.Contains(rises, c.Name()+" ") && !after[c] {
			t.Errorf("%s, %s: %q: %s can't go up", name, m, text, c)
		}
	}
}

func columns(p *deal.Position) (empty int) {
	for _, c := range p.Tableau {
		if len(c.Cards) == 0 {
			empty++
		}
	}
	return empty
}

// rising returns the single cards that can go up to a foundation.
func rising(s *game.State) map[card.Card]bool {
	up := map[card.Card]bool{}
	for _, m := range s.Legal() {
		if m.To.Pile == game.Foundation && len(m.Cards) == 1 {
			up[m.Cards[0]] = true
		}
	}
	return up
}
