package papers

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/player"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// spread returns a position of a game of Klondike. Columns are written from the deepest card,
// with lower-case suits for face-down cards; the stock from the card that is turned last; the
// foundations in the order clubs, hearts, spades, diamonds. The pack need not be complete.
func spread(t *testing.T, name string, columns [7]string, stock, waste string, foundations ...int) (*rules.Rules, deal.Position) {
	t.Helper()
	g, known := rules.Lookup(name)
	if !known {
		t.Fatal(name)
	}
	read := func(text string) (list []card.Card, down int) {
		for _, word := range strings.Fields(text) {
			x, upper, err := card.Parse(word)
			if err != nil {
				t.Fatal(err)
			}
			if list = append(list, x); !upper {
				down++
			}
		}
		return list, down
	}
	p := deal.Position{Foundations: foundations, RedealsLeft: g.Rules.Stock.Redeals}
	for _, text := range columns {
		list, down := read(text)
		p.Tableau = append(p.Tableau, deal.Column{Cards: list, Down: down})
	}
	p.Stock, _ = read(stock)
	p.Waste, _ = read(waste)
	return &g.Rules, p
}

// parse returns the options of a command line.
func parse(t *testing.T, k *player.Kind, line string) player.Options {
	t.Helper()
	o, err := k.ParseOptions(strings.Fields(line))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// openings returns the first moves that a player makes with different seeds, sorted and without
// duplicates.
func openings(t *testing.T, k player.Kind, line string, seeds uint64, r *rules.Rules, from deal.Position) []string {
	t.Helper()
	o := parse(t, &k, line)
	var all []string
	for seed := range seeds {
		p := &Leaving{Player: k.New(seed, o, nil), Moves: 1}
		for _, m := range player.Play(nil, k.Sees(o), p, r, &from).Moves {
			m.TurnsUp = card.None
			all = append(all, m.String())
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// TestMoveTypes plays random first moves: those of Table 4.1 must be played, and no others.
func TestMoveTypes(t *testing.T) {
	columns := [7]string{"9h AS", "2c 7S 6H 5C", "6D", "7C", "8h KD QS", "KS", ""}
	all := []string{
		"4D from waste to foundation/D",     // type 1
		"4D from waste to tableau/2",        // 2
		"5C from tableau/2 to tableau/3",    // 6: the six of hearts goes up
		"6D from tableau/3 to tableau/4",    // 3; 6H 5C may not be parted from the seven
		"AS from tableau/1 to foundation/S", // 4
		"KD QS from tableau/5 to tableau/7", // 5; the king of spades lies on no card
	}
	for _, test := range []struct {
		game, waste string
		want        []string
	}{
		{"klondike", "TS 4D", append(slices.Clone(all), "draw 3")}, // 0
		{"klondike-draw-1", "TS 4D", append(slices.Clone(all), "draw 1")},
		{"klondike-whole-blocks", "TS 4D", slices.Concat(all[:2], all[3:], []string{"draw 3"})},
		{"klondike-spaces-no-build-build-red-black", "TS 4D", append(slices.Clone(all[:5]), "draw 3")},
		{"klondike", "KH", append(slices.Clone(all[2:]), "KH from waste to tableau/7", "draw 3")}, // 7
	} {
		r, from := spread(t, test.game, columns, "TC TD TH", test.waste, 0, 5, 0, 3)
		slices.Sort(test.want)
		if got := openings(t, DonkersteegR, "", 200, r, from); !slices.Equal(got, test.want) {
			t.Errorf("%s, %s: %q, want %q", test.game, test.waste, got, test.want)
		}
	}
	// Both parts of a double move are played.
	r, from := spread(t, "klondike", columns, "", "", 0, 5, 0, 3)
	doubles := 0
	for seed := range uint64(50) {
		p := &Leaving{Player: DonkersteegR.New(seed, DonkersteegR.Defaults(), nil), Moves: 2}
		moves := player.Play(nil, player.StockSeen, p, r, &from).Moves
		if moves[0].Cards[0] != card.New(5, card.Clubs) {
			continue
		}
		if doubles++; moves[1].To.Pile != game.Foundation || moves[1].Cards[0] != card.New(6, card.Hearts) {
			t.Errorf("%s, then %s", moves[0], moves[1])
		}
	}
	if doubles == 0 {
		t.Error("no double move in fifty games")
	}
}

// TestTooManyTurns checks that a player gives up when the stock has been turned too often. Turns that
// show nothing new are not made at the table.
func TestTooManyTurns(t *testing.T) {
	stuck := [7]string{"3C", "3H", "3S", "3D", "5C", "5S", "7C"}
	for _, test := range []struct {
		kind          player.Kind
		game, options string
		want          string
	}{
		{DonkersteegR, "klondike", "", "draw 3, draw 3, draw 1"},
		{DonkersteegA, "klondike", "", "draw 3, draw 3, draw 1"},
		{DonkersteegC, "klondike", "cards=once", ""},
	} {
		r, from := spread(t, test.game, stuck, "QH QD QC QS JC JS JH", "", 0, 0, 0, 0)
		o := parse(t, &test.kind, test.options)
		got := player.Play(nil, test.kind.Sees(o), test.kind.New(1, o, nil), r, &from)
		var moves []string
		for _, m := range got.Moves {
			moves = append(moves, m.String())
		}
		if all := strings.Join(moves, ", "); got.Ending != player.GaveUp || all != test.want {
			t.Errorf("%s %s, %s: %s after %q", test.kind.Name, test.options, test.game, got.Ending, all)
		}
	}
	r, from := spread(t, "klondike-draw-1-passes-1", stuck, "QH QD QC", "", 0, 0, 0, 0)
	if got := player.Play(nil, player.StockSeen, DonkersteegR.New(1, DonkersteegR.Defaults(), nil), r, &from); got.Ending != player.Stuck || len(got.Moves) != 3 {
		t.Errorf("one pass: %s after %v", got.Ending, got.Moves)
	}
}

// TestSafe checks which moves to foundations are safe.
func TestSafe(t *testing.T) {
	_, from := spread(t, "klondike", [7]string{"2H", "4S", "4D", "AC", "6D", "", ""}, "", "4C", 3, 1, 3, 3)
	b, _ := Read(&from)
	for _, test := range []struct {
		m    typedMove
		want bool
	}{
		{typedMove{moveType: tableToFoundation, from: 0}, true},  // a deuce
		{typedMove{moveType: tableToFoundation, from: 1}, false}, // the three of hearts may want to lie on it
		{typedMove{moveType: tableToFoundation, from: 2}, true},  // both black threes are up
		{typedMove{moveType: wasteToFoundation}, false},
		{typedMove{tableToTable, 1, 2, 1}, false},
	} {
		if got := test.m.safety(&b) == 1; got != test.want {
			t.Errorf("%+v: %t", test.m, got)
		}
	}
	// Safe moves are played with every seed.
	r, from := spread(t, "klondike", [7]string{"9h AS", "3h 6D", "7C", "8s 6H", "7S", "KS", ""}, "", "", 0, 0, 0, 0)
	if got := openings(t, DonkersteegA, "playouts=1", 20, r, from); len(got) != 1 || got[0] != "AS from tableau/1 to foundation/S" {
		t.Errorf("safe heuristics: %q", got)
	}
}

// TestRewards checks the rewards of moves by Table 6.1.
func TestRewards(t *testing.T) {
	_, from := spread(t, "klondike", [7]string{"9h 4D", "2c 7S 6H 5C", "6D", "5S", "8h KD", "", "AS"}, "9C AH TC TD", "5H", 4, 4, 0, 3)
	b, _ := Read(&from)
	g := &Game{Turn: 3}
	for _, test := range []struct {
		m    typedMove
		want int
	}{
		{typedMove{moveType: stockToWaste}, 3}, // the ace of hearts comes up, but there is one on the foundation
		{typedMove{moveType: wasteToFoundation}, 2},
		{typedMove{moveType: wasteToTable, to: 2}, 5},
		{typedMove{tableToTable, 2, 3, 1}, 5},
		{typedMove{tableToTable, 0, 3, 1}, 12},
		{typedMove{moveType: tableToFoundation, from: 6}, 20}, // an ace
		{typedMove{moveType: tableToFoundation, from: 0}, 4},
		{typedMove{kingToFree, 4, 5, 1}, 12},
		{typedMove{doubleMove, 1, 2, 1}, 3},
		{typedMove{moveType: wasteKingToFree, to: 5}, 8},
	} {
		if got := test.m.reward(g, &b); got != test.want {
			t.Errorf("%+v: %d", test.m, got)
		}
	}
	b.Up = [4]int8{5, 4, 4, 3} // so the five of hearts leaves the foundations even
	if got := (typedMove{moveType: wasteToFoundation}).reward(g, &b); got != 15 {
		t.Errorf("even foundations: %d", got)
	}
	b.Up[card.Hearts] = 0
	if got := (typedMove{moveType: stockToWaste}).reward(g, &b); got != 20 {
		t.Errorf("turn to the ace of hearts: %d", got)
	}
	b.Talon[3] = card.None
	if got := (typedMove{moveType: stockToWaste}).reward(g, &b); got != 3 {
		t.Errorf("turn to an unknown card: %d", got)
	}
}

// TestHeuristics checks that rewards decide ties.
func TestHeuristics(t *testing.T) {
	// No move is safe, and every line wins.
	r, from := spread(t, "klondike", [7]string{"9d TD", "JS", "KD QS", "QD", "KS", "JD", ""}, "", "", 13, 13, 10, 8)
	if got := openings(t, DonkersteegC, "playouts=5", 20, r, from); !slices.Equal(got, []string{"TD from tableau/1 to tableau/2"}) {
		t.Errorf("with rewards: %q", got)
	}
	if got := openings(t, DonkersteegA, "playouts=5", 40, r, from); len(got) < 3 {
		t.Errorf("without rewards: only %q", got)
	}
}

// variety has every option of the players that
var variety = []string{"", "cards=once"}

// TestPlays has the referee replay plays. They must be reproducible, and every option must make
// a difference.
func TestPlays(t *testing.T) {
	for _, kind := range []player.Kind{DonkersteegA, DonkersteegC} {
		same := map[string]bool{}
		for number, name := range []string{"klondike", "klondike-draw-1", "klondike", "klondike-whole-blocks", "klondike", "klondike-draw-3-passes-3"} {
			r, from := Dealt(t, name, uint64(number))
			var plays [][]game.Move
			for _, line := range variety {
				o := parse(t, &kind, "playouts=3 "+line)
				play := func() player.Result {
					return player.Play(nil, kind.Sees(o), kind.New(3, o, nil), r, &from)
				}
				one := play()
				if two := play(); !reflect.DeepEqual(one, two) {
					t.Errorf("%s, %s: not reproducible", name, kind.Title(o))
				}
				outcome := game.Replay(r, &from, one.Moves)
				if !outcome.Legal || outcome.Won != one.Won || one.Ending != player.Won && one.Ending != player.GaveUp && one.Ending != player.Stuck {
					t.Errorf("%s, %s: ending %s, %+v", name, kind.Title(o), one.Ending, outcome)
				}
				plays = append(plays, one.Moves)
			}
			for i, moves := range plays[1:] {
				same[variety[i+1]] = reflect.DeepEqual(moves, plays[0]) && (number == 0 || same[variety[i+1]])
			}
		}
		for line, so := range same {
			if so {
				t.Errorf("%s: %s makes no difference", kind.Name, line)
			}
		}
	}
}

// TestHidden permutes the cards that players don't see. They must make the same moves.
func TestHidden(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	compared := 0
	for _, kind := range []player.Kind{DonkersteegA, DonkersteegC} {
		for _, line := range variety {
			o := parse(t, &kind, "playouts=3 "+line)
			if kind.Sees(o) == player.Thoughtful {
				continue
			}
			for number := range uint64(50) {
				r, one := Dealt(t, "klondike", number)
				two := one.Clone()
				hidden := []*card.Card{}
				for _, c := range two.Tableau {
					for i := range c.Down {
						hidden = append(hidden, &c.Cards[i])
					}
				}
				if kind.Sees(o) == player.StockSeen {
					for i := range two.Stock {
						hidden = append(hidden, &two.Stock[i])
					}
				}
				random.Shuffle(len(hidden), func(i, j int) { *hidden[i], *hidden[j] = *hidden[j], *hidden[i] })
				first := func(p *deal.Position) []game.Move {
					return player.Play(nil, kind.Sees(o), &Leaving{kind.New(number, o, nil), 4}, r, p).Moves
				}
				a, b := first(&one), first(&two)
				for i := range min(len(a), len(b)) {
					m, n := a[i], b[i]
					m.TurnsUp, n.TurnsUp = card.None, card.None
					if compared++; !m.Equal(n) {
						t.Errorf("%s, deal %d: %s, but %s with other hidden cards", kind.Title(o), number, m, n)
					}
					if a[i].TurnsUp != card.None || m.Action == game.Draw {
						break // hidden cards are seen
					}
				}
			}
		}
	}
	if compared < 80 {
		t.Errorf("%d moves compared", compared)
	}
}
