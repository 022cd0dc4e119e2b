package player

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Hindsight asks what it would do if it knew the hidden cards: it deals them at random,
// some times over, has an engine win each of these deals, and makes the move after which
// most of them can be won. This is hindsight optimisation (Chong, Givan & Chang 2000),
// played as Bjarnason, Fern & Tadepalli, "Lower Bounding Klondike Solitaire with
// Monte-Carlo Planning" (ICAPS 2009), section 4, play Klondike, with a complete search
// in place of their greedy one.
//
// It chooses between plans rather than moves. A plan is some moves that can be taken
// back, such as turns of the stock, and one that can't: only that one decides anything.
// Plans are what can be played of the waste at each place of the stock, what can be played
// elsewhere, and what the engine begins with in each deal that it wins. All are judged
// on the same deals, those worth most to the greedy player first, until one is found that
// loses none of them.
//
// Where the stock can be turned again without end it looks through it first, which costs
// nothing.
var Hindsight = Kind{
	Name:    "hindsight",
	Summary: "deals the hidden cards at random, and plays what wins most of these deals",
	Sees:    sees(StockSeen),
	New: func(seed uint64, _ Options, e solver.Engine) Player {
		return &hindsight{random: rand.New(rand.NewPCG(seed, 3)), engine: e, fallback: Greedy.New(seed, nil, nil)}
	},
}

// What hindsight thinks about a move at most.
const (
	hindsightSamples = 12      // deals of the hidden cards
	hindsightStates  = 1_500   // to win one of them
	knownStates      = 300_000 // when nothing is hidden any more
)

type hindsight struct {
	random   *rand.Rand
	engine   solver.Engine
	plan     rest   // what is left of the plan that was chosen
	fallback Player // when nothing can be won that comes to mind
}

// plan is moves that can be taken back and one that can't, and what speaks for it.
type plan struct {
	moves []game.Move
	after uint64 // the position that it leads to, as far as that is known
	worth int    // of the last move, to the greedy player
	wins  []int  // deals that the engine won in this way
}

func (p *hindsight) Choose(ctx context.Context, t *Turn) int {
	if len(p.plan) == 0 {
		p.plan = p.think(ctx, t)
	}
	if len(p.plan) > 0 {
		return p.plan.next(t)
	}
	return p.fallback.Choose(ctx, t)
}

// think makes a plan.
func (p *hindsight) think(ctx context.Context, t *Turn) []game.Move {
	if len(t.Unseen) == 0 {
		return p.solve(ctx, t.Rules, &t.Table, knownStates)
	}
	if t.Rules.Stock.Redeals == rules.Unlimited && slices.Contains(t.Table.Stock, card.None) {
		return []game.Move{{Action: game.Draw, Count: min(len(t.Table.Stock), t.Rules.Stock.Count)}}
	}
	plans := t.plans()
	var deals []deal.Position
	for range hindsightSamples {
		dealt := t.Deal(p.random)
		if line := p.solve(ctx, t.Rules, &dealt, hindsightStates); line != nil {
			plans = t.propose(plans, line, len(deals))
			deals = append(deals, dealt)
		}
	}
	return p.best(ctx, t, plans, deals)
}

// solve wins a position, if that can be done with so many states and within the context. An
// engine that is asked after its end looks around for a moment all the same, and those who
// ask have hundreds of deals.
func (p *hindsight) solve(ctx context.Context, r *rules.Rules, position *deal.Position, states int64) []game.Move {
	if solver.StopReason(ctx) != solver.NoReason {
		return nil
	}
	problem := solver.NewProblem(*r, *position)
	result := p.engine.Solve(ctx, problem, solver.Budget{States: states, Objective: solver.FirstSolution})
	if result.Verdict != solver.Winnable {
		return nil
	}
	return problem.ToAsked(result.Solution)
}

// plans lists what can be played here, and of the waste as far as the stock is known.
func (t *Turn) plans() []plan {
	var plans []plan
	table := game.New(t.Rules, &t.Table)
	unlimited := t.Rules.Stock.Redeals == rules.Unlimited
	start := Key(t.Rules, table.Table())
	var turns []game.Move
	for {
		var next *game.Move
		for _, m := range table.Legal() {
			switch {
			case m.Action == game.Draw && known(table.Table().Stock, m.Count), m.Action == game.Redeal && unlimited:
				next = &m
			case len(turns) > 0 && m.From.Pile != game.Waste && m.Action == game.Shift, Reversible(t.Rules, table, m):
			default:
				plans = t.add(plans, table, turns, m)
			}
		}
		if next == nil {
			return plans
		}
		table.Do(*next)
		turns = append(turns, *next)
		if Key(t.Rules, table.Table()) == start || len(turns) > 2*t.Rules.DeckSize() {
			return plans
		}
	}
}

// known tells whether the cards that are turned next are known.
func known(stock []card.Card, count int) bool {
	return !slices.Contains(stock[len(stock)-count:], card.None)
}

// add adds a plan: some moves that have been made on the table, and one more. A plan that
// leads where another one does is not added, but takes its place if it is shorter.
func (t *Turn) add(plans []plan, table *game.State, turns []game.Move, m game.Move) []plan {
	sight := Observation{Rules: t.Rules, Table: *table.Table()}
	added := plan{moves: append(slices.Clone(turns), m), worth: sight.worth(m)}
	table.Do(m)
	added.after = Key(t.Rules, table.Table())
	table.Undo()
	i := slices.IndexFunc(plans, func(o plan) bool { return o.after == added.after })
	switch {
	case i < 0:
		plans = append(plans, added)
	case len(added.moves) < len(plans[i].moves):
		plans[i].moves = added.moves
	}
	return plans
}

// propose adds the plan with which a line begins that wins deal i: without the moves that
// can be taken back, if it goes without them, but for the turns of the stock.
func (t *Turn) propose(plans []plan, line []game.Move, i int) []plan {
	table := game.New(t.Rules, &t.Table)
	for n, m := range line {
		m.TurnsUp = card.None
		if t.Rules.Stock.To != rules.ToWaste && m.From.Pile == game.Stock {
			m.Cards = table.Table().Stock[len(table.Table().Stock)-1:]
		}
		if table.Check(m) != "" {
			return plans
		}
		if Reversible(t.Rules, table, m) {
			table.Do(m)
			continue
		}
		if turns, bare := t.bare(line[:n], m); bare != nil {
			plans = t.add(plans, bare, turns, m)
		} else {
			plans = t.add(plans, table, line[:n], m)
		}
		table.Do(m)
		after := Key(t.Rules, table.Table())
		for j := range plans {
			if plans[j].after == after {
				plans[j].wins = append(plans[j].wins, i)
			}
		}
		return plans
	}
	return plans
}

// bare plays the turns of the stock among moves, and gives the table if the move m can be
// made on it.
func (t *Turn) bare(moves []game.Move, m game.Move) ([]game.Move, *game.State) {
	table := game.New(t.Rules, &t.Table)
	var turns []game.Move
	for _, o := range moves {
		if o.Action == game.Shift {
			continue
		}
		if table.Check(o) != "" {
			return nil, nil
		}
		table.Do(o)
		turns = append(turns, o)
	}
	if table.Check(m) != "" || Reversible(t.Rules, table, m) {
		return nil, nil
	}
	return turns, table
}

// best is the plan after which most deals can be won.
func (p *hindsight) best(ctx context.Context, t *Turn, plans []plan, deals []deal.Position) []game.Move {
	if len(plans) == 1 {
		return plans[0].moves
	}
	slices.SortStableFunc(plans, func(a, b plan) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(len(a.moves), len(b.moves)))
	})
	var best []game.Move
	most := 0
	for _, plan := range plans {
		wins := 0
		for i := range deals {
			if wins+len(deals)-i <= most {
				break // it can't be better
			}
			if slices.Contains(plan.wins, i) || p.winsAfter(ctx, t.Rules, &deals[i], plan.moves) {
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

// winsAfter tells whether a deal can be won after some moves.
func (p *hindsight) winsAfter(ctx context.Context, r *rules.Rules, from *deal.Position, moves []game.Move) bool {
	table := game.New(r, from)
	for _, m := range moves {
		if m.From.Pile == game.Stock {
			m.Cards = table.Table().Stock[len(table.Table().Stock)-1:]
		}
		if table.Check(m) != "" {
			return false
		}
		table.Do(m)
	}
	position := table.Position()
	return table.Won() || p.solve(ctx, r, &position, hindsightStates) != nil
}
