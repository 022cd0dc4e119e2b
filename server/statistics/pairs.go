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

// Compare compares two games on the deals that both were tried on. If one has weaker rules
// it comes first. With the context's error comes what was counted before, if anything was.
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
		return p, s.alone(ctx, func(ctx context.Context) error {
			for _, scheme := range schemes {
				counts, err := s.store.Pairs(ctx, key[0], key[1], scheme)
				if err != nil {
					return fmt.Errorf("pairs of %s and %s: %w", first.Name, second.Name, err)
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

// shared are the schemes of whose seeds campaigns of both games solved some.
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

// compared counts the deals that ours and another solver both decided.
func (s *Statistics) compared(ctx context.Context, g *gameCampaigns) (int64, error) {
	var n int64
	for i := range g.all {
		theirs := &g.all[i]
		if mine(theirs.Source) || theirs.Player != "" {
			continue
		}
		for j := range g.ours {
			ours := &g.ours[j]
			if ours.Scheme != theirs.Scheme {
				continue
			}
			a := &reader{store: s.store, campaign: ours.ID, next: max(ours.First, theirs.First)}
			b := &reader{store: s.store, campaign: theirs.ID, next: max(ours.First, theirs.First)}
			both, err := decided(ctx, a, b)
			if err != nil {
				return n, err
			}
			n += both
		}
	}
	return n, nil
}

// reader reads a campaign's results page by page.
type reader struct {
	store    Store
	campaign string
	next     int64 // seed from which to read on
	page     []store.DealResult
}

const page = 4096

// decided gives the next seed that has a proven verdict; false if there is none.
func (r *reader) decided(ctx context.Context) (seed int64, more bool, err error) {
	for {
		if len(r.page) == 0 {
			if r.page, err = r.store.Results(ctx, r.campaign, r.next, page); err != nil || len(r.page) == 0 {
				return 0, false, err
			}
			r.next = r.page[len(r.page)-1].Seed + 1
		}
		d := r.page[0]
		r.page = r.page[1:]
		if d.Verdict == solver.Winnable || d.Verdict == solver.Unwinnable {
			return d.Seed, true, nil
		}
	}
}

// decided counts the seeds of which both have a proven verdict.
func decided(ctx context.Context, a, b *reader) (int64, error) {
	var n int64
	x, moreA, err := a.decided(ctx)
	if err != nil {
		return 0, err
	}
	y, moreB, err := b.decided(ctx)
	for err == nil && moreA && moreB {
		switch {
		case x == y:
			n++
			fallthrough
		case x < y:
			x, moreA, err = a.decided(ctx)
		default:
			y, moreB, err = b.decided(ctx)
		}
	}
	return n, err
}
