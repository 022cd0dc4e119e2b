package relation_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestCatalogue checks pairs of games that are related, and some that are not.
func TestCatalogue(t *testing.T) {
	for _, pair := range []struct {
		stronger, weaker string
		related          bool
	}{
		{"klondike-draw-3-no-worrying-back", "klondike", true},
		{"klondike-draw-6", "klondike", true},
		{"klondike", "klondike-draw-1", true},
		{"klondike-draw-24-no-worrying-back", "klondike-draw-7", true}, // the whole stock at once
		{"klondike-draw-4", "klondike", false},
		{"klondike-draw-6", "klondike-draw-4", false},
		{"klondike-draw-3-passes-3", "klondike", true},
		{"klondike-draw-1-passes-1", "klondike", false},
		{"klondike-whole-blocks", "klondike", true},
		{"klondike-spaces-no-build-build-red-black", "klondike", true},
		{"klondike", "klondike-spaces-any-build-red-black", true},
		{"klondike-spaces-kings-build-same-suit", "klondike", false},
		{"free-cell-0-cell", "free-cell", true},
		{"free-cell", "free-cell-0-cell", false},
		{"free-cell-4-pile", "free-cell-5-pile", false}, // they deal other cards
		{"black-hole", "worm-hole", true},
		{"gaps-basic-variant", "gaps-one-deal", true},
		{"canfield-strict", "canfield", true},
		{"canfield-whole-pile", "canfield-auto-reserve-then-waste", false},
		{"spider", "spider-solvitaire", false},
	} {
		a, _ := rules.Lookup(pair.stronger)
		b, _ := rules.Lookup(pair.weaker)
		if got := relation.Stronger(&a.Rules, &b.Rules); got != pair.related {
			t.Errorf("%s is stronger than %s: %t", pair.stronger, pair.weaker, got)
		}
	}
}

// TestRelatives checks which problems would answer one, their order, and the limit of their
// number.
func TestRelatives(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:2")
	names := func(most int) []string {
		var names []string
		for _, r := range relation.Relatives(p, most) {
			names = append(names, fmt.Sprintf("%s %s", r.Game, r.Verdict))
		}
		return names
	}
	all := names(1000)
	for _, want := range []string{
		"klondike-draw-6 winnable", "klondike-draw-3-no-worrying-back winnable", "klondike-draw-9-no-worrying-back winnable",
		"klondike-draw-1 unwinnable", "klondike-spaces-any-build-any-suit unwinnable",
	} {
		if !slices.Contains(all, want) {
			t.Errorf("no %s among %v", want, all)
		}
	}
	if few := names(5); !slices.Equal(few, all[:5]) {
		t.Errorf("the first are %v, of %v", few, all)
	}
	at := func(name string) int { return slices.Index(all, name) }
	if at("klondike-draw-9-no-worrying-back winnable") < at("klondike-draw-12 winnable") || at("klondike-draw-9 winnable") < at("klondike-draw-6 winnable") {
		t.Errorf("those that differ less come first: %v", all)
	}
}

// TestInfer checks that wins of stronger games, converted to weaker ones, pass the referee.
func TestInfer(t *testing.T) {
	engine := portfolio.New(1 << 26)
	for _, pair := range [][2]string{
		{"klondike-draw-6", "klondike"},
		{"klondike-draw-10", "klondike-draw-5"},
		{"klondike-draw-3-passes-3", "klondike"},
		{"klondike-whole-blocks", "klondike-draw-1"},
		{"black-hole", "worm-hole"},
		{"free-cell-2-cell", "free-cell"},
		{"canfield-whole-pile", "canfield"},
		{"klondike-two-deck-9", "gargantua-redeal"},
		{"gaps-basic-variant", "gaps-one-deal"}, // whose rows are in another order
	} {
		won := 0
		for number := range 60 {
			seed := fmt.Sprint("solvitaire:", number)
			p := enginetest.Numbered(t, pair[1], seed)
			i := slices.IndexFunc(relation.Relatives(p, 1000), func(r relation.Relative) bool { return r.Game == pair[0] })
			if i < 0 {
				t.Fatalf("%s is no relative of %s", pair[0], pair[1])
			}
			r := relation.Relatives(p, 1000)[i]
			if r.Problem.ID() != enginetest.Numbered(t, pair[0], seed).ID() || r.Verdict != solver.Winnable {
				t.Fatalf("%s: another deal, or for another verdict: %+v", pair, r)
			}
			found := engine.Solve(nil, r.Problem, solver.Budget{States: 4_000})
			if found.Verdict != solver.Winnable {
				continue
			}
			inferred := r.Infer(found)
			if err := inferred.Verify(p); err != nil {
				t.Errorf("%s, %s: %v", pair, seed, err)
			}
			if won++; won == 2 {
				break
			}
		}
		if won == 0 {
			t.Errorf("%s: nothing won", pair)
		}
	}
}

// TestCarry converts positions to other rules.
func TestCarry(t *testing.T) {
	parse := func(rulesText, dealText string) (rules.Rules, deal.Position) {
		r, err := rules.Parse([]byte(rulesText))
		if err != nil {
			t.Fatal(err)
		}
		p, err := deal.Parse([]byte(dealText), &r)
		if err != nil {
			t.Fatal(err)
		}
		return r, p
	}
	game := func(cells, redeals string) string {
		return `{"max rank":2,"tableau piles":{"count":2},"cells":{"count":` + cells + `},"stock":{"size":3` + redeals + `}}`
	}
	const (
		fresh = `{"tableau piles":[["2C","AC","2H"],["AH","2S"]],"stock":["AS","AD","2D"]}`
		again = `{"tableau piles":[["2C","AC","2H"],["AH","2S"]],"stock":["AS","AD","2D"],"redeals left":1}`
		first = `{"tableau piles":[["2C","AC"],["AH"]],"cells":["","2S","2H"],"stock":["AS"],"waste":["AD","2D"]}`
		begun = `{"tableau piles":[["2C","AC"],["AH"]],"cells":["","2S","2H"],"stock":["AS"],"waste":["AD","2D"],"redeals left":1}`
	)
	for _, test := range []struct {
		from, deal, to string
		ok             bool
		cells, redeals int
	}{
		{game("3", `,"redeals":2`), begun, game("2", `,"redeals":2`), true, 2, 1},
		{game("3", `,"redeals":2`), begun, game("4", `,"redeals":3`), true, 4, 1},
		{game("3", `,"redeals":2`), begun, game("1", `,"redeals":2`), false, 0, 0},
		{game("3", `,"redeals":2`), begun, game("3", ""), true, 3, 0},
		{game("3", `,"redeals":2`), begun, game("3", `,"redeal":true`), true, 3, rules.Unlimited},
		{game("3", `,"redeals":2`), fresh, game("3", `,"redeals":3`), true, 3, 3},
		{game("3", `,"redeals":2`), fresh, game("3", `,"redeals":1`), true, 3, 1},
		{game("3", `,"redeal":true`), fresh, game("3", `,"redeals":1`), true, 3, 1},
		{game("3", `,"redeals":2`), again, game("3", `,"redeals":2`), true, 3, 1},
		{game("3", `,"redeals":2`), again, game("3", `,"redeals":3`), true, 3, 1},
		{game("3", `,"redeals":2`), again, game("3", ""), true, 3, 0},
		{game("3", ""), first, game("3", `,"redeals":2`), true, 3, 2},
	} {
		from, p := parse(test.from, test.deal)
		to, err := rules.Parse([]byte(test.to))
		if err != nil {
			t.Fatal(err)
		}
		q, ok := relation.ConvertPosition(&p, &from, &to)
		if ok != test.ok || ok && (len(q.Cells) != test.cells || q.RedealsLeft != test.redeals || table(packed(&q)) != table(packed(&p))) {
			t.Errorf("%s from %s to %s: %t, %+v", test.deal, test.from, test.to, ok, q)
		}
	}
}

// packed is a position with its free cells last.
func packed(p *deal.Position) *deal.Position {
	q := p.Clone()
	q.Cells = slices.DeleteFunc(q.Cells, func(c card.Card) bool { return c == card.None })
	return &q
}

// TestRun checks that a complete run is converted to single moves, and kept as it is if the
// weaker game takes runs too.
func TestRun(t *testing.T) {
	run := game.Move{
		From: game.At(game.Tableau, 2), To: game.FoundationOf(card.Spades), TurnsUp: card.New(card.Ace, card.Hearts),
		Cards: []card.Card{card.New(3, card.Spades), card.New(2, card.Spades), card.New(card.Ace, card.Spades)},
	}
	single, err := rules.Parse([]byte(`{"max rank":3,"tableau piles":{"face up cards":"top"}}`))
	if err != nil {
		t.Fatal(err)
	}
	complete := single
	complete.Foundations.CompleteOnly = true
	if got := relation.ConvertMoves([]game.Move{run}, &complete); len(got) != 1 || !got[0].Equal(run) {
		t.Errorf("%v", got)
	}
	got := relation.ConvertMoves([]game.Move{run}, &single)
	if text := fmt.Sprint(got); text != "[AS from tableau/2 to foundation/S 2S from tableau/2 to foundation/S 3S from tableau/2 to foundation/S]" ||
		got[0].TurnsUp != card.None || got[2].TurnsUp != run.TurnsUp {
		t.Errorf("%v", got)
	}
}

// BenchmarkRelatives measures the cost of a lookup for a new problem.
func BenchmarkRelatives(b *testing.B) {
	for _, name := range []string{"klondike", "klondike-draw-1", "free-cell", "spider"} {
		b.Run(name, func(b *testing.B) {
			p := enginetest.Numbered(b, name, "solvitaire:1")
			for b.Loop() {
				relation.Relatives(p, 32)
			}
		})
	}
}
