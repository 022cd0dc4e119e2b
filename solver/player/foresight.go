package player

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Foresight plays every game with hidden cards as [Insight] plays Klondike. It compares plans that
// extend to the next card that is turned up, so that no decision can be put off within a plan. It
// deals the hidden cards at random several times ("guesses"), and an engine solves each guess. The
// plans are the beginnings of the solutions. A plan ends with the first move whose outcome depends
// on hidden cards: the move turns up a card, or it turns or deals an unseen stock. Such a plan is
// legal in every guess.
//
// All plans are tried on one guess after the other. A plan is dropped when it is clearly behind the
// best (a race: Maron & Moore, "Hoeffding Races", NIPS 6, 1993). Of plans with equal wins the
// shorter one is better.
//
// If the stock can be turned without limit, Foresight turns it first. When no card is hidden any
// more, Foresight plays the solution of a search.
var Foresight = Kind{
	Name:    "foresight",
	Summary: "plans up to the next card that is turned up, in any game, and plays what wins most deals of the hidden cards",
	Options: []Option{
		{Name: "guesses", Summary: "deals of the hidden cards for each plan", Least: 2, Most: 200, Default: 16},
		{Name: "states", Summary: "states searched at most to win a guess", Least: 100, Most: 1_000_000, Default: foresightStates},
		coveredOption,
	},
	Sees: coveredSees,
	New: func(seed uint64, o Options, e solver.Engine) Player {
		return &foresight{
			random: rand.New(rand.NewPCG(seed, 7)), guesses: int(o["guesses"]), states: o["states"],
			solving: hindsight{engine: e}, fallback: Greedy.New(seed, nil, nil),
		}
	},
}

// foresightStates is how many states are searched at most to win a guess, by default.
const foresightStates = 2_000

type foresight struct {
	random   *rand.Rand
	guesses  int
	states   int64 // to win a guess
	solving  hindsight
	plan     Pending // the rest of the chosen plan
	settled  bool    // nothing was hidden in the last search, and there is nothing left to plan
	fallback Player  // used when no guess is won
}

func (p *foresight) Choose(clock *solver.Clock, t *Turn) int {
	return p.plan.Choose(clock, t, p.think, p.fallback)
}

// guess is a deal of the hidden cards that can be won.
type guess struct {
	deal deal.Position
	plan int // the one at the beginning of its solution
}

// foreseen is a plan with the guesses that are won after it.
type foreseen struct {
	moves []game.Move
	after uint64 // Key of the position that it leads to, as far as that is known
	tally
}

// think returns the moves of the best plan; none if no guess is won, or nothing is left to plan.
func (p *foresight) think(clock *solver.Clock, t *Turn) []game.Move {
	if p.settled {
		return nil
	}
	if look := t.exploringTurn(); look != nil {
		return []game.Move{*look}
	}
	if t.Certain() {
		p.settled = true
		dealt := t.Deal(p.random)
		return p.solving.solve(clock, t.Rules, &dealt, knownStates)
	}
	var plans []*foreseen
	var guesses []guess
	for range p.guesses {
		dealt := t.Deal(p.random)
		line := p.solving.solve(clock, t.Rules, &dealt, p.states)
		if line == nil {
			continue
		}
		moves, after := t.foresee(line)
		i := slices.IndexFunc(plans, func(o *foreseen) bool { return o.after == after })
		switch {
		case i < 0:
			i, plans = len(plans), append(plans, &foreseen{moves: moves, after: after})
		case len(moves) < len(plans[i].moves):
			plans[i].moves = moves
		}
		guesses = append(guesses, guess{dealt, i})
	}
	if len(plans) == 0 {
		return nil
	}
	return p.race(clock, t, plans, guesses).moves
}

// foresee returns the beginning of a line up to the first move whose outcome depends on hidden
// cards, as a player makes it who does not know them, and the Key of the position after it.
func (t *Turn) foresee(line []game.Move) ([]game.Move, uint64) {
	sight := t.Observation
	table := game.New(t.Rules, &t.Table)
	for i, m := range line {
		m = sight.redact(m)
		line[i] = m
		next, known := sight.After(m)
		if table.Check(m) != "" { // it has the hidden card that it moves from the stock
			m = sight.redactAt(table, m)
		}
		table.Do(m)
		if !known {
			return line[:i+1], Key(t.Rules, table.Table())
		}
		sight = next
	}
	return line, Key(t.Rules, table.Table())
}

// race returns the plan after which most guesses are won.
func (p *foresight) race(clock *solver.Clock, t *Turn, plans []*foreseen, guesses []guess) *foreseen {
	for _, o := range plans {
		o.tally = newTally(len(guesses))
	}
	return race(plans, len(guesses), func(o *foreseen, n int) bool {
		return plans[guesses[n].plan] == o || p.solving.winsAfter(clock, t.Rules, &guesses[n].deal, o.moves, p.states)
	}, func(a, b *foreseen) int {
		return cmp.Or(cmp.Compare(a.won, b.won), cmp.Compare(len(b.moves), len(a.moves)))
	})
}
