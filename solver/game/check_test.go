package game_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// legal lists the legal moves of a position in words, sorted.
func legal(s *game.State) []string {
	var all []string
	for _, m := range s.Legal() {
		all = append(all, m.String())
	}
	slices.Sort(all)
	return all
}

// lines reads a list of moves, one a line, and sorts it.
func lines(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	slices.Sort(all)
	return all
}

// TestWorryingBack takes cards back from foundations.
func TestWorryingBack(t *testing.T) {
	const position = `{"tableau piles":[["3H"],["3C"],[]],"foundations":["AC","2C","AH","2H","AS","2S","3S","AD","2D","3D"]}`
	const stays = `
		3H from tableau/1 to tableau/3
		3H from tableau/1 to foundation/H
		3H from tableau/1 to cell/1
		3C from tableau/2 to tableau/3
		3C from tableau/2 to foundation/C
		3C from tableau/2 to cell/1`
	for _, test := range []struct{ name, rules, want string }{
		{"not allowed", `"foundations":{"removable":false},"tableau piles":{"count":3,"build policy":"red-black"}`, stays},
		{"allowed", `"foundations":{"removable":true},"tableau piles":{"count":3,"build policy":"red-black"}`, stays + `
			2C from foundation/C to tableau/1
			2C from foundation/C to tableau/3
			2C from foundation/C to cell/1
			2H from foundation/H to tableau/2
			2H from foundation/H to tableau/3
			2H from foundation/H to cell/1
			3S from foundation/S to tableau/3
			3S from foundation/S to cell/1
			3D from foundation/D to tableau/3
			3D from foundation/D to cell/1`},
		{"allowed, but spaces are for kings", `"foundations":{"removable":true},"tableau piles":{"count":3,"build policy":"red-black","spaces policy":"kings"}`, stays + `
			2C from foundation/C to tableau/1
			2C from foundation/C to cell/1
			2H from foundation/H to tableau/2
			2H from foundation/H to cell/1
			3S from foundation/S to tableau/3
			3S from foundation/S to cell/1
			3D from foundation/D to tableau/3
			3D from foundation/D to cell/1`},
		{"allowed, but nothing is built", `"foundations":{"removable":true},"tableau piles":{"count":3,"build policy":"no-build"}`, `
			3H from tableau/1 to foundation/H
			3H from tableau/1 to cell/1
			3C from tableau/2 to foundation/C
			3C from tableau/2 to cell/1
			2C from foundation/C to cell/1
			2H from foundation/H to cell/1
			3S from foundation/S to cell/1
			3D from foundation/D to cell/1`},
	} {
		s := table(t, `{"max rank":3,"cells":{"count":1},`+test.rules+`}`, position)
		if got, want := legal(s), lines(test.want); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	t.Run("the base card too", func(t *testing.T) {
		s := table(t, `{"max rank":1,"foundations":{"removable":true,"initial cards":"all"},"tableau piles":{"count":1}}`, `{"tableau piles":[[]]}`)
		want := lines(`
			AC from foundation/C to tableau/1
			AH from foundation/H to tableau/1
			AS from foundation/S to tableau/1
			AD from foundation/D to tableau/1`)
		if got := legal(s); !slices.Equal(got, want) || !s.Won() {
			t.Errorf("%s, won: %t", strings.Join(got, "\n"), s.Won())
		}
	})
	t.Run("straight after it went up", func(t *testing.T) {
		s := table(t, `{"max rank":4,"foundations":{"removable":true},"tableau piles":{"count":2,"build policy":"red-black"}}`,
			`{"tableau piles":[["4S","4H","3C"],["4C","4D"]],"foundations":["AC","2C","AH","2H","3H","AS","2S","3S","AD","2D","3D"]}`)
		do(t, s, "3C from tableau/1 to foundation/C")
		for _, move := range []string{"3C from foundation/C to tableau/1", "3C from foundation/C to tableau/2"} {
			if !slices.Contains(legal(s), move) {
				t.Errorf("%s is not legal", move)
			}
		}
	})
}

// TestBase has foundations that do not start with the ace: ranks go round, kings are the
// cards below the base, and nothing is built below the base.
func TestBase(t *testing.T) {
	s := table(t, `{"max rank":4,"foundations":{"base card":"3"},"tableau piles":{"count":6,"build policy":"red-black","spaces policy":"kings"}}`,
		`{"tableau piles":[["AC"],["2D"],["2H","4H"],[],["4S","AS","AH","2C","2S","AD"],["3S"]],"foundations":["3C","4C","3H","3D","4D"]}`)
	want := lines(`
		AC from tableau/1 to foundation/C
		AC from tableau/1 to tableau/2
		2D from tableau/2 to tableau/4
		4H from tableau/3 to tableau/1
		4H from tableau/3 to foundation/H
		AD from tableau/5 to foundation/D
		3S from tableau/6 to tableau/3
		3S from tableau/6 to foundation/S`)
	if got := legal(s); !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, test := range []struct {
		from, to, cards string
		want            game.Refusal
	}{
		{"tableau/2", "tableau/6", "2D", "columns go down by one, in alternating colours"},
		{"tableau/1", "tableau/4", "AC", "only a king, the last card of its foundation, fills a space"},
	} {
		if got := s.Check(shift(test.from, test.to, test.cards)); got.String() != string(test.want) {
			t.Errorf("%s from %s to %s: %q; want %q", test.cards, test.from, test.to, got, test.want)
		}
	}
}

// TestStock draws, redeals and plays the waste.
func TestStock(t *testing.T) {
	const tableau = `"max rank":2,"tableau piles":{"count":1},`
	const cards = `"tableau piles":[["AC"]],"foundations":["AH"],`
	for _, test := range []struct {
		name, stock, position string
		moves                 []string
	}{
		{"a full draw", `{"size":6,"deal count":3}`, `"stock":["2C","2H","2S","2D","AS","AD"]`, []string{"draw 3"}},
		{"a draw of what is left", `{"size":6,"deal count":3}`, `"stock":["2D","AD"],"waste":["2C","2H","2S","AS"]`, []string{
			"draw 2", "AS from waste to foundation/S",
		}},
		{"a draw larger than the stock ever was", `{"size":6,"deal count":9}`, `"stock":["2C","2H","2S","2D","AS","AD"]`, []string{"draw 6"}},
		{"no redeal", `{"size":6,"deal count":3}`, `"waste":["2C","2H","2S","AS","2D","AD"]`, []string{"AD from waste to foundation/D"}},
		{"a redeal", `{"size":6,"deal count":3,"redeal":true}`, `"waste":["2C","2H","2S","AS","2D","AD"]`, []string{
			"redeal", "AD from waste to foundation/D",
		}},
		{"a redeal only when the stock is empty", `{"size":6,"deal count":3,"redeal":true}`, `"stock":["2C"],"waste":["2H","2S","AS","2D","AD"]`, []string{
			"draw 1", "AD from waste to foundation/D",
		}},
		{"one of two redeals left", `{"size":6,"redeals":2}`, `"waste":["2C","2H","2S","AS","2D","AD"],"redeals left":1`, []string{
			"redeal", "AD from waste to foundation/D",
		}},
		{"no redeal left", `{"size":6,"redeals":2}`, `"waste":["2C","2H","2S","AS","2D","AD"],"redeals left":0`, []string{
			"AD from waste to foundation/D",
		}},
	} {
		s := table(t, `{`+tableau+`"stock":`+test.stock+`}`, `{`+cards+test.position+`}`)
		want := append([]string{"AC from tableau/1 to foundation/C"}, test.moves...)
		slices.Sort(want)
		if got := legal(s); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	t.Run("an empty waste is not turned over", func(t *testing.T) {
		s := table(t, `{`+tableau+`"stock":{"size":6,"redeal":true}}`, `{"tableau piles":[["AC"]],"foundations":["AH","2H","AS","2S","AD","2D"],"waste":["2C"]}`)
		s.Do(shift("tableau/1", "foundation/C", "AC"))
		s.Do(shift("waste", "foundation/C", "2C"))
		if got := legal(s); len(got) > 0 || !s.Won() {
			t.Errorf("%s, won: %t", strings.Join(got, "\n"), s.Won())
		}
	})
	t.Run("order", func(t *testing.T) {
		s := table(t, `{`+tableau+`"stock":{"size":6,"deal count":4,"redeals":1}}`, `{`+cards+`"stock":["2C","2H","2S","2D","AS","AD"]}`)
		for i, step := range []struct{ move, stock, waste string }{
			{"draw 4", "2C 2H", "AD AS 2D 2S"},
			{"draw 2", "", "AD AS 2D 2S 2H 2C"},
			{"redeal", "2C 2H 2S 2D AS AD", ""},
			{"draw 4", "2C 2H", "AD AS 2D 2S"},
			{"draw 2", "", "AD AS 2D 2S 2H 2C"},
			{"", "", ""},
		} {
			if step.move == "" {
				if got := s.Check(game.Move{Action: game.Redeal}); got != "there is no redeal left" {
					t.Errorf("a second redeal: %q", got)
				}
				break
			}
			do(t, s, step.move)
			p := s.Position()
			if got, want := cardWords(p.Stock)+"|"+cardWords(p.Waste), step.stock+"|"+step.waste; got != want {
				t.Errorf("after %d moves: %s; want %s", i+1, got, want)
			}
		}
	})
}

// TestCells has cells and reserves: single cards in places of their own.
func TestCells(t *testing.T) {
	s := table(t, `{"max rank":3,"tableau piles":{"count":2,"build policy":"red-black"},"cells":{"count":3,"pre-filled":1},"reserve":{"size":3},"stock":{"size":3}}`,
		`{"tableau piles":[["3C"],["3H","3S"]],"foundations":["AC","AH","AS","2S"],"cells":["","2H",""],"reserve":["AD","","2D"],"stock":["3D"],"waste":["2C"]}`)
	want := lines(`
		draw 1
		2C from waste to foundation/C
		2C from waste to cell/1
		2C from waste to cell/3
		AD from reserve/1 to foundation/D
		AD from reserve/1 to cell/1
		AD from reserve/1 to cell/3
		2D from reserve/3 to tableau/1
		2D from reserve/3 to tableau/2
		2D from reserve/3 to cell/1
		2D from reserve/3 to cell/3
		2H from cell/2 to tableau/1
		2H from cell/2 to tableau/2
		2H from cell/2 to foundation/H
		3C from tableau/1 to cell/1
		3C from tableau/1 to cell/3
		3S from tableau/2 to foundation/S
		3S from tableau/2 to cell/1
		3S from tableau/2 to cell/3`)
	if got := legal(s); !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestRefusals has an illegal move for each refusal.
func TestRefusals(t *testing.T) {
	s := table(t, `{"max rank":4,"tableau piles":{"count":5,"build policy":"red-black","spaces policy":"kings"},"cells":{"count":2},"reserve":{"size":1},"stock":{"size":3,"deal count":2,"redeal":true}}`,
		`{"tableau piles":[["4S","3H"],["4C"],[],["4H","3C"],["3D"]],"foundations":["AC","AH","AS","2S","3S","AD"],"cells":["4D",""],"reserve":["2H"],"stock":["2D"],"waste":["2C"]}`)
	for _, test := range []struct {
		move game.Move
		want game.Refusal
	}{
		{game.Move{Action: game.Draw, Count: 2}, "a draw turns 1 card here"},
		{game.Move{Action: game.Draw}, "a draw turns 1 card here"},
		{game.Move{Action: game.Redeal}, "the waste is turned over only when the stock is empty"},
		{game.Move{Action: game.Deal, Count: 1}, "this game's stock is not dealt to the tableau"},
		{game.Move{Action: 9}, "unknown action"},
		{shift("tableau/6", "tableau/1", "3H"), "the table has no tableau/6, only tableau/1 to tableau/5"},
		{shift("tableau/1", "tableau/6", "3H"), "the table has no tableau/6, only tableau/1 to tableau/5"},
		{shift("tableau/1", "cell/3", "3H"), "the table has no cell/3, only cell/1 to cell/2"},
		{shift("reserve", "tableau/2", "2H"), "the table has no reserve, only reserve/1"},
		{shift("stock", "tableau/2", "2D"), "the next card is still in the stock: the action draw turns it to the waste"},
		{shift("hole", "tableau/2", "2D"), "the table has no hole"},
		{shift("tableau/1", "foundation/H/1", "3H"), "the table has no foundation/H/1, only foundation/C to foundation/D"},
		{game.Move{From: game.Place{Pile: game.Tableau, N: 1}, To: game.Place{Pile: game.Tableau, N: 2, M: 1}, Cards: cards("3H")}, "the table has no tableau/2/1, only tableau/1 to tableau/5"},
		{game.Move{}, "the table has no such place"},
		{game.Move{From: game.At(99, 1)}, "the table has no such place"},
		{game.Move{From: game.At(game.Foundation, 5)}, "the table has no such place"},
		{game.Move{From: game.At(game.Foundation, -1)}, "the table has no such place"},
		{shift("tableau/1", "tableau/1", "3H"), "source and target are the same place"},
		{shift("tableau/1", "tableau/2", ""), "these cards don't lie face up on top there"},
		{shift("tableau/1", "tableau/2", "3D"), "these cards don't lie face up on top there"},
		{shift("tableau/1", "tableau/2", "4S"), "these cards don't lie face up on top there"},
		{shift("tableau/1", "tableau/2", "4H 4S 3H"), "these cards don't lie face up on top there"},
		{shift("tableau/3", "tableau/2", "3H"), "these cards don't lie face up on top there"},
		{shift("cell/2", "tableau/2", "4D"), "these cards don't lie face up on top there"},
		{shift("waste", "tableau/2", "2D"), "these cards don't lie face up on top there"},
		{shift("foundation/C", "tableau/5", "2C"), "these cards don't lie face up on top there"},
		{shift("foundation/S", "tableau/2", "3S"), "cards on a foundation stay there"},
		{shift("tableau/4", "foundation/C", "4H 3C"), "cards move together only between columns"},
		{shift("tableau/4", "cell/2", "4H 3C"), "cards move together only between columns"},
		{shift("tableau/1", "tableau/3", "4S 3H"), "cards move one by one"},
		{shift("tableau/5", "foundation/C", "3D"), "the foundation is of another suit"},
		{shift("tableau/5", "foundation/D", "3D"), "it is not the foundation's next card"},
		{shift("cell/1", "cell/2", "4D"), "a card leaves a cell only for the tableau or a foundation"},
		{shift("tableau/5", "cell/1", "3D"), "the cell is taken"},
		{shift("tableau/5", "waste", "3D"), "nothing can be moved there"},
		{shift("tableau/5", "reserve/1", "3D"), "nothing can be moved there"},
		{shift("tableau/5", "tableau/3", "3D"), "only a king, the last card of its foundation, fills a space"},
		{shift("tableau/5", "tableau/4", "3D"), "columns go down by one, in alternating colours"},
		{shift("tableau/5", "tableau/1", "3D"), "columns go down by one, in alternating colours"},
	} {
		if got := s.Check(test.move); got.String() != string(test.want) {
			t.Errorf("%s: %q; want %q", test.move, got, test.want)
		}
	}

	for _, test := range []struct {
		tableau, from, to, cards string
		want                     game.Refusal
	}{
		{`"move built group":"yes"`, "tableau/1", "tableau/4", "2H 2S", "only cards in sequence, in any suit, move together"},
		{`"move built group":"maximal-group"`, "tableau/2", "tableau/3", "2D", "only the whole group moves"},
		{`"move built group":"whole-pile"`, "tableau/1", "tableau/3", "2S", "only a whole column moves"},
		{`"spaces policy":"no-build"`, "tableau/1", "tableau/4", "2S", "spaces stay empty"},
		{`"build policy":"no-build"`, "tableau/1", "tableau/3", "2S", "nothing is built on the tableau"},
	} {
		s := table(t, `{"max rank":3,"tableau piles":{"count":4,`+test.tableau+`}}`,
			`{"tableau piles":[["2H","2S"],["3C","2D"],["3D","3S","3H"],[]],"foundations":["AC","2C","AH","AS","AD"]}`)
		if got := s.Check(shift(test.from, test.to, test.cards)); got.String() != string(test.want) {
			t.Errorf("%s: %q; want %q", test.tableau, got, test.want)
		}
	}

	empty := table(t, `{"max rank":1,"tableau piles":{"count":1},"stock":{"size":2}}`, `{"tableau piles":[["AC"]],"foundations":["AH","AS"],"waste":["AD"]}`)
	empty.Do(shift("waste", "foundation/D", "AD"))
	for action, want := range map[game.Action]game.Refusal{
		game.Draw:   "there is no stock to draw from",
		game.Redeal: "there is no waste to turn over",
	} {
		if got := empty.Check(game.Move{Action: action, Count: 1}); got.String() != string(want) {
			t.Errorf("%d: %q; want %q", action, got, want)
		}
	}
}

// TestRefusalsOfSpider has the numbers and the places that two packs need.
func TestRefusalsOfSpider(t *testing.T) {
	p := enginetest.Numbered(t, "spider", "solvitaire:1")
	asked := p.Asked()
	s := game.New(p.Rules(), &asked)
	top := asked.Tableau[0].Cards[len(asked.Tableau[0].Cards)-1].String()
	for _, test := range []struct {
		move game.Move
		want game.Refusal
	}{
		{game.Move{Action: game.Deal, Count: 9}, "a deal lays 10 cards here, one on each column from the left"},
		{shift("tableau/1", "foundation/S", top), "the table has no foundation/S, only foundation/C/1 to foundation/D/2"},
		{shift("tableau/1", "cell/1", top), "the table has no cell/1"},
	} {
		if got := s.Check(test.move); got.String() != string(test.want) {
			t.Errorf("%s: %q; want %q", test.move, got, test.want)
		}
	}
}
