package player

import (
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestForesightWins plays all orders of a few hidden cards, and compares the games won with the
// most that any play wins, by brute force. No player that does not see the cards can win more, and
// this one wins nearly as many.
func TestForesightWins(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	engine := portfolio.New(1 << 24)
	most, compared, plain := 0, 0, 0
	won := map[string]int{}
	players := map[string]func() Player{
		"player": func() Player { return Foresight.New(1, Foresight.Defaults(), engine) },
		"advice": func() Player { return &following{engine: engine} },
	}
	enough := 120
	if testing.Short() {
		enough = 20
	}
	for compared < enough {
		r, from := enginetest.Draw(t, random, enginetest.Klondike)
		for i := range from.Tableau {
			if c := &from.Tableau[i]; len(c.Cards) > 1 {
				c.Down = random.IntN(len(c.Cards))
			}
		}
		s := newObservation(&r, &from, StockSeen, false)
		if len(from.Stock) > 0 || r.DeckSize()-score(&r, &from) > fewCards || len(s.Unseen) < 2 || len(s.Unseen) > 3 {
			continue
		}
		left := 150
		want, ok := chances(&r, &s.Table, s.Unseen, &left)
		if !ok {
			continue
		}
		all := permutations(s.Unseen, insightExact)
		if want == 0 || want == len(all) {
			if plain > enough/4 {
				continue // enough of these
			}
			plain++
		}
		for name, player := range players {
			got := 0
			for _, order := range all {
				dealt := s.Table.Clone()
				for _, c := range dealt.Tableau {
					for k := range c.Cards {
						if c.Cards[k] == card.None {
							c.Cards[k], order = order[0], order[1:]
						}
					}
				}
				if Play(nil, StockSeen, player(), &r, &dealt).Won {
					got++
				}
			}
			if got > want {
				t.Errorf("%s: %d of %d orders won, by brute force at most %d: %s", name, got, len(all), want, from.Document(&r))
			}
			won[name] += got
		}
		most, compared = most+want, compared+1
	}
	t.Logf("%d positions, %d where all or no orders can be won; %v orders won, the best play wins %d", compared, plain, won, most)
	for name := range players {
		if won[name]*100 < most*95 {
			t.Errorf("%s: too few orders won", name)
		}
	}
}

// following is a player that follows the plans of [ForesightAdvisor].
type following struct {
	engine solver.Engine
	plan   Pending
}

func (p *following) Choose(clock *solver.Clock, t *Turn) int {
	return p.plan.Choose(clock, t, func(clock *solver.Clock, t *Turn) []game.Move {
		return ForesightAdvisor.Evaluate(clock, &t.Observation, nil, 16, rand.New(rand.NewPCG(1, 1)), p.engine)[0].Plan
	}, nil)
}

// TestForesee checks that plans end with the first move whose outcome depends on hidden cards,
// and that they are legal whatever these cards are.
func TestForesee(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	engine := hindsight{engine: portfolio.New(1 << 24)}
	for _, test := range []struct {
		name string
		sees Information
	}{
		{"yukon", StockSeen},
		{"east-haven", StockSeen},
		{"canfield", StockSeen},
		{"tripeaks", StockSeen},
		{"pyramid", StockSeen},
		{"klondike-draw-3-passes-3", StockSeen},
		{"canfield", CoveredHidden},
		{"tripeaks", CoveredHidden},
		{"pyramid", CoveredHidden},
	} {
		name := test.name
		r, from := Dealt(t, name, 3)
		turn := &Turn{Observation: newObservation(r, &from, test.sees, false)}
		plans, reveals := 0, 0
		for range 30 {
			guess := turn.Deal(random)
			line := engine.solve(nil, r, &guess, 5_000)
			if line == nil {
				continue
			}
			plans++
			moves, _ := turn.foresee(line)
			sight := turn.Observation
			for i, m := range moves {
				next, known := sight.After(m)
				if known {
					sight = next
				} else if reveals++; i < len(moves)-1 {
					t.Fatalf("%s: move %d of %d depends on hidden cards", name, i+1, len(moves))
				}
			}
			other := turn.Deal(random)
			table := game.New(r, &other)
			for _, m := range moves {
				if m.From.Pile == game.Stock && m.Action == game.Shift {
					m.Cards = table.Table().Stock[len(table.Table().Stock)-1:]
				}
				if why := table.Check(m); why != "" {
					t.Fatalf("%s: %v is illegal with other hidden cards: %s", name, m, why)
				}
				table.Do(m)
			}
		}
		if plans < 3 || reveals != plans {
			t.Errorf("%s: %d plans, %d of them turn up a card", name, plans, reveals)
		}
	}
}

// TestForesightDrops has a race between a plan that wins all guesses and one that wins none, which
// is not tried to the end.
func TestForesightDrops(t *testing.T) {
	r, from := Dealt(t, "yukon", 1)
	sees := newObservation(r, &from, StockSeen, false)
	p := Foresight.New(1, Foresight.Defaults(), never{}).(*foresight)
	plans := []*foreseen{{moves: make([]game.Move, 1)}, {moves: make([]game.Move, 2)}}
	var guesses []guess
	for range 10 {
		guesses = append(guesses, guess{deal: from, plan: 1})
	}
	if best := p.race(nil, &Turn{Observation: sees}, plans, guesses); best != plans[1] || plans[0].won != 0 || plans[1].won >= len(guesses) {
		t.Errorf("%d of %d games won after the plan, %d after the other", plans[1].won, len(guesses), plans[0].won)
	}
}

// never is an engine that finds nothing.
type never struct{}

func (never) Solve(*solver.Clock, *solver.Problem, solver.Budget) solver.Result {
	return solver.Result{}
}
