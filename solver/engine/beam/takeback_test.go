package beam

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestWorryingBack takes cards back in positions of winning lines and in random positions. Each single
// move must be one that the search without it has. All of them, and what they force, must lead to the
// state that is offered, with its score.
func TestWorryingBack(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 0))
	taken := &takenBack{beam: New(memory.New(1<<22), state.Streamlined, All)}
	for _, name := range []string{"gargantua", "double-klondike", "thieves-of-egypt", "big-harp", "ultra-klondike-2-deck"} {
		for _, seed := range []string{"7384", "7383", "7382"} {
			p := enginetest.Numbered(t, name, "solvitaire:"+seed)
			r := p.Rules()
			line := taken.beam.Solve(nil, p, solver.Budget{States: 20_000}).Solution
			position := p.Position()
			table := game.New(r, &position)
			for _, m := range line {
				if random.IntN(4) == 0 {
					taken.check(t, solver.NewProblem(*r, table.Position()))
				}
				table.Do(m)
			}
			for range 40 {
				if position, ok := enginetest.DrawPosition(t, random, r); ok {
					taken.check(t, solver.NewProblem(*r, position))
				}
			}
		}
	}
	t.Logf("states reached with 0, 1, 2 … cards taken back: %v; first ones %d into spaces and %d onto cards", taken.cards, taken.intoSpace, taken.ontoCard)
	if slices.Min(taken.cards[1:]) < 10 || taken.intoSpace < 100 || taken.ontoCard < 100 {
		t.Error("too few")
	}
}

// takenBack checks and counts cards that are taken back.
type takenBack struct {
	beam                *Engine
	cards               [maxBack + 1]int
	intoSpace, ontoCard int
}

// check takes cards back in a position, after what it forces.
func (b *takenBack) check(t *testing.T, p *solver.Problem) {
	if !takesBack(p.Rules(), state.Streamlined) {
		t.Fatalf("nothing is taken back: %s", p.Text())
	}
	e, at := b.beam, p.Position()
	words, stack := e.arena.Take()
	defer e.arena.Done(len(words))
	e.begin(p.Rules(), &at, true)
	f := newBeam(nil, e, rung{width: 50, up: true, takesBack: true}, weightsFor(p.Rules()), words, stack)
	f.forget()
	f.tooBad.offered, f.used = math.MaxInt32, 1
	f.scorer.begin(f.State)
	before := f.State.Key
	if f.takeBack(0, 0); f.won {
		return // the path is that of the win
	}
	if f.State.Key != before || len(f.Path) > 0 {
		t.Fatalf("taking cards back is not undone: %s", p.Text())
	}
	plain := state.Compile(p.Rules(), at.Base, state.Techniques{Symmetry: true, Strata: e.State.C.Techniques.Strata})
	for _, o := range f.offered[:f.offers] {
		single := state.New(plain, &at)
		for _, m := range e.opening {
			single.Do(&m)
		}
		b.follow(t, f, single, &o, p)
	}
}

// follow makes an offer in a plain state and compares.
func (b *takenBack) follow(t *testing.T, f *beam, single *state.State, o *offer, p *solver.Problem) {
	var list []state.Step
	o.taken.each(o.m.J, func(m state.Step) { list = append(list, m) })
	n := len(list)
	b.cards[n]++
	if single.Length[o.m.J] == 0 {
		b.intoSpace++
	} else {
		b.ontoCard++
	}
	list = append(list, o.m)
	if o.m.Flags&state.ThenUp != 0 {
		list[n].Flags, list[n].Pos = 0, 0
		list = append(list, state.Step{From: state.AtColumn, I: o.m.I, To: state.AtFoundation, J: o.m.Pos, N: 1})
	}
	for _, m := range list {
		if single.Scan(); !leads(single, m) {
			t.Fatalf("%+v of %+v is no move: %s", m, *o, p.Text())
		}
		single.Do(&m)
	}
	f.reach(o)
	for _, m := range f.Path[n+1:] {
		single.Do(&m)
	}
	if score := f.scorer.afresh(f.State); single.Key != f.State.Key || score != o.score {
		t.Fatalf("%+v leads elsewhere, or to the score %d: %s", *o, score, p.Text())
	}
	f.BackTo(0)
}

// TestWorryingBackEnds gives beams a position without a move: eight kings, the five of clubs, and all other
// cards in the waste, the seven of hearts on top. Beams that take cards back must not begin again and again.
func TestWorryingBackEnds(t *testing.T) {
	r := enginetest.Numbered(t, "gargantua", "solvitaire:1").Rules()
	at := deal.Position{Base: card.Ace, Tableau: make([]deal.Column, 9), Foundations: make([]int, 2*card.Suits)}
	left := card.Deck(r.MaxRank, r.Decks, r.Suits)
	take := func(x card.Card) []card.Card {
		i := slices.Index(left, x)
		left = slices.Delete(left, i, i+1)
		return []card.Card{x}
	}
	for i := range 8 {
		at.Tableau[i].Cards = take(card.New(card.King, card.Suit(i/2)))
	}
	at.Tableau[8].Cards = take(card.New(5, card.Clubs))
	top := take(card.New(7, card.Hearts))
	at.Waste = append(left, top...)
	p := solver.NewProblem(*r, at)
	for _, part := range []Part{All, First, Later} {
		got := New(memory.New(1<<20), state.Streamlined, part).Solve(nil, p, solver.Budget{States: 2000})
		if got.Verdict != solver.Unknown || got.Reason != solver.NoReason || got.States != 0 {
			t.Errorf("%s %s after %d states", got.Verdict, got.Reason, got.States)
		}
	}
}

// leads reports whether one of the steps out of a state leadsThere to where m leadsThere.
func leads(s *state.State, m state.Step) bool {
	to := s.KeyAfter(&m)
	for _, other := range s.EveryStep(nil) {
		if s.KeyAfter(&other) == to {
			return true
		}
	}
	return false
}
