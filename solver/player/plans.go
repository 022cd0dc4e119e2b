package player

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// plan is a sequence of reversible moves and one irreversible move.
type plan struct {
	moves []game.Move
	after uint64 // Key of the position that it leads to, as far as that is known
	value int    // of the last move, for the greedy player
	wins  []int  // deals with a solution that begins with this plan
}

// plans lists the plans for this turn: moves elsewhere on the table, and moves of the waste at
// each position of the stock, as far as its cards are known.
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
			case m.Action == game.Draw && allKnown(table.Table().Stock, m.Count), m.Action == game.Redeal && unlimited:
				next = &m
			case len(turns) > 0 && m.From.Pile != game.Waste && m.Action == game.Shift, Reversible(t.Rules, table, m):
			default:
				plans = t.addPlan(plans, table, turns, m)
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

// allKnown reports whether the next count cards of the stock are known.
func allKnown(stock []card.Card, count int) bool {
	return !slices.Contains(stock[len(stock)-count:], card.None)
}

// addPlan adds the plan of the turns that were made on the table, and a move m. If another plan
// leads to the same position, the shorter one is kept.
func (t *Turn) addPlan(plans []plan, table *game.State, turns []game.Move, m game.Move) []plan {
	sight := Observation{Rules: t.Rules, Table: *table.Table()}
	added := plan{moves: append(slices.Clone(turns), m), value: sight.value(m)}
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

// addWinningPlan adds the plan at the beginning of a line that wins deal i. Of its reversible
// moves only turns of the stock are kept, if the plan is legal without the others.
func (t *Turn) addWinningPlan(plans []plan, line []game.Move, i int) []plan {
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
		if turns, bare := t.playTurnsOnly(line[:n], m); bare != nil {
			plans = t.addPlan(plans, bare, turns, m)
		} else {
			plans = t.addPlan(plans, table, line[:n], m)
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

// playTurnsOnly plays the turns of the stock among the moves. It returns them, and the table,
// or nil if the irreversible move m is not legal then.
func (t *Turn) playTurnsOnly(moves []game.Move, m game.Move) ([]game.Move, *game.State) {
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
