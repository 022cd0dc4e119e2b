package proof_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	examined     = flag.Int("examined", 400, "random positions of tiny decks to test the checker with")
	examinedSeed = flag.Uint64("examined-seed", 7, "seed of the random positions")
)

// TestExaminer has the checker check the largest possible certificates of positions that brute
// force has decided, under cases drawn at random. Each claims everything of all cards. If the
// position can be won, some case must fail.
func TestExaminer(t *testing.T) {
	random := rand.New(rand.NewPCG(*examinedSeed, 7))
	won, lost, proven, byCases := 0, 0, 0, 0
	for n := 0; n < *examined; {
		families := []enginetest.Family{enginetest.Klondike, enginetest.Klondike, enginetest.Columns, enginetest.Singles}
		r, p := enginetest.Draw(t, random, families[n%len(families)])
		if !proof.Handles(&r) {
			continue
		}
		winnable, ok := enginetest.Winnable(&r, &p, 300)
		if !ok {
			continue
		}
		n++
		if !winnable {
			lost++
		} else {
			won++
		}
		for range 10 {
			accepted, cases := proof.Boldest(random, &r, &p)
			if !accepted {
				continue
			}
			if winnable {
				t.Fatalf("%s\n%s\ncan be won, but the checker accepts a proof", r.Canonical(), p.Document(&r))
			}
			proven++
			if cases {
				byCases++
			}
		}
	}
	t.Logf("%d won, %d lost, %d of %d certificates accepted, %d with cases", won, lost, proven, 10*lost, byCases)
	if 4*won < *examined || 2*byCases < lost {
		t.Errorf("%d won, %d lost, %d accepted, %d with cases", won, lost, proven, byCases)
	}
}

// TestRefused checks certificates that prove nothing.
func TestRefused(t *testing.T) {
	r, err := rules.Parse([]byte(`{"max rank":3,"tableau piles":{"count":4,"build policy":"red-black","spaces policy":"no-build"},"foundations":{"removable":true}}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Parse([]byte(`{"tableau piles":[["AS","3S"],["2S","AC","2C","3C"],["AH","2H","3H"],["AD","2D","3D"]]}`), &r)
	if err != nil {
		t.Fatal(err)
	}
	parse := func(text string) card.Card {
		c, _, err := card.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	stays := []solver.Claim{{Card: parse("3S"), Column: 1}}
	good := solver.Certificate{Claims: stays}
	if err := proof.CheckCertificate(&good, &r, &p); err != nil {
		t.Error("the highest on the lowest of its suit:", err)
	}
	two, other, three := parse("2S"), parse("2C"), parse("3H")
	split := func(orders ...solver.Order) solver.Certificate {
		var c solver.Certificate
		for _, o := range orders {
			c.Cases = append(c.Cases, solver.Case{Order: o, Certificate: good})
		}
		return c
	}
	if c := split(solver.Order{First: two, Others: []card.Card{other}, Event: solver.LaidBeforeLaid}, solver.Order{First: other, Others: []card.Card{two}, Event: solver.LaidBeforeLaid}); proof.CheckCertificate(&c, &r, &p) != nil {
		t.Error("needless cases are refused")
	}
	for name, c := range map[string]solver.Certificate{
		"nothing":                                    {},
		"nothing that stays":                         {Claims: []solver.Claim{{Card: two, Never: solver.NeverLaid, Column: 2}}},
		"a card that can go":                         {Claims: []solver.Claim{{Card: parse("2C"), Column: 2}}},
		"one of two cases":                           split(solver.Order{First: two, Others: []card.Card{other}, Event: solver.LaidBeforeLaid}),
		"the same case twice":                        split(solver.Order{First: two, Others: []card.Card{other}, Event: solver.LaidBeforeLaid}, solver.Order{First: two, Others: []card.Card{other}, Event: solver.LaidBeforeLaid}),
		"cases of other cards":                       split(solver.Order{First: two, Others: []card.Card{other}, Event: solver.LaidBeforeLaid}, solver.Order{First: other, Others: []card.Card{three}, Event: solver.LaidBeforeLaid}),
		"cases that are no pair":                     split(solver.Order{First: two, Others: []card.Card{three}, Event: solver.LaidBeforeUp}, solver.Order{First: three, Others: []card.Card{other}, Event: solver.UpBeforeLaid}),
		"cases of two kinds":                         split(solver.Order{First: two, Others: []card.Card{other}, Event: solver.LaidBeforeLaid}, solver.Order{First: other, Others: []card.Card{two}, Event: solver.UpBeforeLaid}),
		"a card that never rises, as it is not here": split(solver.Order{First: two, Others: []card.Card{parse("9C")}, Event: solver.LaidBeforeUp}, solver.Order{First: parse("9C"), Others: []card.Card{two}, Event: solver.UpBeforeLaid}),
		"a card that is not here":                    split(solver.Order{First: two, Others: []card.Card{parse("9C")}, Event: solver.LaidBeforeLaid}, solver.Order{First: parse("9C"), Others: []card.Card{two}, Event: solver.LaidBeforeLaid}),
	} {
		if proof.CheckCertificate(&c, &r, &p) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
