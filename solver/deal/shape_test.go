package deal_test

import (
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// TestColumns has the deals that are neither rows nor triangles: how many cards each
// column has, and how many of them lie face down.
func TestColumns(t *testing.T) {
	for _, test := range []struct {
		game        string
		sizes, down []int
		stock       int
	}{
		{"yukon", []int{1, 6, 7, 8, 9, 10, 11}, []int{0, 1, 2, 3, 4, 5, 6}, 0},
		{"russian-solitaire", []int{1, 6, 7, 8, 9, 10, 11}, []int{0, 1, 2, 3, 4, 5, 6}, 0},
		{"scorpion", []int{7, 7, 7, 7, 7, 7, 7}, []int{3, 3, 3, 3, 0, 0, 0}, 3},
		{"wasp", []int{7, 7, 7, 7, 7, 7, 7}, []int{3, 3, 3, 3, 0, 0, 0}, 3},
	} {
		p := dealt(t, test.game, "solvitaire:1")
		var sizes, down []int
		for _, c := range p.Tableau {
			sizes, down = append(sizes, len(c.Cards)), append(down, c.Down)
		}
		if !slices.Equal(sizes, test.sizes) || !slices.Equal(down, test.down) || len(p.Stock) != test.stock {
			t.Errorf("%s: columns of %d cards, %d of them face down, and %d in the stock", test.game, sizes, down, len(p.Stock))
		}
	}
}

// TestKings finds the kings of Baker's Dozen under the other cards of their columns, and
// both in the order in which they were dealt.
func TestKings(t *testing.T) {
	plain := parsed(t, `{"tableau piles":{"count":13,"spaces policy":"no-build"}}`)
	moved := 0
	for n := range uint64(50) {
		p := dealt(t, "bakers-dozen", deal.Seed{Scheme: deal.Solvitaire, Number: n}.String())
		as, err := deal.Seed{Scheme: deal.Solvitaire, Number: n}.Deal(plain)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range as.Tableau {
			var kings, others []card.Card
			for _, x := range c.Cards {
				if x.Rank() == card.King {
					kings = append(kings, x)
				} else {
					others = append(others, x)
				}
			}
			if want := slices.Concat(kings, others); !slices.Equal(p.Tableau[i].Cards, want) {
				t.Errorf("deal %d: column %d is %v; want %v", n, i+1, p.Tableau[i].Cards, want)
			} else if !slices.Equal(want, c.Cards) {
				moved++
			}
		}
	}
	if moved == 0 {
		t.Error("no king was moved")
	}
}

// TestBeak finds the first card dealt in Penguin deepest in the first column, and the
// other three of its rank on their foundations. A document with only the columns is the
// same deal.
func TestBeak(t *testing.T) {
	r := lookup(t, "penguin")
	bases := map[card.Rank]bool{}
	for n := range uint64(60) {
		p := dealt(t, "penguin", deal.Seed{Scheme: deal.Solvitaire, Number: n}.String())
		beak := p.Tableau[0].Cards[0]
		bases[beak.Rank()] = true
		want := []int{1, 1, 1, 1}
		want[beak.Suit()] = 0
		if p.Base != beak.Rank() || !slices.Equal(p.Foundations, want) {
			t.Errorf("deal %d: under %s the base is %s, and %d cards lie on the foundations", n, beak, p.Base, p.Foundations)
		}
		columns := `{"tableau piles":[`
		for i, c := range p.Tableau {
			if i > 0 {
				columns += ","
			}
			for j, x := range c.Cards {
				columns += map[bool]string{true: `["`, false: `","`}[j == 0] + x.String()
			}
			columns += `"]`
		}
		back, err := deal.Parse([]byte(columns+"]}"), r)
		if err != nil || string(back.Document(r)) != string(p.Document(r)) {
			t.Errorf("deal %d reads back as %s, %v", n, back.Document(r), err)
		}
	}
	if len(bases) < 10 {
		t.Errorf("only %d different bases", len(bases))
	}
}

// TestKingsOfShortDecks sinks the last cards of the foundations, whatever their rank.
func TestKingsOfShortDecks(t *testing.T) {
	for base, king := range map[string]card.Rank{"A": 5, "3": 2} {
		r := parsed(t, `{"max rank":5,"tableau piles":{"count":2,"kings to the bottom":true},"foundations":{"base card":"`+base+`"}}`)
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(r)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range p.Tableau {
			kings := 0
			for j, x := range c.Cards {
				if x.Rank() == king {
					kings++
					if j >= kings {
						t.Errorf("base %s: in column %d %s lies on another card: %v", base, i+1, x, c.Cards)
					}
				}
			}
		}
	}
}
