package player

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/nested"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// Bjarnason searches a deal by multistage nested rollouts before its first move (Bjarnason,
// Tadepalli & Fern 2007; package nested). Then it plays the winning line that it found, or else
// the line of its outermost rollout. It uses no random numbers.
var Bjarnason = Kind{
	Name:    "bjarnason",
	Summary: "nested rollouts with heuristics for the opening and the end, and every card known (Bjarnason, Tadepalli & Fern 2007)",
	Options: []Option{
		{Name: "n", Summary: "level of the rollouts, with heuristic H2 alone", Least: 0, Most: nested.MostLevel, Default: nested.None},
		{Name: "n0", Summary: "level of the rollouts with the first of two heuristics, H1", Least: 0, Most: nested.MostLevel, Default: 1},
		{Name: "n1", Summary: "level of the rollouts with the second of two heuristics, H2", Least: 0, Most: nested.MostLevel, Default: 1},
		{Name: "states", Summary: "states searched at most; unlimited by default", Least: 1, Most: 1 << 40},
	},
	Sees: alwaysSees(Thoughtful),
	Check: func(o Options) (option, detail string) {
		if o["n"] != nested.None && (o["n0"] != 1 || o["n1"] != 1) {
			return "n", "can't be combined with n0 or n1"
		}
		return "", ""
	},
	Plays:      nested.Plays,
	Unreadable: simulate.Refusal,
	New: func(_ uint64, o Options, _ solver.Engine) Player {
		p := &bjarnason{levels: nested.Levels{int(o["n0"]), int(o["n1"])}, states: o["states"]}
		if n := o["n"]; n != nested.None {
			p.levels = nested.Levels{nested.None, int(n)}
		}
		return p
	},
}

type bjarnason struct {
	levels   nested.Levels
	states   int64
	plan     pending // the rest of the line
	searched bool
}

func (p *bjarnason) Choose(clock *solver.Clock, t *Turn) int {
	return p.plan.choose(clock, t, p.search, nil)
}

// search returns the line of the search; none if that was made before.
func (p *bjarnason) search(clock *solver.Clock, t *Turn) []game.Move {
	b, ok := simulate.Read(&t.Table)
	if p.searched || !ok || !nested.Plays(t.Rules) {
		return nil
	}
	p.searched = true
	return nested.New(simulate.NewGame(t.Rules)).Run(clock, &b, p.levels, p.states).Line
}
