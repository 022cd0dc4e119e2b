package papers_test

import (
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/papers"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestMadeUpPositions has the players that simulate play from tables that no deal leads to, but
// that a request may have: columns of any length, with face-up cards in any order.
func TestMadeUpPositions(t *testing.T) {
	r, _ := papers.Dealt(t, "klondike", 1)
	random := rand.New(rand.NewPCG(1, 9))
	players := []struct {
		kind    player.Kind
		options map[string]any
	}{
		{papers.Yan, map[string]any{"n": 0}},
		{papers.Bjarnason, map[string]any{"states": 2_000}},
		{papers.DonkersteegR, nil},
		{papers.DonkersteegA, map[string]any{"playouts": 1}},
		{papers.DonkersteegC, map[string]any{"playouts": 1}},
		{papers.Hints, nil},
	}
	for n := range 150 {
		from := madeUp(random)
		for _, p := range players {
			o, err := p.kind.ReadOptions(p.options)
			if err != nil {
				t.Fatal(err)
			}
			func() {
				defer func() {
					if fault := recover(); fault != nil {
						t.Fatalf("%s: panic %v: %s", p.kind.Title(o), fault, from.Document(r))
					}
				}()
				got := player.Play(nil, p.kind.Sees(o), p.kind.New(uint64(n), o, nil), r, &from)
				if err := got.Verify(r, &from); err != nil {
					t.Fatalf("%s: %v: %s", p.kind.Title(o), err, from.Document(r))
				}
			}()
		}
	}
}

// madeUp returns a random position with a stock and seven columns of any length.
func madeUp(random *rand.Rand) deal.Position {
	p := deal.Position{Tableau: make([]deal.Column, 7), Foundations: make([]int, card.Suits), Base: card.Ace, RedealsLeft: rules.Unlimited}
	deck := card.Deck(card.King, 1, card.Suits)
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	p.Stock = deck[:random.IntN(25)]
	for _, x := range deck[len(p.Stock):] {
		c := &p.Tableau[random.IntN(1+random.IntN(7))]
		c.Cards = append(c.Cards, x)
	}
	for i := range p.Tableau {
		p.Tableau[i].Down = random.IntN(max(1, min(3, len(p.Tableau[i].Cards))))
	}
	return p
}
