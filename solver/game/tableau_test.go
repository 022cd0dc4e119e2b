package game_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestTableau has one position under the policies for building, groups and spaces, with
// the whole list of legal moves under each.
func TestTableau(t *testing.T) {
	const position = `{"tableau piles":[["4D","4S","3H","2C"],["4C"],[],["4H","3C"],["3D"]],
		"foundations":["AC","AH","2H","AS","2S","3S","AD","2D"]}`
	const up = `
		2C from tableau/1 to foundation/C
		3D from tableau/5 to foundation/D`
	for _, test := range []struct{ name, tableau, want string }{
		{"any suit", `"build policy":"any-suit"`, `
			2C from tableau/1 to tableau/3
			2C from tableau/1 to tableau/4
			2C from tableau/1 to tableau/5
			4C from tableau/2 to tableau/3
			3C from tableau/4 to tableau/2
			3C from tableau/4 to tableau/3
			3D from tableau/5 to tableau/2
			3D from tableau/5 to tableau/3`},
		{"same suit", `"build policy":"same-suit"`, `
			2C from tableau/1 to tableau/3
			2C from tableau/1 to tableau/4
			4C from tableau/2 to tableau/3
			3C from tableau/4 to tableau/2
			3C from tableau/4 to tableau/3
			3D from tableau/5 to tableau/3`},
		{"red on black", `"build policy":"red-black"`, `
			2C from tableau/1 to tableau/3
			2C from tableau/1 to tableau/5
			4C from tableau/2 to tableau/3
			3C from tableau/4 to tableau/3
			3D from tableau/5 to tableau/2
			3D from tableau/5 to tableau/3`},
		{"no building", `"build policy":"no-build"`, ``},
		{"only kings in spaces", `"build policy":"red-black","spaces policy":"kings"`, `
			2C from tableau/1 to tableau/5
			4C from tableau/2 to tableau/3
			3D from tableau/5 to tableau/2`},
		{"nothing in spaces", `"build policy":"red-black","spaces policy":"no-build"`, `
			2C from tableau/1 to tableau/5
			3D from tableau/5 to tableau/2`},
		{"any part of a group", `"build policy":"red-black","move built group":"yes"`, `
			2C from tableau/1 to tableau/3
			2C from tableau/1 to tableau/5
			3H 2C from tableau/1 to tableau/2
			3H 2C from tableau/1 to tableau/3
			4S 3H 2C from tableau/1 to tableau/3
			4C from tableau/2 to tableau/3
			3C from tableau/4 to tableau/3
			4H 3C from tableau/4 to tableau/3
			3D from tableau/5 to tableau/2
			3D from tableau/5 to tableau/3`},
		{"parts of groups under a pruning that is no rule", `"build policy":"red-black","move built group":"partial-if-card-above-buildable"`, `
			2C from tableau/1 to tableau/3
			2C from tableau/1 to tableau/5
			3H 2C from tableau/1 to tableau/2
			3H 2C from tableau/1 to tableau/3
			4S 3H 2C from tableau/1 to tableau/3
			4C from tableau/2 to tableau/3
			3C from tableau/4 to tableau/3
			4H 3C from tableau/4 to tableau/3
			3D from tableau/5 to tableau/2
			3D from tableau/5 to tableau/3`},
		{"whole groups only", `"build policy":"red-black","move built group":"maximal-group"`, `
			4S 3H 2C from tableau/1 to tableau/3
			4C from tableau/2 to tableau/3
			4H 3C from tableau/4 to tableau/3
			3D from tableau/5 to tableau/2
			3D from tableau/5 to tableau/3`},
		{"whole columns only", `"build policy":"red-black","move built group":"whole-pile"`, `
			4C from tableau/2 to tableau/3
			4H 3C from tableau/4 to tableau/3
			3D from tableau/5 to tableau/2
			3D from tableau/5 to tableau/3`},
		{"groups and kings", `"build policy":"red-black","move built group":"yes","spaces policy":"kings"`, `
			2C from tableau/1 to tableau/5
			3H 2C from tableau/1 to tableau/2
			4S 3H 2C from tableau/1 to tableau/3
			4C from tableau/2 to tableau/3
			4H 3C from tableau/4 to tableau/3
			3D from tableau/5 to tableau/2`},
		{"groups and nothing in spaces", `"build policy":"red-black","move built group":"yes","spaces policy":"no-build"`, `
			2C from tableau/1 to tableau/5
			3H 2C from tableau/1 to tableau/2
			3D from tableau/5 to tableau/2`},
	} {
		s := table(t, `{"max rank":4,"tableau piles":{"count":5,`+test.tableau+`}}`, position)
		if got, want := legal(s), lines(test.want+up); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestGroupTarget has groups under another policy than that for single cards.
func TestGroupTarget(t *testing.T) {
	const position = `{"tableau piles":[["4C","3S","2S"],["4H"],["4S"],["3H"],["3D","3C","4D"]],
		"foundations":["AC","2C","AH","2H","AS","AD","2D"]}`
	const up = `
		2S from tableau/1 to foundation/S
		3H from tableau/4 to foundation/H`
	for _, test := range []struct{ name, tableau, want string }{
		{"built on any suit, groups of one suit go on any", `"move built group policy":"same-suit"`, `
			2S from tableau/1 to tableau/4
			3S 2S from tableau/1 to tableau/2
			3S 2S from tableau/1 to tableau/3
			3S 2S from tableau/1 to tableau/5
			3H from tableau/4 to tableau/2
			3H from tableau/4 to tableau/3
			3H from tableau/4 to tableau/5`},
		{"built on any suit, groups of one suit go on their own", `"move built group policy":"same-suit","group target":"group"`, `
			2S from tableau/1 to tableau/4
			3S 2S from tableau/1 to tableau/3
			3H from tableau/4 to tableau/2
			3H from tableau/4 to tableau/3
			3H from tableau/4 to tableau/5`},
		{"built in suit, groups of any suit go on their own", `"build policy":"same-suit","move built group policy":"any-suit"`, `
			3S 2S from tableau/1 to tableau/3
			3H from tableau/4 to tableau/2`},
		{"built in suit, groups of any suit go on any", `"build policy":"same-suit","move built group policy":"any-suit","group target":"group"`, `
			3S 2S from tableau/1 to tableau/2
			3S 2S from tableau/1 to tableau/3
			3S 2S from tableau/1 to tableau/5
			3H from tableau/4 to tableau/2`},
		{"no two cards are a group", `"move built group policy":"no-build"`, `
			2S from tableau/1 to tableau/4
			3H from tableau/4 to tableau/2
			3H from tableau/4 to tableau/3
			3H from tableau/4 to tableau/5`},
	} {
		s := table(t, `{"max rank":4,"tableau piles":{"count":5,"move built group":"yes",`+test.tableau+`}}`, position)
		if got, want := legal(s), lines(test.want+up); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestFaceDown has groups that end where cards lie face down, and cards that are turned
// when they are uncovered.
func TestFaceDown(t *testing.T) {
	const rulesText = `{"max rank":4,"tableau piles":{"count":3,"build policy":"red-black","spaces policy":"kings","move built group":"yes","face up cards":"top"}}`
	r, err := rules.Parse([]byte(rulesText))
	if err != nil {
		t.Fatal(err)
	}
	s := table(t, rulesText, `{"tableau piles":[["4s","3H","2C"],["4C"],["4d","4h","3c","3D"]],"foundations":["AC","AH","2H","AS","2S","3S","AD","2D"]}`)
	t.Run("a group stops there", func(t *testing.T) {
		want := lines(`
			3H 2C from tableau/1 to tableau/2
			2C from tableau/1 to tableau/3
			3D from tableau/3 to tableau/2
			2C from tableau/1 to foundation/C
			3D from tableau/3 to foundation/D`)
		if got := legal(s); !slices.Equal(got, want) {
			t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
	t.Run("turned up when uncovered", func(t *testing.T) {
		before := document(&r, s)
		move := shift("tableau/1", "tableau/2", "3H 2C")
		s.Do(move)
		if got := s.Last().TurnsUp; got != card.New(4, card.Spades) {
			t.Errorf("the move turns up %q; want 4S", got)
		}
		if c := s.Position().Tableau[0]; c.Down != 0 {
			t.Errorf("%d cards lie face down in the column", c.Down)
		}
		s.Do(shift("tableau/3", "foundation/D", "3D"))
		if got := s.Last().TurnsUp; got != card.New(3, card.Clubs) {
			t.Errorf("the move turns up %q; want 3C", got)
		}
		s.Undo()
		s.Undo()
		if after := document(&r, s); after != before {
			t.Errorf("undone: %s\nwant %s", after, before)
		}
	})
	t.Run("said in the move", func(t *testing.T) {
		move := shift("tableau/1", "tableau/2", "3H 2C")
		for turns, want := range map[card.Card]game.Refusal{
			card.None:                  "",
			card.New(4, card.Spades):   "",
			card.New(4, card.Hearts):   "the move does not turn this card up",
			card.New(2, card.Diamonds): "the move does not turn this card up",
		} {
			move.TurnsUp = turns
			if got := s.Check(move); got != want {
				t.Errorf("turning up %q: %q; want %q", turns, got, want)
			}
		}
		move = shift("tableau/1", "tableau/3", "2C")
		move.TurnsUp = card.New(3, card.Hearts)
		if got := s.Check(move); got != "the move does not turn this card up" {
			t.Errorf("a card that lies face up is turned up: %q", got)
		}
	})
	t.Run("face-down cards stay where they are", func(t *testing.T) {
		for _, cards := range []string{"4S 3H 2C", "4S"} {
			if s.Check(shift("tableau/1", "tableau/2", cards)) == "" {
				t.Errorf("%s moves", cards)
			}
		}
	})
}
