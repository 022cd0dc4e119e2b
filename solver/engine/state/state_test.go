package state

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// position returns the state as a deal.Position.
func (s *State) position() deal.Position {
	p := deal.Position{Base: s.C.base, RedealsLeft: s.Talon.Redeals, Tableau: make([]deal.Column, len(s.Length))}
	for i := range s.Length {
		p.Tableau[i] = deal.Column{Cards: s.all(s.Column(i)), Down: int(s.Down[i])}
	}
	if s.hole != 0 {
		p.Hole = s.C.card(s.hole)
	}
	p.Cells, p.Reserve = s.all(s.Cells), s.all(s.Reserve)
	if s.C.Rules.Reserve.Stacked {
		p.Reserve = p.Reserve[:s.Piled]
	}
	p.Waste = s.all(s.Talon.Cards[:s.Talon.Waste])
	p.Stock = s.all(s.Talon.Cards[s.Talon.Waste:])
	slices.Reverse(p.Stock)
	for _, h := range s.Height {
		p.Foundations = append(p.Foundations, int(h))
	}
	return p
}

func (s *State) all(codes []Code) []card.Card {
	var cards []card.Card
	for _, x := range codes {
		c := card.None
		if x != 0 {
			c = s.C.card(x)
		}
		cards = append(cards, c)
	}
	return cards
}

// played returns the games of the catalogue that the engine plays.
func played() []rules.Game {
	return slices.DeleteFunc(rules.Games(), func(g rules.Game) bool {
		return g.Rules.Accordion.Size > 0 || g.Rules.Sequences.Count > 0 || g.Rules.Rows.Shape != rules.NoRows || g.Rules.Discards()
	})
}

// TestWalk takes random walks through every game. Each step is also made by the
// referee, whose position must be the same; the key must be that of the position laid
// out again; and undoing the walk must pass the same states backwards.
func TestWalk(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for _, g := range played() {
		for seed := range uint64(3) {
			p, err := deal.Seed{Scheme: deal.Solvitaire, Number: seed}.Deal(&g.Rules)
			if err != nil {
				t.Fatal(err)
			}
			c := Compile(&g.Rules, p.Base, Techniques{Symmetry: true})
			s := New(c, &p)
			var path []Step
			var keys []memory.Key
			for range 200 {
				s.Scan()
				steps := s.EveryStep(nil)
				if len(steps) == 0 {
					break
				}
				m := steps[random.IntN(len(steps))]
				keys = append(keys, s.Key)
				s.Do(&m)
				path = append(path, m)
				at := s.position()
				if again := New(c, &at); again.Key != s.Key {
					// A talon laid out again numbers its cards from the start.
					if g.Rules.Stock.Size == 0 {
						t.Fatalf("%s %d: after %d steps: key differs from the position's", g.Name, seed, len(path))
					}
				}
			}
			end := s.position()
			outcome := game.Replay(&g.Rules, &p, Translate(c, &p, path))
			if !outcome.Legal {
				t.Fatalf("%s %d: %s", g.Name, seed, outcome.Reason)
			}
			got, want := string(end.Document(&g.Rules)), string(outcome.Position.Document(&g.Rules))
			if got != want {
				t.Fatalf("%s %d: engine at\n%s\nreferee at\n%s", g.Name, seed, got, want)
			}
			for i := len(path) - 1; i >= 0; i-- {
				s.Undo(&path[i])
				if s.Key != keys[i] {
					t.Fatalf("%s %d: undoing step %d: wrong key", g.Name, seed, i)
				}
			}
			start := s.position()
			if got, want := string(start.Document(&g.Rules)), string(p.Document(&g.Rules)); got != want {
				t.Fatalf("%s %d: undoing the walk leads to\n%s\nwant\n%s", g.Name, seed, got, want)
			}
		}
	}
}

// TestAfter checks, on random walks through every game, that keyAfter returns the key
// that a step leads to.
func TestAfter(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, g := range played() {
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 5}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		for name, techniques := range map[string]Techniques{
			"plain": {}, "symmetry": {Symmetry: true}, "strata": {Symmetry: true, Strata: true},
			"complete": Complete, "streamlined": Streamlined,
		} {
			s := New(Compile(&g.Rules, p.Base, techniques), &p)
			for range 100 {
				s.Scan()
				steps := s.EveryStep(nil)
				if len(steps) == 0 {
					break
				}
				for _, m := range steps {
					ahead := s.KeyAfter(&m)
					s.Do(&m)
					if dealt := m.From == AtStock && m.To != AtTalon; ahead != s.Key && !dealt {
						t.Fatalf("%s, %s: step %+v: keyAfter is not the key after it", g.Name, name, m)
					}
					s.Undo(&m)
				}
				s.Do(&steps[random.IntN(len(steps))])
			}
		}
	}
}

// TestReach compares the cards available from the talon with turning card by card, for
// every size of stock, waste and draw.
func TestReach(t *testing.T) {
	for draw := 1; draw <= 5; draw++ {
		for n := 0; n <= 11; n++ {
			for waste := 0; waste <= n; waste++ {
				for _, left := range []int{0, 2, rules.Unlimited} {
					c := &Compiled{Draw: draw}
					l := talon{Cards: make([]Code, n), Waste: waste, Redeals: left}
					got := map[int]bool{}
					l.Reach(c, func(pos int, flags uint8) {
						if again, twice := got[pos]; twice {
							t.Errorf("draw %d, %d of %d in the waste: card %d offered twice (%v)", draw, waste, n, pos, again)
						}
						got[pos] = flags&redeals != 0
					})
					want := shownByTurning(n, waste, draw, left)
					if !equal(got, want) {
						t.Errorf("draw %d, %d of %d in the waste, %d redeals left: reach %v, want %v", draw, waste, n, left, got, want)
					}
				}
			}
		}
	}
}

// shownByTurning turns cards one draw at a time, through one redeal, and records which
// cards come to the top of the waste and whether they need the redeal.
func shownByTurning(n, waste, draw, left int) map[int]bool {
	shown := map[int]bool{}
	show := func(redeal bool) {
		if _, before := shown[waste-1]; waste > 0 && !before {
			shown[waste-1] = redeal
		}
	}
	show(false)
	for waste < n {
		waste = min(waste+draw, n)
		show(false)
	}
	if left != 0 {
		for waste = 0; waste < n; {
			waste = min(waste+draw, n)
			show(true)
		}
	}
	return shown
}

func equal(a, b map[int]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if w, ok := b[k]; !ok || v != w {
			return false
		}
	}
	return true
}
