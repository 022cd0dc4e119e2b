package state

import (
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestSupermoves makes the supermoves of random walks card by card. Each single move must be one that
// the search without supermoves has, and all of them must lead to the state that the supermove leads to.
func TestSupermoves(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	moves, withCells, withSpaces := 0, 0, 0
	for range 3000 {
		r, position := enginetest.Draw(t, random, enginetest.Columns)
		p := solver.NewProblem(r, position)
		at := p.Position()
		c := Compile(p.Rules(), at.Base, Techniques{Symmetry: true, Supermoves: true})
		plain := Compile(p.Rules(), at.Base, Techniques{Symmetry: true})
		if !c.supermoves {
			continue
		}
		s := New(c, &at)
		single := New(plain, &at) // takes the same walk card by card
		for range 30 {
			s.Scan()
			steps := s.EveryStep(nil)
			if len(steps) == 0 {
				break
			}
			var groups []Step
			for _, m := range steps {
				if c.isSupermove(&m) {
					groups = append(groups, m)
				}
			}
			m := steps[random.IntN(len(steps))]
			if len(groups) > 0 {
				m = groups[random.IntN(len(groups))]
			}
			list := []Step{m}
			if c.isSupermove(&m) {
				list = s.singles(nil, m)
				moves++
				switch list[0].To {
				case AtCell:
					withCells++
				case AtColumn:
					withSpaces++
				}
			}
			s.Do(&m)
			for _, one := range list {
				single.Scan()
				if !leads(single, one) {
					t.Fatalf("%+v of %+v is no move: %s", one, m, p.Text())
				}
				single.Do(&one)
			}
			if s.Key != single.Key {
				t.Fatalf("%+v leads elsewhere, card by card: %s", m, p.Text())
			}
		}
	}
	if withCells < 100 || withSpaces < 10 {
		t.Errorf("of %d supermoves %d use cells and %d spaces", moves, withCells, withSpaces)
	}
}

// TestSupermoveLength tries groups of every length with up to three empty columns, onto a card and
// into one of the empty columns.
func TestSupermoveLength(t *testing.T) {
	g, _ := rules.Lookup("forty-thieves")
	c := Compile(&g.Rules, card.Ace, Techniques{Symmetry: true, Supermoves: true})
	plain := Compile(&g.Rules, card.Ace, Techniques{Symmetry: true})
	for spaces := range 4 {
		for n := 2; n < int(card.King); n++ {
			at := deal.Position{Tableau: make([]deal.Column, g.Rules.Tableau.Count), Foundations: make([]int, 2*card.Suits)}
			columns := at.Tableau
			columns[0].Cards = []card.Card{card.New(card.King, card.Hearts)} // under the group
			for rank := n; rank > 0; rank-- {
				columns[0].Cards = append(columns[0].Cards, card.New(card.Rank(rank), card.Spades))
			}
			columns[1].Cards = []card.Card{card.New(card.Rank(n+1), card.Spades)}
			for i := range columns[2+spaces:] {
				columns[2+spaces+i].Cards = []card.Card{card.New(card.Rank(2*i+1), card.Clubs)}
			}
			s := New(c, &at)
			s.Scan()
			onto, into := 0, 0
			for _, m := range s.EveryStep(nil) {
				if !c.isSupermove(&m) {
					continue
				}
				single := New(plain, &at)
				for _, one := range s.singles(nil, m) {
					single.Scan()
					if !leads(single, one) {
						t.Fatalf("%d spaces: %+v of %+v is no move", spaces, one, m)
					}
					single.Do(&one)
				}
				if m.J == 1 {
					onto = int(m.N)
				} else {
					into = max(into, int(m.N))
				}
				s.Do(&m)
				if s.Key != single.Key {
					t.Fatalf("%d spaces: %+v leads elsewhere, card by card", spaces, m)
				}
				s.Undo(&m)
			}
			wantOnto, wantInto := 0, min(n, 1<<spaces/2)
			if n <= 1<<spaces {
				wantOnto = n
			}
			if wantInto == 1 {
				wantInto = 0
			}
			if onto != wantOnto || into != wantInto {
				t.Errorf("%d spaces: of a group of %d, %d move onto a card and %d into a space, want %d and %d", spaces, n, onto, into, wantOnto, wantInto)
			}
		}
	}
}

// leads reports whether one of the steps out of a state leads to where m leads.
func leads(s *State, m Step) bool {
	to := s.KeyAfter(&m)
	for _, other := range s.EveryStep(nil) {
		if s.KeyAfter(&other) == to {
			return true
		}
	}
	return false
}
