package pack

import (
	"fmt"
	"maps"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// others is what this program and another solver decided of the same deals.
type others struct {
	deals  int64
	games  map[string]bool
	wrong  []string // deals with two verdicts
	source map[string]bool
}

// compareOthers compares our verdicts with those of other solvers.
func compareOthers(ranges []*packed.Range) others {
	found := others{games: map[string]bool{}, source: map[string]bool{}}
	byGame := ours(ranges)
	for _, r := range ranges {
		if r.Source == "" || r.Player != "" {
			continue
		}
		for _, mine := range byGame[r.Game] {
			if mine.Scheme != r.Scheme || mine.Rules != r.Rules {
				continue
			}
			for seed := max(mine.First, r.First); seed <= min(mine.Last(), r.Last()); seed++ {
				a, b := mine.At(seed), r.At(seed)
				if !a.Proven() || !b.Proven() {
					continue
				}
				found.deals++
				found.games[r.Game], found.source[r.Source] = true, true
				if a != b {
					found.wrong = append(found.wrong, fmt.Sprintf("%s %s:%d: %s, %s by %s", r.Game, r.Scheme, seed, a, b, r.Source))
				}
			}
		}
	}
	return found
}

// sources returns the names of the other solvers.
func (o *others) sources() []string { return slices.Sorted(maps.Keys(o.source)) }
