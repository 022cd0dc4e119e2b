package deal_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestLeftByPlay plays games whose cards leave the table at random: every position that comes up is
// read back.
func TestLeftByPlay(t *testing.T) {
	var all []*rules.Rules
	for _, text := range []string{rows, sums, threes, ranks, lower} {
		all = append(all, parsed(t, text))
	}
	for _, g := range rules.Games() {
		if g.Rules.Rows.PairSum > 0 || g.Rules.Discards() {
			all = append(all, &g.Rules)
		}
	}
	random := rand.New(rand.NewPCG(7, 1))
	left := 0
	for _, r := range all {
		for number := range uint64(8) {
			dealt, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(r)
			if err != nil {
				t.Fatal(err)
			}
			table := game.New(r, &dealt)
			for range 100 {
				moves := table.Legal()
				if len(moves) == 0 {
					break
				}
				table.Do(moves[random.IntN(len(moves))])
				p := table.Position()
				written := p.Document(r)
				if _, err := deal.Parse(written, r); err != nil {
					t.Fatalf("%s: %v", written, err)
				}
				if len(onTable(r, &p)) < len(onTable(r, &dealt)) {
					left++
				}
			}
		}
	}
	if left < 1000 {
		t.Errorf("cards had left in %d positions only", left)
	}
}

// TestLeft has positions from which cards are missing that can't have left the table.
func TestLeft(t *testing.T) {
	for _, test := range []struct{ name, rules, text, want string }{
		{
			"half of a pair of the rows", rows, `{"rows":[["AC"],["2C","3C"],["AH","2H","3H"]],"stock":["AS","2S","3S","AD","2D"]}`,
			"deal: 3D is missing: cards of rank 3 leave the table with cards of rank 1, of which 0 are missing",
		},
		{
			"one of a rank that makes the sum with itself", rows, `{"rows":[["AC"],["2C","3C"],["AH","2H","3H"]],"stock":["AS","2S","3S","AD","3D"]}`,
			"deal: 2D is missing: cards of rank 2 leave the table two at a time",
		},
		{"half of a pair of the columns", sums, `{"tableau piles":[["AS","AS","AS","AS"],["2S","2S","2S"],["3S","3S","3S","3S"],["4S","4S","4S"]]}`, "deal: 2S is missing: cards of rank 2 leave the table with cards of rank 3, of which 0 are missing; deal: 4S is missing: cards of rank 4 leave the table with cards of rank 1, of which 0 are missing"},
		{"a rank without a partner", threes, `{"tableau piles":[["AS","AS","AS","AS"],["2S","2S","2S","2S"],["3S","3S","3S"],["4S","4S","4S"]]}`, "deal: 4S is missing: in this game no card of rank 4 can leave the table"},
		{"one card of a rank", ranks, `{"tableau piles":[["AS","AH","AC"],["2S","2H","2C","2D"],["3S","3H"],[]]}`, "deal: AD is missing: cards of rank 1 leave the table two at a time"},
		{"an ace", lower, `{"tableau piles":[["AS","AH","AC"],["2S"],["3S","3H"],[]]}`, "deal: AD is missing: in this game no card of rank 1 can leave the table"},
	} {
		if _, err := deal.Parse([]byte(test.text), parsed(t, test.rules)); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.name, err, test.want)
		}
	}
	// A rank that makes the sum leaves alone.
	if _, err := deal.Parse([]byte(`{"tableau piles":[["AS","AS","AS","AS"],["2S","2S","2S","2S"],["3S","3S","3S"],["4S","4S","4S","4S"]]}`), parsed(t, threes)); err != nil {
		t.Error(err)
	}
}
