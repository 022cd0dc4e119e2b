package statistics

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// shelf is a store in memory, of campaigns that have ended.
type shelf struct {
	campaigns []campaign.Campaign
	results   map[string][]campaign.Result // by campaign, in the order of seeds

	listed, paired, disputed int           // how often each was asked for
	slow                     time.Duration // that reading results takes
	down                     error
}

// add adds a campaign with results of a game's deals, and fills in what the store would.
func (s *shelf) add(t *testing.T, c campaign.Campaign, game string, results []campaign.Result) *campaign.Campaign {
	t.Helper()
	g, known := rules.Lookup(game)
	if !known {
		t.Fatalf("unknown game %q", game)
	}
	slices.SortFunc(results, func(a, b campaign.Result) int { return cmp.Compare(a.Seed, b.Seed) })
	c.Number = int64(len(s.campaigns) + 1)
	c.ID, c.Game, c.Rules = fmt.Sprintf("campaign-%d", c.Number), g.Name, g.Rules
	c.Scheme, c.Epoch, c.Version, c.State = cmp.Or(c.Scheme, "solvitaire"), cmp.Or(c.Epoch, solver.Epoch), 1, campaign.Done
	spread := stats.NewSpread()
	for _, r := range results {
		switch {
		case c.PlayedBy != "" && r.Won:
			c.Tally.Won++
		case c.PlayedBy != "":
			c.Tally.Lost++
		case r.Verdict == solver.Winnable:
			c.Tally.Winnable++
		case r.Verdict == solver.Unwinnable:
			c.Tally.Unwinnable++
		default:
			c.Tally.Unknown++
		}
		spread.Add(r.Deal(c.PlayedBy != ""))
	}
	var err error
	if c.Spread, err = spread.MergeInto(nil); err != nil {
		t.Fatal(err)
	}
	if len(results) > 0 {
		c.First, c.Last = results[0].Seed, results[len(results)-1].Seed
	}
	c.Next = c.Last + 1
	s.campaigns = append(s.campaigns, c)
	if s.results == nil {
		s.results = map[string][]campaign.Result{}
	}
	s.results[c.ID] = results
	return &s.campaigns[len(s.campaigns)-1]
}

func (s *shelf) Campaigns(context.Context, campaign.Filter) ([]campaign.Campaign, error) {
	s.listed++
	list := slices.Clone(s.campaigns)
	slices.Reverse(list)
	return list, s.down
}

func (s *shelf) Decided(_ context.Context, of store.RulesDigest) (int64, error) {
	by := map[int64]map[string]bool{} // sources by seed
	for i := range s.campaigns {
		c := &s.campaigns[i]
		if store.DigestOf(&c.Rules) != of || c.PlayedBy != "" || old(c) {
			continue
		}
		for _, r := range s.results[c.ID] {
			if r.Verdict != solver.Unknown {
				if by[r.Seed] == nil {
					by[r.Seed] = map[string]bool{}
				}
				by[r.Seed][strings.TrimPrefix(c.Source, campaign.Ours)] = true
			}
		}
	}
	n := int64(0)
	for _, sources := range by {
		if len(sources) > 1 {
			n++
		}
	}
	return n, s.down
}

// verdicts returns the verdicts of a game's deals by seed.
func (s *shelf) verdicts(of store.RulesDigest, scheme string, wanted func(*campaign.Campaign) bool) map[int64][]solver.Verdict {
	found := map[int64][]solver.Verdict{}
	for i := range s.campaigns {
		c := &s.campaigns[i]
		if store.DigestOf(&c.Rules) != of || c.Scheme != scheme || c.PlayedBy != "" || !wanted(c) {
			continue
		}
		for _, r := range s.results[c.ID] {
			found[r.Seed] = append(found[r.Seed], r.Verdict)
		}
	}
	return found
}

func (s *shelf) Pairs(ctx context.Context, first, second store.RulesDigest, scheme string) (map[[2]solver.Verdict]int64, error) {
	s.paired++
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	own := func(c *campaign.Campaign) bool { return isOurs(c.Source) && !old(c) }
	// Of several verdicts on a deal one that is proven counts.
	best := func(v []solver.Verdict) solver.Verdict {
		for _, verdict := range v {
			if verdict != solver.Unknown {
				return verdict
			}
		}
		return solver.Unknown
	}
	counts := map[[2]solver.Verdict]int64{}
	other := s.verdicts(second, scheme, own)
	for seed, v := range s.verdicts(first, scheme, own) {
		if w := other[seed]; w != nil {
			counts[[2]solver.Verdict{best(v), best(w)}]++
		}
	}
	return counts, s.down
}

func (s *shelf) Contradictions(ctx context.Context, of store.RulesDigest, most int) ([]stats.Contradiction, error) {
	s.disputed++
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	var list []stats.Contradiction
	all := s.verdicts(of, "solvitaire", func(*campaign.Campaign) bool { return true })
	for seed, v := range all {
		if slices.Contains(v, solver.Winnable) && slices.Contains(v, solver.Unwinnable) && len(list) < most {
			list = append(list, stats.Contradiction{Seed: fmt.Sprintf("solvitaire:%d", seed), Winnable: "another"})
		}
	}
	return list, s.down
}

func (s *shelf) Results(_ context.Context, id string, from int64, most int) ([]campaign.Result, error) {
	list := s.results[id]
	for len(list) > 0 && list[0].Seed < from {
		list = list[1:]
	}
	return list[:min(most, len(list))], s.down
}

func (s *shelf) wait(ctx context.Context) error {
	if s.slow == 0 {
		return nil
	}
	timer := time.NewTimer(s.slow)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
