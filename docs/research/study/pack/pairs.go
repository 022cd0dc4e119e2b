package pack

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// pair is two games of which every deal that is won under the stronger one's rules is won under the
// weaker one's too.
type pair struct {
	stronger, weaker string
	deals            int64 // that are decided in both
	gained           int64 // of them winnable in the weaker game only
	wrong            []string
}

// pairs compares the verdicts of all related games, deal by deal. A deal that is winnable in the
// stronger game and unwinnable in the weaker one has a wrong verdict.
func pairs(ranges []*packed.Range) []pair {
	byGame := ours(ranges)
	var all []pair
	for stronger, of := range byGame {
		for weaker, than := range byGame {
			a, _ := rules.Lookup(stronger)
			b, _ := rules.Lookup(weaker)
			if stronger == weaker || !relation.Stronger(&a.Rules, &b.Rules) {
				continue
			}
			p := pair{stronger: stronger, weaker: weaker}
			for _, r := range of {
				for _, s := range than {
					if r.Scheme == s.Scheme {
						p.compare(r, s)
					}
				}
			}
			if p.deals > 0 {
				all = append(all, p)
			}
		}
	}
	slices.SortFunc(all, func(a, b pair) int {
		return cmp.Or(strings.Compare(a.stronger, b.stronger), strings.Compare(a.weaker, b.weaker))
	})
	return all
}

// ours returns this program's ranges of the current epoch by game.
func ours(ranges []*packed.Range) map[string][]*packed.Range {
	byGame := map[string][]*packed.Range{}
	for _, r := range ranges {
		if r.Player == "" && r.Source == "" && r.Epoch == solver.Epoch && r.Game != "" {
			byGame[r.Game] = append(byGame[r.Game], r)
		}
	}
	return byGame
}

// compare compares the deals that both ranges have.
func (p *pair) compare(stronger, weaker *packed.Range) {
	for seed := max(stronger.First, weaker.First); seed <= min(stronger.Last(), weaker.Last()); seed++ {
		a, b := stronger.At(seed), weaker.At(seed)
		if !a.Proven() || !b.Proven() {
			continue
		}
		p.deals++
		switch {
		case a == packed.Unwinnable && b == packed.Winnable:
			p.gained++
		case a == packed.Winnable && b == packed.Unwinnable:
			p.wrong = append(p.wrong, fmt.Sprintf("%s:%d", stronger.Scheme, seed))
		}
	}
}
