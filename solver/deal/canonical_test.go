package deal_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestCanonical shuffles the places that the rules of each game can't tell apart, and
// checks the canonical form and the order returned with it.
func TestCanonical(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, g := range rules.Games() {
		r := &g.Rules
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 3}.Deal(r)
		if err != nil {
			t.Fatal(err)
		}
		canonical, _ := p.Canonical(r)
		want := string(canonical.Document(r))
		for range 5 {
			q := p.Clone()
			if r.Stock.To != rules.ToTableau && r.Tableau.Packets == 0 {
				shuffle(random, q.Tableau)
			}
			shuffle(random, q.Cells)
			if !r.Reserve.Stacked {
				shuffle(random, q.Reserve)
			}
			if !r.Sequences.FixedSuit {
				shuffle(random, q.Sequences)
			}
			before := string(q.Document(r))
			c, order := q.Canonical(r)
			if got := string(c.Document(r)); got != want {
				t.Fatalf("%s: %s becomes %s; want %s", g.Name, before, got, want)
			}
			if after := string(q.Document(r)); after != before {
				t.Fatalf("%s: the position itself has changed from %s to %s", g.Name, before, after)
			}
			for i := range c.Tableau {
				if from := place(order.Tableau, i); !slices.Equal(c.Tableau[i].Cards, q.Tableau[from].Cards) || c.Tableau[i].Down != q.Tableau[from].Down {
					t.Errorf("%s: column %d is not column %d of the original", g.Name, i+1, from+1)
				}
			}
			for i := range c.Cells {
				if from := place(order.Cells, i); c.Cells[i] != q.Cells[from] {
					t.Errorf("%s: cell %d is not cell %d of the original", g.Name, i+1, from+1)
				}
			}
			for i := range c.Reserve {
				if from := place(order.Reserve, i); c.Reserve[i] != q.Reserve[from] {
					t.Errorf("%s: card %d of the reserve is not card %d of the original", g.Name, i+1, from+1)
				}
			}
			for i := range c.Foundations {
				if from := place(order.Foundations, i); c.Foundations[i] != q.Foundations[from] {
					t.Errorf("%s: foundation %d is not foundation %d of the original", g.Name, i+1, from+1)
				}
			}
			for i := range c.Sequences {
				if from := place(order.Sequences, i); !slices.Equal(c.Sequences[i], q.Sequences[from]) {
					t.Errorf("%s: row %d is not row %d of the original", g.Name, i+1, from+1)
				}
			}
		}
	}
}

func shuffle[T any](random *rand.Rand, places []T) {
	random.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
}

func place(order []int, i int) int {
	if order == nil {
		return i
	}
	return order[i]
}

// TestTold has positions that differ in an order that the rules do tell apart.
func TestTold(t *testing.T) {
	for _, test := range []struct{ name, rules, one, other string }{
		{
			"columns, where the stock is dealt to them", pile,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"reserve":["AS","2S"],"stock":["3S","AD","2D","3D"]}`,
			`{"tableau piles":[["3C"],["AC","2C"],["AH","2H","3H"]],"reserve":["AS","2S"],"stock":["3S","AD","2D","3D"]}`,
		},
		{
			"cards of a stacked reserve", pile,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"reserve":["AS","2S"],"stock":["3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"reserve":["2S","AS"],"stock":["3S","AD","2D","3D"]}`,
		},
		{
			"cards of a stock", small,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"reserve":["AS","2S"],"stock":["3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"reserve":["AS","2S"],"stock":["3S","AD","3D","2D"]}`,
		},
		{
			"a cell and a reserve", small,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"reserve":["AS"],"cells":["2S"],"stock":["3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"reserve":["2S"],"cells":["AS"],"stock":["3S","AD","2D","3D"]}`,
		},
		{
			"faces", down,
			`{"tableau piles":[["AC"],["2C","3C"],["Ah","2h","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC"],["2c","3C"],["Ah","2h","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
		},
		{
			"redeals left", down,
			`{"tableau piles":[["AC"],["2C","3C"],["Ah","2h","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC"],["2C","3C"],["Ah","2h","3H"]],"stock":["AS","2S","3S","AD","2D","3D"],"redeals left":1}`,
		},
		{
			"the cards of an accordion", row, `{"accordion":["AC","AD"]}`, `{"accordion":["AD","AC"]}`,
		},
	} {
		r := parsed(t, test.rules)
		var texts []string
		for _, text := range []string{test.one, test.other} {
			p, err := deal.Parse([]byte(text), r)
			if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			c, _ := p.Canonical(r)
			texts = append(texts, string(c.Document(r)))
		}
		if texts[0] == texts[1] {
			t.Errorf("%s: both are %s", test.name, texts[0])
		}
	}
}

// TestNothingLeftToDeal has columns that can no longer be told apart, because the stock
// dealt to them is used up.
func TestNothingLeftToDeal(t *testing.T) {
	r := parsed(t, pile)
	var texts []string
	for _, text := range []string{
		`{"tableau piles":[["AC","2C"],["3C","3S","AD"],["AH","2H","3H","2D","3D"]],"reserve":["AS","2S"]}`,
		`{"tableau piles":[["AH","2H","3H","2D","3D"],["AC","2C"],["3C","3S","AD"]],"reserve":["AS","2S"]}`,
	} {
		p, err := deal.Parse([]byte(text), r)
		if err != nil {
			t.Fatal(err)
		}
		c, _ := p.Canonical(r)
		texts = append(texts, string(c.Document(r)))
	}
	if texts[0] != texts[1] {
		t.Errorf("%s is not %s", texts[0], texts[1])
	}
}

// TestCanonicalForm pins the fixed order itself, on which ids depend.
func TestCanonicalForm(t *testing.T) {
	r := parsed(t, `{"max rank":3,"tableau piles":{"count":4,"face up cards":"top"},"cells":{"count":3},"reserve":{"size":3}}`)
	p, err := deal.Parse([]byte(`{"tableau piles":[["3c","3S","AC"],["2H"],[],["2c","3H","AH"]],"cells":["","AS","AD"],"reserve":["2S","3D","2D"]}`), r)
	if err != nil {
		t.Fatal(err)
	}
	c, _ := p.Canonical(r)
	want := `{"tableau piles":[[],["2c","3H","AH"],["2H"],["3c","3S","AC"]],"foundations":[],"cells":["AD","AS",""],"reserve":["3D","2D","2S"]}`
	if got := string(c.Document(r)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestClone changes every part of a clone and checks that the original keeps its own.
func TestClone(t *testing.T) {
	for _, text := range []string{small, down, base, aces, gaps, row} {
		r := parsed(t, text)
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 3}.Deal(r)
		if err != nil {
			t.Fatal(err)
		}
		before := string(p.Document(r))
		q := p.Clone()
		if string(q.Document(r)) != before {
			t.Errorf("%s is cloned as %s", before, q.Document(r))
		}
		piles := append([][]card.Card{q.Cells, q.Reserve, q.Stock, q.Waste, q.Accordion}, q.Sequences...)
		for i := range q.Tableau {
			piles = append(piles, q.Tableau[i].Cards)
			q.Tableau[i].Down = 0
		}
		for _, pile := range piles {
			for i := range pile {
				pile[i] = card.New(card.King, card.Diamonds)
			}
		}
		for i := range q.Foundations {
			q.Foundations[i] = 3
		}
		if after := string(p.Document(r)); after != before {
			t.Errorf("%s has become %s", before, after)
		}
	}
}

// TestAboveBase goes round the ranks from every base.
func TestAboveBase(t *testing.T) {
	r := parsed(t, `{"max rank":5}`)
	for b := card.Ace; b <= 5; b++ {
		for h := 1; h <= 5; h++ {
			c := deal.FoundationCard(r, b, card.Hearts, h)
			if c.Suit() != card.Hearts || c.Rank() > 5 || deal.AboveBase(r, b, c) != h {
				t.Errorf("base %s: card %d is %s, %d above", b, h, c, deal.AboveBase(r, b, c))
			}
		}
	}
	if h := deal.AboveBase(r, rules.RandomBase, card.New(4, card.Clubs)); h != 4 {
		t.Errorf("without a base the four is %d above it", h)
	}
}
