package papers_test

import (
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/papers"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

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
	only    int      // the hint to follow; 0 for none
	first   []string // the possible first moves
}{
	{
		"no hint", hintColumns,
		[]string{"8C"},
		nil,
		0,
		[]string{"9D to tableau/2", "TS to tableau/3", "AC to foundation/C", "8C to tableau/1"},
	},
	{"stock first", hintColumns, []string{"8C"}, nil, 1, []string{"draw"}},
	{"aces", hintColumns, []string{"8C"}, nil, 2, []string{"AC to foundation/C"}},
	{
		"no column emptied without a king",
		[][]string{{"9S"}, {"TD"}, {"4C"}, {"QC", "JH"}, {"7D"}, {"9C"}, {"5H"}},
		[]string{"8H"},
		nil,
		3,
		[]string{"8H to tableau/1", "8H to tableau/6"},
	},
	{
		"a column emptied for a king",
		[][]string{{"9S"}, {"TD"}, {"4C"}, {"QC", "JH"}, {"7D"}, {"9C"}, {"5H"}},
		[]string{"KH"},
		nil,
		3,
		[]string{"9S to tableau/2", "9C to tableau/2", "4C to tableau/7"},
	},
	{"the longest column", hintColumns, []string{"8C"}, nil, 4, []string{"9D to tableau/2"}},
	{
		"no gap on foundations",
		[][]string{{"9D"}, {"3C"}, {"QH"}, {"KD"}, {"7D"}, {"5D"}, {"6D"}},
		[]string{"8C"},
		map[string]int{"C": 2, "H": 1, "S": 1},
		5,
		[]string{"8C to tableau/1"},
	},
	{
		"a small gap",
		[][]string{{"9H"}, {"3C"}, {"QH"}, {"KD"}, {"7D"}, {"5D"}, {"6D"}},
		[]string{"9C"},
		map[string]int{"C": 2, "H": 1, "S": 1, "D": 1},
		5,
		[]string{"3C to foundation/C"},
	},
}

// TestHints checks which first moves each hint leaves, with many seeds.
func TestHints(t *testing.T) {
	for _, c := range hintCases {
		r, p := table(t, c.columns, c.waste, c.up)
		seen := map[string]bool{}
		for seed := range uint64(60) {
			var first *game.Move
			one := papers.OnlyHint(seed, c.only)
			player.Play(nil, player.StockSeen, papers.Choosing(func(turn *player.Turn) int {
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

// TestDesperate plays without a stock. A forbidden move is made if there is no other.
func TestDesperate(t *testing.T) {
	for last, want := range map[string]string{"TS": "9H to tableau/7", "JS": "3C to foundation/C"} {
		r, p := table(t, [][]string{{"3C"}, {"9H"}, {"KD"}, {"7D"}, {"5D"}, {"6D"}, {last}}, nil, map[string]int{"C": 2, "H": 1, "S": 1})
		p.Stock = nil
		for seed := range uint64(20) {
			moves := player.Play(nil, player.StockSeen, &papers.Leaving{papers.OnlyHint(seed, 5), 1}, r, p).Moves
			if got := moves[0].Cards[0].String() + " to " + moves[0].To.String(); got != want {
				t.Errorf("%s: %s", last, got)
			}
		}
	}
}

// TestHintsHelp plays the same deals with and without hints.
func TestHintsHelp(t *testing.T) {
	g, _ := rules.Lookup("klondike")
	wins := func(hinted func(seed uint64) player.Player) (n int) {
		for number := range uint64(150) {
			p, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(&g.Rules)
			if err != nil {
				t.Fatal(err)
			}
			played := player.Play(nil, player.StockSeen, hinted(number), &g.Rules, &p)
			if played.Won {
				n++
			}
			if slices.Contains([]player.Ending{player.Repeated, player.TooLong}, played.Ending) {
				t.Fatalf("%d: %s", number, played.Ending)
			}
		}
		return n
	}
	none := wins(func(seed uint64) player.Player { return papers.OnlyHint(seed, 0) })
	five := wins(func(seed uint64) player.Player { return papers.Hints.New(seed, nil, nil) })
	if none < 5 || five < none*5/4 {
		t.Errorf("%d won without hints, %d with the five", none, five)
	}
}
