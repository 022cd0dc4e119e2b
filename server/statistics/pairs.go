package statistics

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Compare compares two games by the deals that were solved in both. If one game has weaker rules, it
// comes first. If the context ends, Compare returns an earlier count, if there is one, with the
// context's error.
func (s *Statistics) Compare(ctx context.Context, first, second string) (stats.Comparison, error) {
	all, err := s.load(ctx)
	if err != nil {
		return stats.Comparison{}, err
	}
	a, _ := rules.Lookup(first)
	b, _ := rules.Lookup(second)
	if relation.Stronger(&a.Rules, &b.Rules) {
		a, b = b, a
	}
	return s.compare(ctx, all, a, b)
}

func (s *Statistics) compare(ctx context.Context, all *counted, first, second rules.Game) (stats.Comparison, error) {
	c := stats.Comparison{First: first.Name, Second: second.Name, Weaker: relation.Stronger(&second.Rules, &first.Rules)}
	a, b := all.of(&first.Rules), all.of(&second.Rules)
	schemes := shared(a, b)
	if len(schemes) == 0 {
		c.Counted = true
		return c, nil
	}
	key := [2]store.RulesDigest{store.DigestOf(&first.Rules), store.DigestOf(&second.Rules)}
	var err error
	c.Paired, c.Counted, err = s.pairs.get(ctx, s.life, key, a.version+"/ "+b.version, func(ctx context.Context) (stats.Paired, error) {
		var p stats.Paired
		return p, s.oneAtATime(ctx, func(ctx context.Context) error {
			for _, scheme := range schemes {
				counts, err := s.store.Pairs(ctx, key[0], key[1], scheme)
				if err != nil {
					return fmt.Errorf("comparing %s and %s: %w", first.Name, second.Name, err)
				}
				for verdicts, n := range counts {
					p[outcome(verdicts[0])][outcome(verdicts[1])] += n
				}
			}
			return nil
		})
	})
	return c, err
}

// shared returns the schemes of seeds that campaigns of both games solved.
func shared(a, b *gameCampaigns) []string {
	schemes := map[string]bool{}
	for i := range a.ours {
		for j := range b.ours {
			if a.ours[i].Scheme == b.ours[j].Scheme {
				schemes[a.ours[i].Scheme] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(schemes))
}

func outcome(v solver.Verdict) stats.Outcome {
	switch v {
	case solver.Winnable:
		return stats.Winnable
	case solver.Unwinnable:
		return stats.Unwinnable
	default:
		return stats.Unknown
	}
}
