package papers

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// Bjarnason searches a deal by multistage nested rollouts before its first move (Bjarnason,
// Tadepalli & Fern 2007). Then it plays the winning line that it found, or else
// the line of its outermost rollout. It uses no random numbers.
var Bjarnason = player.Kind{
	Name:    "bjarnason",
	Summary: "nested rollouts with heuristics for the opening and the end, and every card known (Bjarnason, Tadepalli & Fern 2007)",
	Options: []player.Option{
		{Name: "n", Summary: "level of the rollouts, with heuristic H2 alone", Least: 0, Most: mostLevel, Default: noRollouts},
		{Name: "n0", Summary: "level of the rollouts with the first of two heuristics, H1", Least: 0, Most: mostLevel, Default: 1},
		{Name: "n1", Summary: "level of the rollouts with the second of two heuristics, H2", Least: 0, Most: mostLevel, Default: 1},
		{Name: "states", Summary: "states searched at most; unlimited by default", Least: 1, Most: 1 << 40},
	},
	Sees: player.AlwaysSees(player.Thoughtful),
	Check: func(o player.Options) (option, detail string) {
		if o["n"] != noRollouts && (o["n0"] != 1 || o["n1"] != 1) {
			return "n", "can't be combined with n0 or n1"
		}
		return "", ""
	},
	Plays:      bjarnasonPlays,
	Unreadable: Refusal,
	New: func(_ uint64, o player.Options, _ solver.Engine) player.Player {
		p := &bjarnason{levels: rolloutLevels{int(o["n0"]), int(o["n1"])}, states: o["states"]}
		if n := o["n"]; n != noRollouts {
			p.levels = rolloutLevels{noRollouts, int(n)}
		}
		return p
	},
}

type bjarnason struct {
	levels   rolloutLevels
	states   int64
	plan     player.Pending // the rest of the line
	searched bool
}

func (p *bjarnason) Choose(clock *solver.Clock, t *player.Turn) int {
	return p.plan.Choose(clock, t, p.search, nil)
}

// search returns the line of the search; none if that was made before.
func (p *bjarnason) search(clock *solver.Clock, t *player.Turn) []game.Move {
	b, ok := Read(&t.Table)
	if p.searched || !ok || !bjarnasonPlays(t.Rules) {
		return nil
	}
	p.searched = true
	return newRolloutSearch(NewGame(t.Rules)).run(clock, &b, p.levels, p.states).Line
}
