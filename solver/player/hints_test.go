package player_test

import (
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// hinting returns a player that follows hints, with options from a command line.
func hinting(t *testing.T, seed uint64, options ...string) player.Player {
	t.Helper()
	o, err := player.Hints.ParseOptions(options)
	if err != nil {
		t.Fatal(err)
	}
	return player.Hints.New(seed, o, nil)
}

// table returns a position of Klondike. Columns are written from the left, each from the
// deepest card, with lower-case suits for face-down cards, and the waste from the deepest card.
// A few of the other cards are the stock, and the rest is missing.
func table(t *testing.T, columns [][]string, waste []string, up map[string]int) (*rules.Rules, *deal.Position) {
	t.Helper()
	g, _ := rules.Lookup("klondike")
	p := &deal.Position{Base: card.Ace, Tableau: make([]deal.Column, 7), Foundations: make([]int, 4), RedealsLeft: rules.Unlimited}
	left := map[card.Card]bool{}
	for _, c := range card.Deck(card.MaxRank, 1, card.Suits) {
		left[c] = true
	}
	read := func(name string) (card.Card, bool) {
		c, upper, err := card.Parse(name)
		if err != nil || !left[c] {
			t.Fatalf("%q: %v", name, err)
		}
		delete(left, c)
		return c, upper
	}
	for i, column := range columns {
		for _, name := range column {
			c, upper := read(name)
			p.Tableau[i].Cards = append(p.Tableau[i].Cards, c)
			if !upper {
				p.Tableau[i].Down++
			}
		}
	}
	for suit, height := range up {
		for rank := range height {
			c, _ := read(card.Rank(rank+1).String() + suit)
			p.Foundations[c.Suit()]++
		}
	}
	for _, name := range waste {
		c, _ := read(name)
		p.Waste = append(p.Waste, c)
	}
	for _, c := range card.Deck(card.MaxRank, 1, card.Suits) {
		if left[c] && len(p.Stock) < 6 {
			p.Stock = append(p.Stock, c)
		}
	}
	return &g.Rules, p
}

// hintColumns are the columns of several cases.
var hintColumns = [][]string{
	{"5s", "6s", "9D"}, // to a black ten: frees a card of the second-longest column
	{"7s", "TS"},       // to the J♥
	{"4s", "3h", "8h", "JH"},
	{"AC"},
	{"2h", "KC"},
	{"7D", "6C", "5D"},
	{"6D"},
}

// hintCases has tables, and the first moves that a hint leaves.
var hintCases = []struct {
	what    string
	columns [][]string
	waste   []string
	up      map[string]int
	options []string
	first   []string // the possible first moves
}{
	{
		"no hint", hintColumns,
		[]string{"8C"},
		nil,
		[]string{"list=none"},
		[]string{"9D to tableau/2", "TS to tableau/3", "AC to foundation/C", "8C to tableau/1"},
	},
	{"stock first", hintColumns, []string{"8C"}, nil, []string{"only=1"}, []string{"draw"}},
	{"one card of the stock first", hintColumns, []string{"8C"}, nil, []string{"list=twelve", "only=1"}, []string{"draw"}},
	{"aces", hintColumns, []string{"8C"}, nil, []string{"only=2"}, []string{"AC to foundation/C"}},
	{
		"no column emptied without a king",
		[][]string{{"9S"}, {"TD"}, {"4C"}, {"QC", "JH"}, {"7D"}, {"9C"}, {"5H"}},
		[]string{"8H"},
		nil,
		[]string{"only=3"},
		[]string{"8H to tableau/1", "8H to tableau/6"},
	},
	{
		"a column emptied for a king",
		[][]string{{"9S"}, {"TD"}, {"4C"}, {"QC", "JH"}, {"7D"}, {"9C"}, {"5H"}},
		[]string{"KH"},
		nil,
		[]string{"only=3"},
		[]string{"9S to tableau/2", "9C to tableau/2", "4C to tableau/7"},
	},
	{"the longest column", hintColumns, []string{"8C"}, nil, []string{"only=4"}, []string{"9D to tableau/2"}},
	{
		"no gap on foundations",
		[][]string{{"9D"}, {"3C"}, {"QH"}, {"KD"}, {"7D"}, {"5D"}, {"6D"}},
		[]string{"8C"},
		map[string]int{"C": 2, "H": 1, "S": 1},
		[]string{"only=5"},
		[]string{"8C to tableau/1"},
	},
	{
		"a small gap",
		[][]string{{"9H"}, {"3C"}, {"QH"}, {"KD"}, {"7D"}, {"5D"}, {"6D"}},
		[]string{"9C"},
		map[string]int{"C": 2, "H": 1, "S": 1, "D": 1},
		[]string{"only=5"},
		[]string{"3C to foundation/C"},
	},
	{"cards freed", hintColumns, []string{"8C"}, nil, []string{"list=twelve", "only=3"}, []string{"9D to tableau/2", "TS to tableau/3"}},
	{
		"moves that allow freeing cards",
		[][]string{{"5s", "8H"}, {"TD"}, {"QS"}, {"KC"}, {"6D"}, {"2D"}, {"QH"}},
		[]string{"9C"},
		nil,
		[]string{"list=twelve", "only=3"},
		[]string{"9C to tableau/2"},
	},
	{
		"the king that fits the blocking cards",
		[][]string{{"5s", "JH"}, {}, {"2s", "KH"}, {"4s", "KC"}, {"6D"}, {"2D"}, {"9H"}},
		[]string{"3C"},
		nil,
		[]string{"list=twelve", "only=7"},
		[]string{"KH to tableau/2"},
	},
	{
		"no card to a foundation that another may need",
		[][]string{{"9S"}, {"3C"}, {"QH"}, {"KD"}, {"7D"}, {"4D"}, {"6D"}},
		[]string{"8D"},
		map[string]int{"C": 2, "H": 1, "S": 1},
		[]string{"list=twelve", "only=10"},
		[]string{"8D to tableau/1", "3C to tableau/6"},
	},
	{
		"a card to a foundation that no other needs",
		[][]string{{"QH"}, {"3C"}, {"QD"}, {"KD"}, {"7D"}, {"6D"}, {"8D"}},
		[]string{"9D"},
		map[string]int{"C": 2, "H": 2, "S": 1, "D": 2},
		[]string{"list=twelve", "only=10"},
		[]string{"3C to foundation/C"},
	},
	{
		"no unimportant moves",
		[][]string{{"9S"}, {"TD"}, {"QH"}, {"KD"}, {"7D"}, {"4D"}, {"6D"}},
		[]string{"3C", "8D"},
		nil,
		[]string{"list=twelve", "only=5"},
		[]string{"8D to tableau/1"}, // then the 3♣ can be laid on the 4♦
	},
	{
		"no needless transfers",
		[][]string{{"9S"}, {"TD"}, {"QH"}, {"KD"}, {"3D"}, {"8H"}, {"6D"}},
		[]string{"5C"},
		nil,
		[]string{"list=twelve", "only=8"},
		[]string{"5C to tableau/7"},
	},
	{
		"a king for the longest column",
		[][]string{{"5s", "4s", "QH"}, {}, {"2s", "9D"}, {"4C"}, {"6D"}, {"2D"}, {"3s", "KH"}},
		[]string{"KC"},
		nil,
		[]string{"list=twelve", "only=9"},
		[]string{"KC to tableau/2"},
	},
	{
		"no sevens on cards that were laid",
		[][]string{{"9S", "8H"}, {"8D"}, {"QH"}, {"KD"}, {"3D"}, {"4D"}, {"6D"}},
		[]string{"7C"},
		nil,
		[]string{"list=twelve", "only=11"},
		[]string{"7C to tableau/2"},
	},
}

// TestHints checks which first moves each hint leaves, with many seeds.
func TestHints(t *testing.T) {
	for _, c := range hintCases {
		r, p := table(t, c.columns, c.waste, c.up)
		seen := map[string]bool{}
		for seed := range uint64(60) {
			var first *game.Move
			one := hinting(t, seed, c.options...)
			player.Play(nil, player.StockSeen, watcher(func(turn *player.Turn) int {
				if first != nil {
					return -1
				}
				i := one.Choose(nil, turn)
				first = &turn.Moves[i]
				return i
			}), r, p)
			if first.Action == game.Draw {
				seen["draw"] = true
			} else {
				seen[first.Cards[0].String()+" to "+first.To.String()] = true
			}
		}
		for _, want := range c.first {
			if !seen[want] {
				t.Errorf("%s: never plays %s", c.what, want)
			}
			delete(seen, want)
		}
		for other := range seen {
			t.Errorf("%s: plays %s", c.what, other)
		}
	}
}

// TestDesperate plays without a stock. A forbidden move is made if there is no other, and then
// the twelfth hint prefers moves to foundations.
func TestDesperate(t *testing.T) {
	for _, c := range []struct{ last, option, want string }{
		{"TS", "only=5", "9H to tableau/7"},
		{"JS", "only=5", "3C to foundation/C"},
		{"TS", "only=12", "3C to foundation/C"},
	} {
		r, p := table(t, [][]string{{"3C"}, {"9H"}, {"KD"}, {"7D"}, {"5D"}, {"6D"}, {c.last}}, nil, map[string]int{"C": 2, "H": 1, "S": 1})
		p.Stock = nil
		list := "list=five"
		if c.option == "only=12" {
			list = "list=twelve"
		}
		for seed := range uint64(20) {
			moves := player.Play(nil, player.StockSeen, &leaving{hinting(t, seed, list, c.option), 1}, r, p).Moves
			if got := moves[0].Cards[0].String() + " to " + moves[0].To.String(); got != c.want {
				t.Errorf("%+v: %s", c, got)
			}
		}
	}
}

// TestHintsHelp plays the same deals with and without hints.
func TestHintsHelp(t *testing.T) {
	g, _ := rules.Lookup("klondike")
	wins := func(options ...string) (n int) {
		for number := range uint64(150) {
			p, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(&g.Rules)
			if err != nil {
				t.Fatal(err)
			}
			played := player.Play(nil, player.StockSeen, hinting(t, number, options...), &g.Rules, &p)
			if played.Won {
				n++
			}
			if slices.Contains([]player.Ending{player.Repeated, player.TooLong}, played.Ending) {
				t.Fatalf("%d: %s", number, played.Ending)
			}
		}
		return n
	}
	if none, five := wins("list=none"), wins(); none < 5 || five < none*5/4 {
		t.Errorf("%d won without hints, %d with the five", none, five)
	}
}

// TestHintsOptions checks that invalid options are rejected.
func TestHintsOptions(t *testing.T) {
	for _, options := range [][]string{{"only=6"}, {"list=none", "without=1"}, {"list=twelve", "only=13"}, {"only=1", "without=2"}} {
		if _, err := player.Hints.ParseOptions(options); err == nil {
			t.Errorf("%v: accepted", options)
		}
	}
}
