package deadlock

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var examined = flag.Int("examined", 400, "random positions of tiny decks that the checker is tried with")

// TestExaminer has the checker examine the boldest certificates that there can be, of
// positions that brute force has decided, under cases drawn at random: each claims all
// that it can of all cards. Of a position that can be won, some case must fail.
func TestExaminer(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	won, lost, proven, byCases := 0, 0, 0, 0
	for n := 0; n < *examined; {
		r, p := enginetest.Draw(t, random, enginetest.Klondike)
		if !Handles(&r) {
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
			e := newExaminer(&r, &p)
			cases := draw(random, e, 3)
			if !e.refutes(cases, nil) {
				continue
			}
			if winnable {
				t.Fatalf("%s\n%s\ncan be won, but the checker believes a proof with the cases %v", r.Canonical(), p.Document(&r), cases)
			}
			proven++
			if len(cases) > 0 {
				byCases++
			}
		}
	}
	t.Logf("%d won, %d lost, %d of %d certificates believed, %d with cases", won, lost, proven, 10*lost, byCases)
	if 3*won < *examined || 2*byCases < lost {
		t.Errorf("%d won, %d lost, %d believed, %d with cases", won, lost, proven, byCases)
	}
}

// draw draws splits one under the other: each is the orders that are its cases.
func draw(random *rand.Rand, e *examiner, most int) [][]Order {
	cards := card.Deck(e.rules.MaxRank, 1, card.Suits)
	random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	var splits [][]Order
	for range random.IntN(most + 1) {
		a := cards[random.IntN(len(cards))]
		related := func(fits func(card.Card) bool) []card.Card {
			var list []card.Card
			for _, c := range cards {
				if c != a && fits(c) {
					list = append(list, c)
				}
			}
			return list
		}
		switch random.IntN(3) {
		case 0: // two of a rank and colour
			for _, b := range related(func(c card.Card) bool { return e.twins(a, c) }) {
				splits = append(splits, []Order{{a, []card.Card{b}, LaidBeforeLaid}, {b, []card.Card{a}, LaidBeforeLaid}})
			}
		case 1: // a guest and its host
			if hosts := related(func(c card.Card) bool { return e.carries(c, a) }); len(hosts) > 0 {
				h := hosts[random.IntN(len(hosts))]
				splits = append(splits, []Order{{a, []card.Card{h}, LaidBeforeUp}, {h, []card.Card{a}, UpBeforeLaid}})
			}
		default: // kings
			kings := related(e.king)
			if !e.king(a) {
				continue
			}
			kings = append(kings, a)
			var split []Order
			for i, first := range kings {
				others := append(append([]card.Card{}, kings[:i]...), kings[i+1:]...)
				split = append(split, Order{first, others, LaidBeforeLaid})
			}
			splits = append(splits, split)
		}
	}
	return splits
}

// refutes tells whether all cases of splits, one under the other, come to a card that
// stays.
func (e *examiner) refutes(splits [][]Order, orders []Order) bool {
	if len(splits) == 0 {
		return e.bold(orders)
	}
	for _, o := range splits[0] {
		if !e.refutes(splits[1:], append(orders[:len(orders):len(orders)], o)) {
			return false
		}
	}
	return true
}

// bold claims everything of all cards, takes back what does not follow from the rest
// until all does, and tells whether any card is left that stays.
func (e *examiner) bold(orders []Order) bool {
	e.orders = orders
	for never := range e.never {
		e.never[never] = map[card.Card]bool{}
		for c := range e.lies {
			e.never[never][c] = true
		}
	}
	for again := true; again; {
		again = false
		for never, claims := range e.never {
			for c := range claims {
				if _, ok := e.holds(c, Never(never), e.lies[c]); !ok {
					delete(claims, c)
					again = true
				}
			}
		}
	}
	return len(e.never[Leaves]) > 0
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
	stays := []Claim{{Card: parse("3S"), Column: 1}}
	good := Certificate{Claims: stays}
	if err := good.Check(&r, &p); err != nil {
		t.Error("the highest on the lowest of its suit:", err)
	}
	two, other, three := parse("2S"), parse("2C"), parse("3H")
	split := func(orders ...Order) Certificate {
		var c Certificate
		for _, o := range orders {
			c.Cases = append(c.Cases, Case{o, good})
		}
		return c
	}
	if c := split(Order{two, []card.Card{other}, LaidBeforeLaid}, Order{other, []card.Card{two}, LaidBeforeLaid}); c.Check(&r, &p) != nil {
		t.Error("needless cases are refused")
	}
	for name, c := range map[string]Certificate{
		"nothing":                 {},
		"nothing that stays":      {Claims: []Claim{{Card: two, Never: Laid, Column: 2}}},
		"another column":          {Claims: []Claim{{Card: parse("3S"), Column: 2}}},
		"a card that can go":      {Claims: []Claim{{Card: parse("2C"), Column: 2}}},
		"one of two cases":        split(Order{two, []card.Card{other}, LaidBeforeLaid}),
		"the same case twice":     split(Order{two, []card.Card{other}, LaidBeforeLaid}, Order{two, []card.Card{other}, LaidBeforeLaid}),
		"cases of other cards":    split(Order{two, []card.Card{other}, LaidBeforeLaid}, Order{other, []card.Card{three}, LaidBeforeLaid}),
		"cases that are no pair":  split(Order{two, []card.Card{three}, LaidBeforeUp}, Order{three, []card.Card{other}, UpBeforeLaid}),
		"cases of two kinds":      split(Order{two, []card.Card{other}, LaidBeforeLaid}, Order{other, []card.Card{two}, UpBeforeLaid}),
		"a card that is not here": split(Order{two, []card.Card{parse("9C")}, LaidBeforeLaid}, Order{parse("9C"), []card.Card{two}, LaidBeforeLaid}),
	} {
		if c.Check(&r, &p) == nil {
			t.Errorf("%s is believed", name)
		}
	}
}
