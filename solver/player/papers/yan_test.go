package papers_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/papers"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

func yan(seed uint64, n, score int64) player.Player {
	o := papers.Yan.Defaults()
	o["n"], o["score"] = n, score
	return papers.Yan.New(seed, o, nil)
}

// TestYan has Yan's player play whole games, which the referee replays. A deal that is won with
// some rollouts must be won with more, and every play must end with a win or be given up.
func TestYan(t *testing.T) {
	for _, of := range []struct {
		game   string
		score  int64
		deals  uint64
		levels []int64
	}{
		{"klondike-whole-blocks", 5, 40, []int64{0, 1, 2}},
		{"klondike-whole-blocks", 0, 40, []int64{0, 1, 2}},
		{"klondike-whole-blocks", 5, 16, []int64{2, 3}},
		{"klondike-whole-blocks", 0, 16, []int64{2, 3}},
		{"klondike", 5, 40, []int64{0, 1}},
		{"klondike-draw-3-passes-3", 5, 20, []int64{0, 2}},
		{"klondike-draw-3-no-worrying-back", 5, 20, []int64{0, 1}},
	} {
		won := make([]bool, of.deals)
		for _, n := range of.levels {
			wins := 0
			for i := range won {
				number := uint64(i + 1)
				r, from := papers.Dealt(t, of.game, number)
				got := player.Play(nil, player.Thoughtful, yan(1, n, of.score), r, &from)
				outcome := game.Replay(r, &from, got.Moves)
				if !outcome.Legal || outcome.Won != got.Won || got.Won != (got.Ending == player.Won) {
					t.Errorf("%s %d, n=%d: %+v, but the play ended %q", of.game, number, n, outcome, got.Ending)
				}
				if got.Ending != player.Won && got.Ending != player.GaveUp && got.Ending != player.Stuck {
					t.Errorf("%s %d, n=%d: ending %s", of.game, number, n, got.Ending)
				}
				if won[i] && !got.Won {
					t.Errorf("%s %d: won with fewer rollouts than %d", of.game, number, n)
				}
				if won[i] = got.Won; won[i] {
					wins++
				}
			}
			t.Logf("%s, n=%d score=%d: %d of %d", of.game, n, of.score, wins, of.deals)
			if least := int(of.deals) * int(n) / 8; wins < least && of.deals != 20 {
				t.Errorf("%s, n=%d score=%d: only %d of %d won", of.game, n, of.score, wins, of.deals)
			}
		}
	}
}

// TestYanStops checks that a play ends soon after its clock, in the middle of a move that
// would take minutes.
func TestYanStops(t *testing.T) {
	r, from := papers.Dealt(t, "klondike-whole-blocks", 3)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	began := time.Now()
	if got := player.Play(solver.NewClock(ctx), player.Thoughtful, yan(1, 5, 5), r, &from); got.Ending != player.Stopped {
		t.Errorf("ended %s", got.Ending)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("stopped after %s", took)
	}
}

// TestYanOptions checks the options of Yan's player.
func TestYanOptions(t *testing.T) {
	for _, of := range []struct {
		args  []string
		valid bool
		title string
	}{
		{nil, true, "yan"},
		{[]string{"n=3"}, true, "yan n=3"},
		{[]string{"n=0", "score=0"}, true, "yan n=0 score=0"},
		{[]string{"n=6"}, false, ""},
		{[]string{"score=3"}, false, ""},
	} {
		o, err := papers.Yan.ParseOptions(of.args)
		if (err == nil) != of.valid {
			t.Errorf("%v: %v", of.args, err)
		} else if of.valid && papers.Yan.Title(o) != of.title {
			t.Errorf("%v: %s", of.args, papers.Yan.Title(o))
		}
	}
}

// yanChooses returns the first move of Yan's player; false if it gives up.
func yanChooses(t *testing.T, p player.Player, r *rules.Rules, from *deal.Position) (game.Move, bool) {
	t.Helper()
	got := player.Play(nil, player.Thoughtful, &papers.Leaving{p, 1}, r, from)
	if len(got.Moves) == 0 {
		return game.Move{}, false
	}
	return got.Moves[0], true
}

// yanTable returns a table of columns, deepest card first, with numbers of face-down cards;
// foundations in the order C, H, S, D; and a stock and a waste, the top card last.
func yanTable(t *testing.T, columns []string, down []int, up []int, stock, waste string) deal.Position {
	t.Helper()
	_, p := papers.Dealt(t, "klondike-whole-blocks", 1)
	for i := range p.Tableau {
		p.Tableau[i] = deal.Column{}
		if i < len(columns) {
			p.Tableau[i].Cards, p.Tableau[i].Down = cards(t, columns[i]), down[i]
		}
	}
	p.Foundations, p.Stock, p.Waste = up, cards(t, stock), cards(t, waste)
	return p
}

func cards(t *testing.T, text string) []card.Card {
	t.Helper()
	var list []card.Card
	for i := 0; i+1 < len(text); i += 3 {
		c, _, err := card.Parse(text[i : i+2])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// yanCases has tables, and the moves that the heuristic chooses from.
var yanCases = []struct {
	name    string
	columns []string
	down    []int
	up      []int
	stock   string
	waste   string
	score   int64
	want    []string // the moves that it chooses from
}{
	{
		"from the waste to a column rather than up",
		[]string{"2S", "KS 3H"},
		[]int{0, 1},
		[]int{0, 0, 1, 0},
		"", "2C", 5,
		[]string{"waste-tableau/2"},
	},
	{
		"up rather than across, from anywhere",
		[]string{"2S", "KS 9C", "TH"},
		[]int{0, 1, 0},
		[]int{0, 1, 1, 0},
		"5C", "2H", 5,
		[]string{"tableau/1-foundation/S", "waste-foundation/H"},
	},
	{
		"from the waste up only like a turn of the stock",
		[]string{"2D", "KS 9C"},
		[]int{0, 1},
		[]int{0, 1, 1, 0},
		"5C", "2H", 0,
		[]string{"waste-foundation/H", "draw"},
	},
	{
		"the column with most cards face down",
		[]string{"KS 5D 9C", "TH", "4C 9S", "TD"},
		[]int{2, 0, 1, 0},
		[]int{0, 0, 0, 0},
		"5C", "2H", 5,
		[]string{"tableau/1-tableau/2", "tableau/1-tableau/4"},
	},
	{
		"emptying a column rather than a turn",
		[]string{"9C", "TH 5D", "4C TD"},
		[]int{0, 1, 1},
		[]int{0, 0, 0, 0},
		"5C", "2H", 5,
		[]string{"tableau/1-tableau/3"},
	},
	{
		"a king whose queen lies open",
		[]string{"QH 5D", "QD"},
		[]int{1, 0},
		[]int{0, 0, 0, 0},
		"5C", "KS", 5,
		[]string{"waste-tableau/3"}, // the first space
	},
	{
		"no king whose queens lie face down",
		[]string{"QH 5D", "QD 9C"},
		[]int{1, 1},
		[]int{0, 0, 0, 0},
		"8C", "KS", 5,
		[]string{"draw"},
	},
	{
		"no king from one space to another",
		[]string{"KS QD", "9C 4C"},
		[]int{0, 1},
		[]int{0, 0, 0, 0},
		"8C", "8S", 5,
		[]string{"draw"},
	},
	{
		"a king that turns up a card",
		[]string{"2C KS QD", "9C 4C"},
		[]int{1, 1},
		[]int{0, 0, 0, 0},
		"8C", "8S", 5,
		[]string{"tableau/1-tableau/3"},
	},
	{
		"nothing back from foundations",
		[]string{"9C 4C"},
		[]int{1},
		[]int{0, 3, 0, 0},
		"", "", 5,
		nil,
	},
}

// TestYanHeuristic checks each score and priority on a table where it decides.
func TestYanHeuristic(t *testing.T) {
	known, _ := rules.Lookup("klondike-whole-blocks")
	r := &known.Rules
	for _, of := range yanCases {
		from := yanTable(t, of.columns, of.down, of.up, of.stock, of.waste)
		var got []string
		for seed := range uint64(60) {
			m, ok := yanChooses(t, yan(seed, 0, of.score), r, &from)
			name := "draw"
			if m.Action == game.Shift {
				name = m.From.String() + "-" + m.To.String()
			}
			if ok && !slices.Contains(got, name) {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		slices.Sort(of.want)
		if !slices.Equal(got, of.want) {
			t.Errorf("%s: %v, want %v", of.name, got, of.want)
		}
	}
}

// TestYanLoses checks that a pass through the stock without another move loses, except a pass
// that began before the player's first move.
func TestYanLoses(t *testing.T) {
	known, _ := rules.Lookup("klondike-whole-blocks")
	r := &known.Rules
	for _, of := range []struct {
		stock, waste string
		draws        int
		redeals      int
	}{
		{"7C 8C 9C TC", "", 2, 0},
		{"7C", "8C 9C TC", 3, 1},
		{"", "7C 8C 9C TC", 2, 1},
	} {
		from := yanTable(t, []string{"2C 4C", "2D 4S"}, []int{1, 1}, []int{0, 0, 0, 0}, of.stock, of.waste)
		got := player.Play(nil, player.Thoughtful, yan(1, 0, 5), r, &from)
		draws, redeals := 0, 0
		for _, m := range got.Moves {
			switch m.Action {
			case game.Draw:
				draws++
			case game.Redeal:
				redeals++
			}
		}
		if got.Ending != player.GaveUp || draws != of.draws || redeals != of.redeals {
			t.Errorf("stock %s, waste %s: %s after %d draws and %d redeals", of.stock, of.waste, got.Ending, draws, redeals)
		}
	}
}

// TestYanRollout checks nested rollouts. Here the king of hearts must come back to a space and
// the queen of spades go onto it. The heuristic would do neither, and moves the king up again,
// so winning takes two moves against it.
func TestYanRollout(t *testing.T) {
	known, _ := rules.Lookup("klondike-whole-blocks")
	from := yanTable(t, []string{"KS JS QS"}, []int{2}, []int{13, 13, 10, 13}, "", "")
	for n := range int64(4) {
		got := player.Play(nil, player.Thoughtful, yan(1, n, 5), &known.Rules, &from)
		if got.Won != (n >= 2) || !got.Won && len(got.Moves) != 0 {
			t.Errorf("n=%d: %s with %v", n, got.Ending, got.Moves)
		}
	}
}
