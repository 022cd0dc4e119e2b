package statistics

import (
	"errors"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// spread are distributions of deals.
type spread struct {
	// sum has all deals, shipped only the deals that come with the program.
	sum, shipped stats.Spread
}

// addUp adds up distributions. Where a campaign and a shipped distribution have some of the same
// deals, only one of them counts, as with tallies. Shipped ones have no times. The caller must not change
// them.
func (g *gameCampaigns) addUp(scope stats.Scope) (spread, error) {
	s := spread{stats.NewSpread(), stats.NewSpread()}
	samples := make([]stats.Sample, 0, len(g.ours))
	for i := range g.ours {
		samples = append(samples, sample(&g.ours[i]))
	}
	if scope == stats.Pooled {
		for i := range g.shippedSpreads {
			one := &g.shippedSpreads[i]
			deals := one.Last - one.First + 1
			samples = append(samples, stats.Sample{
				Scheme: one.Scheme, Numbering: deal.Numbering(one.Scheme), First: one.First, Last: one.Last,
				Tally: stats.Tally{Unknown: deals}, // so that of equal samples the campaign's is chosen
			})
		}
	}
	counts := map[int]bool{}
	for _, i := range stats.Disjoint(samples) {
		counts[i] = true
	}
	for i := range g.ours {
		one, err := stats.ReadSpread(g.ours[i].Spread)
		if err == nil && !counts[i] {
			one = stats.Spread{States: stats.NewSpread().States, Elapsed: one.Elapsed, Length: stats.NewSpread().Length, Score: one.Score}
		}
		if err == nil {
			err = s.sum.Merge(one)
		}
		if err != nil {
			return s, fmt.Errorf("distributions of campaign %s: %w", g.ours[i].ID, err)
		}
	}
	for i := range g.shippedSpreads {
		if one := &g.shippedSpreads[i]; counts[len(g.ours)+i] {
			if err := errors.Join(s.shipped.States.Merge(one.States), s.shipped.Length.Merge(one.Length)); err != nil {
				return s, fmt.Errorf("shipped distributions of %s: %w", one.Game, err)
			}
		}
	}
	return s, s.sum.Merge(s.shipped)
}
