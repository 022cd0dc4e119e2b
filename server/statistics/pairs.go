package statistics

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Compare compares two games on the deals that were solved in both. If one has weaker rules it
// comes first. With the context's error it returns an earlier count, if there is one.
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

// compared counts the deals that both we and another solver decided. A deal that several others
// decided counts once.
func (s *Statistics) compared(ctx context.Context, g *gameCampaigns) (int64, error) {
	var n int64
	for i := range g.ours {
		ours := &g.ours[i]
		others := &union{}
		for j := range g.all {
			if c := &g.all[j]; !mine(c.Source) && c.PlayedBy == "" && c.Scheme == ours.Scheme {
				others.of = append(others.of, &reader{store: s.store, campaign: c.ID, next: max(ours.First, c.First)})
			}
		}
		both, err := decided(ctx, &reader{store: s.store, campaign: ours.ID, next: ours.First}, others)
		if err != nil {
			return n, err
		}
		n += both
	}
	return n, nil
}

// reader reads a campaign's results in pages.
type reader struct {
	store    Store
	campaign string
	next     int64 // the seed at which the next page begins
	page     []campaign.Result
}

const page = 4096

// decided returns the next seed with a proven verdict; false if there is none.
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

// union reads the results of several campaigns together.
type union struct {
	of    []*reader
	heads []int64 // the last seed of each; nil before the first
}

// decided returns the next seed with a proven verdict in one of them; false if there is none.
func (u *union) decided(ctx context.Context) (seed int64, more bool, err error) {
	if u.heads == nil {
		u.heads = make([]int64, len(u.of))
		for i := len(u.of) - 1; i >= 0; i-- {
			if err := u.advance(ctx, i); err != nil {
				return 0, false, err
			}
		}
	}
	if len(u.of) == 0 {
		return 0, false, nil
	}
	seed = slices.Min(u.heads)
	for i := len(u.of) - 1; i >= 0; i-- {
		if u.heads[i] == seed {
			if err := u.advance(ctx, i); err != nil {
				return 0, false, err
			}
		}
	}
	return seed, true, nil
}

// advance reads one of them on, and drops it at its end.
func (u *union) advance(ctx context.Context, i int) error {
	seed, more, err := u.of[i].decided(ctx)
	if err != nil {
		return err
	}
	u.heads[i] = seed
	if !more {
		u.of, u.heads = slices.Delete(u.of, i, i+1), slices.Delete(u.heads, i, i+1)
	}
	return nil
}

// decided counts the seeds with a proven verdict in both.
func decided(ctx context.Context, a *reader, b *union) (int64, error) {
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
