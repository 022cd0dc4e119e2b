package player

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Hindsight deals the hidden cards at random several times (determinisation). An engine solves each
// of these deals. Hindsight makes the move after which most of them can be won. This is hindsight
// optimisation (Chong, Givan & Chang 2000). Bjarnason, Fern & Tadepalli play Klondike in this way,
// with a greedy search ("Lower Bounding Klondike Solitaire with Monte-Carlo Planning", ICAPS 2009,
// section 4). Here the search is complete.
//
// Hindsight chooses between plans rather than moves. A plan has any number of reversible moves,
// such as turns of the stock, and ends with an irreversible one, which is the only real decision.
// There are three sorts of plans: a move from the waste at each position of the stock; a move
// elsewhere; and the first moves of the engine's solution of each deal. All plans are judged on the
// same deals, in the order of the greedy player's values. Hindsight stops at a plan that loses no
// deal.
//
// If redeals are unlimited, Hindsight first turns the whole stock, which costs nothing.
var Hindsight = Kind{
	Name:    "hindsight",
	Summary: "deals the hidden cards at random, and plays what wins most of these deals",
	Options: []Option{coveredOption},
	Sees:    coveredSees,
	New: func(seed uint64, _ Options, e solver.Engine) Player {
		return &hindsight{random: rand.New(rand.NewPCG(seed, 3)), engine: e, fallback: Greedy.New(seed, nil, nil)}
	},
}

// coveredOption says whether a player sees the cards that others cover in rows, as in TriPeaks, and
// in a reserve that is a pile, as in Canfield. The rules lay them open.
var coveredOption = Option{
	Name: "covered", Summary: "whether covered cards of rows, and of a reserve that is a pile, lie open or are hidden",
	Words: []string{"open", "hidden"},
}

func coveredSees(o Options) Information {
	if o[coveredOption.Name] == 1 {
		return CoveredHidden
	}
	return StockSeen
}

// Budgets for a move.
const (
	hindsightSamples = 12      // deals of the hidden cards
	hindsightStates  = 1_500   // states to solve one of them
	knownStates      = 300_000 // states when no card is hidden
)

type hindsight struct {
	random   *rand.Rand
	engine   solver.Engine
	plan     Pending // the rest of the chosen plan
	fallback Player  // used when no plan wins any deal
}

func (p *hindsight) Choose(clock *solver.Clock, t *Turn) int {
	return p.plan.Choose(clock, t, p.think, p.fallback)
}

// think returns the moves of the best plan.
func (p *hindsight) think(clock *solver.Clock, t *Turn) []game.Move {
	if len(t.Unseen) == 0 {
		return p.solve(clock, t.Rules, &t.Table, knownStates)
	}
	if look := t.exploringTurn(); look != nil {
		return []game.Move{*look}
	}
	plans := t.plans()
	var deals []deal.Position
	for range hindsightSamples {
		dealt := t.Deal(p.random)
		if line := p.solve(clock, t.Rules, &dealt, hindsightStates); line != nil {
			plans = t.addWinningPlan(plans, line, len(deals))
			deals = append(deals, dealt)
		}
	}
	return p.best(clock, t, plans, deals)
}

// solve returns a solution of a position; nil if there is none within the limits of states and
// time. It does not call the engine when the clock has ended: each call would still take a moment,
// and there may be hundreds.
func (p *hindsight) solve(clock *solver.Clock, r *rules.Rules, position *deal.Position, states int64) []game.Move {
	if clock.StopReason() != solver.NoReason {
		return nil
	}
	problem := solver.NewProblem(*r, *position)
	result := p.engine.Solve(clock, problem, solver.Budget{States: states, Objective: solver.FirstSolution})
	if result.Verdict != solver.Winnable {
		return nil
	}
	return problem.ToAsked(result.Solution)
}

// best returns the moves of the plan after which most deals can be won; nil if none can.
func (p *hindsight) best(clock *solver.Clock, t *Turn, plans []plan, deals []deal.Position) []game.Move {
	if len(plans) == 1 {
		return plans[0].moves
	}
	slices.SortStableFunc(plans, func(a, b plan) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(len(a.moves), len(b.moves)))
	})
	var best []game.Move
	most := 0
	for _, plan := range plans {
		wins := 0
		for i := range deals {
			if wins+len(deals)-i <= most {
				break // it can't be better any more
			}
			if slices.Contains(plan.wins, i) || p.winsAfter(clock, t.Rules, &deals[i], plan.moves, hindsightStates) {
				wins++
			}
		}
		if wins > most {
			best, most = plan.moves, wins
		}
		if most == len(deals) {
			break
		}
	}
	return best
}

// winsAfter reports whether a deal can be won after some moves, within a number of states.
func (p *hindsight) winsAfter(clock *solver.Clock, r *rules.Rules, from *deal.Position, moves []game.Move, states int64) bool {
	table := game.New(r, from)
	for _, m := range moves {
		if m.Action == game.Shift && m.From.Pile == game.Stock {
			m.Cards = table.Table().Stock[len(table.Table().Stock)-1:]
		}
		if table.Check(m) != "" {
			return false
		}
		table.Do(m)
	}
	position := table.Position()
	return table.Won() || p.solve(clock, r, &position, states) != nil
}
