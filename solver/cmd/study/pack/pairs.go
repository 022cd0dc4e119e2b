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
	byGame := map[string][]*packed.Range{}
	for _, r := range ranges {
		if r.Player == "" && r.Source == "" && r.Epoch == solver.Epoch && r.Game != "" {
			byGame[r.Game] = append(byGame[r.Game], r)
		}
	}
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

// pairsPage returns the page about the pairs.
func pairsPage(all []pair) string {
	var page strings.Builder
	page.WriteString(`# Related games, deal by deal

A deal that can be won by some rules can be won by weaker ones too: with more cells, with worrying back, with a draw size that divides. So verdicts of two games on the same deals check one another. This page compares all that ` + "`docs/published/packed`" + ` has of the games that package ` + "`solver/relation`" + ` proves to be related; a contradiction would be a wrong verdict. ` + "`make packed`" + ` makes it.

`)
	var deals int64
	wrong := 0
	for _, p := range all {
		deals += p.deals
		wrong += len(p.wrong)
	}
	fmt.Fprintf(&page, "%d pairs of games, %d pairs of verdicts, **%d contradictions**. *Gained* are deals that are unwinnable in the stronger game and winnable in the weaker one.\n\n", len(all), deals, wrong)
	page.WriteString("| stronger | weaker | deals decided in both | gained | contradictions |\n| --- | --- | --: | --: | --- |\n")
	for _, p := range all {
		fmt.Fprintf(&page, "| %s | %s | %d | %.3f %% | %s |\n", p.stronger, p.weaker, p.deals, 100*float64(p.gained)/float64(p.deals), cmp.Or(strings.Join(p.wrong, ", "), "0"))
	}
	return page.String()
}
