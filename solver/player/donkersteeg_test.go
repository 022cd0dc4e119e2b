package player

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
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
func parse(t *testing.T, k *Kind, line string) Options {
	t.Helper()
	o, err := k.ParseOptions(strings.Fields(line))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// openings returns the first moves that a player makes with different seeds, sorted and without
// duplicates.
func openings(t *testing.T, k Kind, line string, seeds uint64, r *rules.Rules, from deal.Position) []string {
	t.Helper()
	o := parse(t, &k, line)
	var all []string
	for seed := range seeds {
		p := &several{Player: k.New(seed, o, nil), moves: 1}
		for _, m := range Play(nil, k.Sees(o), p, r, &from).Moves {
			m.TurnsUp = card.None
			all = append(all, m.String())
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// several is a player that gives up after some moves.
type several struct {
	Player
	moves int
}

func (p *several) Choose(clock *solver.Clock, t *Turn) int {
	if p.moves--; p.moves < 0 {
		return -1
	}
	return p.Player.Choose(clock, t)
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
		game, options, waste string
		want                 []string
	}{
		{"klondike", "turn=last", "TS 4D", all},
		{"klondike", "", "TS 4D", append(slices.Clone(all), "draw 3")}, // 0
		{"klondike-draw-1", "", "TS 4D", append(slices.Clone(all), "draw 1")},
		{"klondike-whole-blocks", "turn=last", "TS 4D", slices.Concat(all[:2], all[3:])},
		{"klondike-spaces-no-build-build-red-black", "turn=last", "TS 4D", all[:5]},
		{"klondike", "turn=last", "KH", append(slices.Clone(all[2:]), "KH from waste to tableau/7")}, // 7
	} {
		r, from := spread(t, test.game, columns, "TC TD TH", test.waste, 0, 5, 0, 3)
		slices.Sort(test.want)
		if got := openings(t, DonkersteegR, test.options, 200, r, from); !slices.Equal(got, test.want) {
			t.Errorf("%s, %s, %s: %q, want %q", test.game, test.options, test.waste, got, test.want)
		}
	}
	// Both parts of a double move are played.
	r, from := spread(t, "klondike", columns, "", "", 0, 5, 0, 3)
	doubles := 0
	for seed := range uint64(50) {
		p := &several{Player: DonkersteegR.New(seed, DonkersteegR.Defaults(), nil), moves: 2}
		moves := Play(nil, StockSeen, p, r, &from).Moves
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

// TestTooManyTurns checks that a player gives up when the stock has been turned twice through,
// or as often as the options say. Turns that show nothing new are not made at the table.
func TestTooManyTurns(t *testing.T) {
	stuck := [7]string{"3C", "3H", "3S", "3D", "5C", "5S", "7C"}
	for _, test := range []struct {
		kind          Kind
		game, options string
		want          string
	}{
		{DonkersteegR, "klondike", "turns=0", "draw 3, draw 3, draw 1"},
		{DonkersteegR, "klondike", "turns=2", "draw 3, draw 3"},
		{DonkersteegR, "klondike", "turns=4", "draw 3, draw 3, draw 1"},
		{DonkersteegR, "klondike-draw-3-passes-3", "turns=0", "draw 3, draw 3, draw 1, redeal, draw 3, draw 3, draw 1"},
		{DonkersteegA, "klondike", "stock=known", ""},
		{DonkersteegC, "klondike", "cards=once", ""},
	} {
		r, from := spread(t, test.game, stuck, "QH QD QC QS JC JS JH", "", 0, 0, 0, 0)
		o := parse(t, &test.kind, test.options)
		got := Play(nil, test.kind.Sees(o), test.kind.New(1, o, nil), r, &from)
		var moves []string
		for _, m := range got.Moves {
			moves = append(moves, m.String())
		}
		if all := strings.Join(moves, ", "); got.Ending != GaveUp || all != test.want {
			t.Errorf("%s %s, %s: %s after %q", test.kind.Name, test.options, test.game, got.Ending, all)
		}
	}
	r, from := spread(t, "klondike-draw-1-passes-1", stuck, "QH QD QC", "", 0, 0, 0, 0)
	if got := Play(nil, StockSeen, DonkersteegR.New(1, DonkersteegR.Defaults(), nil), r, &from); got.Ending != Stuck || len(got.Moves) != 3 {
		t.Errorf("one pass: %s after %v", got.Ending, got.Moves)
	}
}

// TestSafe checks which moves to foundations are safe.
func TestSafe(t *testing.T) {
	_, from := spread(t, "klondike", [7]string{"2H", "4S", "4D", "AC", "6D", "", ""}, "", "4C", 3, 1, 3, 3)
	b, _ := simulate.Read(&from)
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
		if got := test.m.safe(&b); got != test.want {
			t.Errorf("%+v: %t", test.m, got)
		}
	}
	// Players with safe heuristics play them with every seed. Players that simulate them do not.
	r, from := spread(t, "klondike", [7]string{"9h AS", "3h 6D", "7C", "8s 6H", "7S", "KS", ""}, "", "", 0, 0, 0, 0)
	if got := openings(t, DonkersteegA, "playouts=1", 20, r, from); len(got) != 1 || got[0] != "AS from tableau/1 to foundation/S" {
		t.Errorf("safe heuristics: %q", got)
	}
	if got := openings(t, DonkersteegA, "playouts=1 safe=simulated", 20, r, from); len(got) < 2 {
		t.Errorf("without safe heuristics: %q", got)
	}
}

// TestRewards checks the rewards of moves by Table 6.1.
func TestRewards(t *testing.T) {
	_, from := spread(t, "klondike", [7]string{"9h 4D", "2c 7S 6H 5C", "6D", "5S", "8h KD", "", "AS"}, "9C AH TC TD", "5H", 4, 4, 0, 3)
	b, _ := simulate.Read(&from)
	for _, test := range []struct {
		m        typedMove
		diffStep int8
		want     int
	}{
		{typedMove{moveType: stockToWaste}, 2, 3}, // the ace of hearts comes up, but there is one on the foundation
		{typedMove{moveType: wasteToFoundation}, 2, 2},
		{typedMove{moveType: wasteToFoundation}, 5, 15},
		{typedMove{moveType: wasteToTable, to: 2}, 2, 5},
		{typedMove{tableToTable, 2, 3, 1}, 2, 5},
		{typedMove{tableToTable, 0, 3, 1}, 2, 12},
		{typedMove{moveType: tableToFoundation, from: 6}, 2, 20}, // an ace
		{typedMove{moveType: tableToFoundation, from: 0}, 2, 4},
		{typedMove{moveType: tableToFoundation, from: 0}, 4, 15},
		{typedMove{kingToFree, 4, 5, 1}, 2, 12},
		{typedMove{doubleMove, 1, 2, 1}, 2, 3},
		{typedMove{moveType: wasteKingToFree, to: 5}, 2, 8},
	} {
		p := &donkersteeg{diffStep: test.diffStep, game: &simulate.Game{Turn: 3}}
		if got := p.reward(test.m, &b); got != test.want {
			t.Errorf("%+v, difference %d: %d, want %d", test.m, test.diffStep, got, test.want)
		}
	}
	b.Up[card.Hearts] = 0
	if got := (&donkersteeg{game: &simulate.Game{Turn: 3}}).reward(typedMove{moveType: stockToWaste}, &b); got != 20 {
		t.Errorf("turn to the ace of hearts: %d", got)
	}
	b.Talon[3] = card.None
	if got := (&donkersteeg{game: &simulate.Game{Turn: 3}}).reward(typedMove{moveType: stockToWaste}, &b); got != 3 {
		t.Errorf("turn to an unknown card: %d", got)
	}
}

// TestHeuristics checks rewards that decide ties, and rewards that decide which moves are
// simulated.
func TestHeuristics(t *testing.T) {
	// Every line wins.
	r, from := spread(t, "klondike", [7]string{"KS QD", "KD QS", "JS", "TS", "", "", ""}, "", "", 13, 13, 9, 11)
	const safe = " safe=simulated playouts=5"
	across, up := "JS from tableau/3 to tableau/1", "TS from tableau/4 to foundation/S"
	for line, want := range map[string][]string{
		"diff_step=2":                  {across},
		"diff_step=3":                  {up},
		"diff_step=3 heuristics=first": {up},
	} {
		if got := openings(t, DonkersteegC, line+safe, 20, r, from); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	for _, kind := range []Kind{DonkersteegA, DonkersteegC} {
		line := ""
		if kind.Name == DonkersteegC.Name {
			line = "heuristics=first" // no move has a reward above the standard
		}
		if got := openings(t, kind, line+safe, 40, r, from); len(got) < 3 {
			t.Errorf("%s: only %q", kind.Name, got)
		}
	}
	// A move that opens a card is played without simulation, although another one has a better result.
	r, from = spread(t, "klondike", [7]string{"kc 6D", "7C", "5C", "6H", "", "", ""}, "", "", 4, 5, 0, 0)
	opening := []string{"6D from tableau/1 to tableau/2"}
	if got := openings(t, DonkersteegC, "heuristics=first depth=1 diff_step=0"+safe, 20, r, from); !slices.Equal(got, opening) {
		t.Errorf("heuristics first: %q", got)
	}
	if got := openings(t, DonkersteegC, "depth=1 diff_step=0"+safe, 20, r, from); slices.Contains(got, opening[0]) {
		t.Errorf("heuristics between ties: %q", got)
	}
}

// dealt returns a numbered deal.
func dealt(t *testing.T, name string, number uint64) (*rules.Rules, deal.Position) {
	t.Helper()
	g, known := rules.Lookup(name)
	if !known {
		t.Fatal(name)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	return &g.Rules, p
}

// variety has every option of the players that simulate.
var variety = []string{
	"", "cards=move", "cards=turned", "stock=known", "cards=turned stock=known", "cards=once", "score=mean", "depth=12",
	"safe=simulated", "turn=last", "turns=4", "colours=6 open=10", "stock=forgotten", "inside=safe", "share=all",
}

// TestPlays has the referee replay plays. They must be reproducible, and every option must make
// a difference.
func TestPlays(t *testing.T) {
	for _, kind := range []Kind{DonkersteegA, DonkersteegC} {
		same := map[string]bool{}
		for number, name := range []string{"klondike", "klondike-draw-1", "klondike", "klondike-whole-blocks", "klondike", "klondike-draw-3-passes-3"} {
			r, from := dealt(t, name, uint64(number))
			lines := variety
			if kind.Name == DonkersteegC.Name {
				lines = []string{"", "heuristics=first", "diff_step=13", "cards=once"}
			}
			var plays [][]game.Move
			for _, line := range lines {
				o := parse(t, &kind, "playouts=3 "+line)
				play := func() Result {
					return Play(nil, kind.Sees(o), kind.New(3, o, nil), r, &from)
				}
				one := play()
				if two := play(); !reflect.DeepEqual(one, two) {
					t.Errorf("%s, %s: not reproducible", name, kind.Title(o))
				}
				outcome := game.Replay(r, &from, one.Moves)
				if !outcome.Legal || outcome.Won != one.Won || one.Ending != Won && one.Ending != GaveUp && one.Ending != Stuck {
					t.Errorf("%s, %s: ending %s, %+v", name, kind.Title(o), one.Ending, outcome)
				}
				plays = append(plays, one.Moves)
			}
			for i, moves := range plays[1:] {
				same[lines[i+1]] = reflect.DeepEqual(moves, plays[0]) && (number == 0 || same[lines[i+1]])
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
	for _, kind := range []Kind{DonkersteegA, DonkersteegC} {
		for _, line := range variety {
			o := parse(t, &kind, "playouts=3 "+line)
			if kind.Sees(o) == Thoughtful {
				continue
			}
			for number := range uint64(4) {
				r, one := dealt(t, "klondike", number)
				two := one.Clone()
				hidden := []*card.Card{}
				for _, c := range two.Tableau {
					for i := range c.Down {
						hidden = append(hidden, &c.Cards[i])
					}
				}
				if kind.Sees(o) == StockSeen {
					for i := range two.Stock {
						hidden = append(hidden, &two.Stock[i])
					}
				}
				random.Shuffle(len(hidden), func(i, j int) { *hidden[i], *hidden[j] = *hidden[j], *hidden[i] })
				first := func(p *deal.Position) []game.Move {
					return Play(nil, kind.Sees(o), &several{kind.New(number, o, nil), 4}, r, p).Moves
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
