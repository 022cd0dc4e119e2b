package game_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// TestMoveJSON has the JSON of moves.
func TestMoveJSON(t *testing.T) {
	turning := shift("tableau/2", "tableau/6", "QH JS TD")
	turning.TurnsUp = card.New(5, card.Clubs)
	for text, want := range map[string]game.Move{
		`{"action":"draw","count":3}`: {Action: game.Draw, Count: 3},
		`{"action":"redeal"}`:         {Action: game.Redeal},
		`{"action":"deal","count":7}`: {Action: game.Deal, Count: 7},
		`{"action":"move","from":"waste","to":"tableau/4","cards":["9C"]}`:                               shift("waste", "tableau/4", "9C"),
		`{"action":"move","from":"tableau/2","to":"tableau/6","cards":["QH","JS","TD"],"turns_up":"5C"}`: turning,
		`{"action":"move","from":"stock","to":"hole","cards":["9C"]}`:                                    shift("stock", "hole", "9C"),
		`{"action":"move","from":"reserve","to":"foundation/S/2","cards":["9S"]}`:                        shift("reserve", "foundation/S/2", "9S"),
		`{"action":"move","from":"sequence/1/13","to":"sequence/4/2","cards":["9S"]}`:                    shift("sequence/1/13", "sequence/4/2", "9S"),
	} {
		written, err := json.Marshal(want)
		if err != nil || string(written) != text {
			t.Errorf("%v is written %s, %v; want %s", want, written, err, text)
		}
		var got game.Move
		if err := json.Unmarshal([]byte(text), &got); err != nil || !got.Equal(want) {
			t.Errorf("%s is read as %v, %v", text, got, err)
		}
	}
}

func TestMoveWords(t *testing.T) {
	for want, m := range map[string]game.Move{
		"draw 3":                            {Action: game.Draw, Count: 3},
		"redeal":                            {Action: game.Redeal},
		"deal 7":                            {Action: game.Deal, Count: 7},
		"QH JS from tableau/2 to tableau/6": shift("tableau/2", "tableau/6", "QH JS"),
		"AS from waste to foundation/S":     shift("waste", "foundation/S", "AS"),
	} {
		if got := m.String(); got != want {
			t.Errorf("%q; want %q", got, want)
		}
	}
}

func TestMoveErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`[]`, `move: expected an object, found a list`},
		{`{}`, `move.action: missing: must be one of move, draw, redeal, deal`},
		{`{"action":"jump"}`, `move.action: "jump" is not one of: move, draw, redeal, deal`},
		{`{"action":1,"count":3}`, `move.action: expected a string, found 1`},
		{`{"action":"draw"}`, `move.count: missing: required for a draw`},
		{`{"action":"draw","count":0}`, `move.count: 0 is out of range: must be 1–104`},
		{`{"action":"draw","count":"3"}`, `move.count: expected a whole number, found the string "3"`},
		{`{"action":"draw","count":3,"to":"waste"}`, `move.to: not allowed for a draw`},
		{`{"action":"draw","count":3,"turns_up":"AS"}`, `move.turns_up: not allowed for a draw`},
		{`{"action":"redeal","count":3}`, `move.count: not allowed for a redeal`},
		{`{"action":"deal","count":7,"cards":["AS"]}`, `move.cards: not allowed for a deal`},
		{`{"action":"move"}`, `move.from: missing: required for a move; move.to: missing: required for a move; move.cards: missing: required for a move`},
		{`{"action":"move","from":"waste","to":"tableau/4","cards":["9C"],"count":1}`, `move.count: not allowed for a move`},
		{`{"action":"move","from":"waste","to":"tableau/4","cards":[]}`, `move.cards: at least one card required`},
		{`{"action":"move","from":"waste","to":"tableau/4","cards":"9C"}`, `move.cards: expected a list, found the string "9C"`},
		{`{"action":"move","from":"waste","to":"tableau/4","cards":["9C","ZZ"]}`, `move.cards[1]: "ZZ" is not a card: rank "Z" must be`},
		{
			`{"action":"move","from":"talon","to":4,"cards":["9C"]}`,
			`move.from: "talon" is not a place: write, for example, waste, tableau/4, cell/1 or foundation/S (of several packs foundation/S/1); move.to: expected a string, found 4`,
		},
		{`{"action":"move","from":"waste","to":"tableau/4","cards":["9C"],"turns_up":""}`, `move.turns_up: "" is not a card`},
		{
			`{"action":"move","from":"waste","to":"tableau/4","cards":["9C"],"how":"fast"}`,
			`move.how: unknown field; allowed: action, count, from, to, cards, turns_up`,
		},
		{`{"action":"draw","count":3,"count":3}`, `move.count: given twice`},
	} {
		var m game.Move
		err := json.Unmarshal([]byte(test.text), &m)
		var fieldErrors strict.Error
		if !errors.As(err, &fieldErrors) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.text, err, test.want)
		}
	}
}

// TestMoveRoundTrip writes random moves and reads them back.
func TestMoveRoundTrip(t *testing.T) {
	someCard := rapid.Custom(func(t *rapid.T) card.Card {
		return card.New(card.Rank(rapid.IntRange(1, 13).Draw(t, "rank")), card.Suit(rapid.IntRange(0, 3).Draw(t, "suit")))
	})
	somePlace := rapid.Custom(func(t *rapid.T) game.Place {
		p := game.Place{Pile: rapid.SampledFrom([]game.Pile{
			game.Stock, game.Waste, game.Reserve, game.Cell, game.Tableau, game.Foundation, game.Hole, game.Accordion, game.Sequence,
		}).Draw(t, "pile")}
		number := func(least, most int) int { return rapid.IntRange(least, most).Draw(t, "number") }
		switch p.Pile {
		case game.Reserve:
			p.N = number(0, 104)
		case game.Cell, game.Tableau, game.Accordion:
			p.N = number(1, 104)
		case game.Foundation:
			p.N, p.M = number(1, 4), number(0, 8)
		case game.Sequence:
			p.N, p.M = number(1, 8), number(1, 13)
		}
		return p
	})
	rapid.Check(t, func(t *rapid.T) {
		m := game.Move{Action: rapid.SampledFrom([]game.Action{game.Shift, game.Shift, game.Draw, game.Redeal, game.Deal}).Draw(t, "action")}
		switch m.Action {
		case game.Draw, game.Deal:
			m.Count = rapid.IntRange(1, 104).Draw(t, "count")
		case game.Shift:
			m.From, m.To = somePlace.Draw(t, "from"), somePlace.Draw(t, "to")
			m.Cards = rapid.SliceOfN(someCard, 1, 13).Draw(t, "cards")
			if rapid.Bool().Draw(t, "turns") {
				m.TurnsUp = someCard.Draw(t, "turns up")
			}
		}
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back game.Move
		if err := json.Unmarshal(text, &back); err != nil || !back.Equal(m) {
			t.Fatalf("%v is written %s, which is %v, %v", m, text, back, err)
		}
	})
}

func TestEqual(t *testing.T) {
	one := shift("tableau/2", "tableau/6", "QH JS")
	other := one
	for name, change := range map[string]func(){
		"action": func() { other.Action = game.Draw },
		"count":  func() { other.Count = 1 },
		"from":   func() { other.From.N = 3 },
		"to":     func() { other.To.M = 1 },
		"cards":  func() { other.Cards = cards("QH JC") },
		"turned": func() { other.TurnsUp = card.New(5, card.Clubs) },
	} {
		if other = one; !other.Equal(one) {
			t.Fatal("a move is not itself")
		}
		if change(); other.Equal(one) {
			t.Errorf("moves that differ in their %s are the same", name)
		}
	}
}

func TestParsePlace(t *testing.T) {
	for text, want := range map[string]game.Place{
		"stock":          {Pile: game.Stock},
		"waste":          {Pile: game.Waste},
		"hole":           {Pile: game.Hole},
		"reserve":        {Pile: game.Reserve},
		"reserve/3":      game.At(game.Reserve, 3),
		"cell/1":         game.At(game.Cell, 1),
		"tableau/10":     game.At(game.Tableau, 10),
		"tableau/104":    game.At(game.Tableau, 104),
		"foundation/C":   game.FoundationOf(card.Clubs),
		"foundation/D":   game.FoundationOf(card.Diamonds),
		"foundation/H/2": {Pile: game.Foundation, N: 2, M: 2},
		"accordion/52":   game.At(game.Accordion, 52),
		"sequence/4/13":  {Pile: game.Sequence, N: 4, M: 13},
	} {
		got, err := game.ParsePlace(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("ParsePlace(%q) = %v, %v, written %q", text, got, err, got)
		}
	}
	for _, text := range []string{
		"", "/", "tableau", "tableau/", "tableau/0", "tableau/-1", "tableau/+1", "tableau/01", "tableau/105", "tableau/1/2", "tableau/1/",
		"tableau/x", "Tableau/1", "tableau 1", " waste", "waste/1", "stock/1", "hole/1", "talon", "cell", "foundation", "foundation/X",
		"foundation/1", "foundation/S/0", "foundation/S/x", "foundation/S/", "sequence", "sequence/1", "sequence/1/0", "sequence/0/1", "accordion",
		"reserve/0", "reserve/1/1", strings.Repeat("tableau/", 1_000_000),
	} {
		p, err := game.ParsePlace(text)
		if err == nil || p != (game.Place{}) {
			t.Errorf("ParsePlace(%.20q) = %v, %v", text, p, err)
			continue
		}
		if !strings.Contains(err.Error(), "is not a place: ") || len(err.Error()) > 200 {
			t.Errorf("ParsePlace(%.20q): %.300s", text, err)
		}
	}
}

func TestLength(t *testing.T) {
	moves := []game.Move{
		{Action: game.Draw, Count: 3}, {Action: game.Redeal}, {Action: game.Deal, Count: 7}, shift("waste", "tableau/4", "9C"), {Action: game.Redeal},
	}
	if n := game.Length(moves); n != 3 {
		t.Errorf("%d moves; want 3", n)
	}
}

func FuzzMove(f *testing.F) {
	for _, text := range []string{
		`{"action":"draw","count":3}`, `{"action":"redeal"}`, `{"action":"deal","count":7}`,
		`{"action":"move","from":"tableau/2","to":"foundation/S/2","cards":["QH","10s"],"turns_up":"5c"}`,
		`{"action":"move","from":"reserve","to":"sequence/1/2","cards":[""]}`, `{"action":null}`, `[]`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var m, back game.Move
		if m.UnmarshalJSON(text) != nil {
			return
		}
		written, err := m.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := back.UnmarshalJSON(written); err != nil || !back.Equal(m) {
			t.Fatalf("%s is written %s, which is %v, %v", text, written, back, err)
		}
	})
}

func FuzzParsePlace(f *testing.F) {
	for _, text := range []string{"stock", "reserve/3", "foundation/s/2", "sequence/4/13", "tableau/01", "//"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := game.ParsePlace(text)
		if err != nil {
			return
		}
		if back, err := game.ParsePlace(p.String()); back != p || err != nil {
			t.Fatalf("%q is written %q, which is %v, %v", text, p, back, err)
		}
	})
}

// TestEqualPairs compares removals of the same two cards in either order.
func TestEqualPairs(t *testing.T) {
	five, eight := card.New(5, card.Spades), card.New(8, card.Diamonds)
	at, waste := game.Place{Pile: game.Row, N: 7, M: 2}, game.Place{Pile: game.Waste}
	a := game.Move{Action: game.Remove, From: at, And: waste, Cards: []card.Card{five, eight}}
	b := game.Move{Action: game.Remove, From: waste, And: at, Cards: []card.Card{eight, five}}
	if !a.Equal(b) || !b.Equal(a) {
		t.Error("the order of a pair counts")
	}
	c := game.Move{Action: game.Remove, From: waste, And: at, Cards: []card.Card{five, eight}}
	if a.Equal(c) {
		t.Error("cards from other places are the same")
	}
}
