package statistics

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Rates returns the reports of all games that have a published win rate, or counted deals in a scope.
// Games with a published rate come first, in the order of the published table; the others follow by
// name. The reports have no contradictions and no neighbours.
func (s *Statistics) Rates(ctx context.Context, scope stats.Scope) ([]stats.Report, error) {
	all, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	figures, order := published()
	var names []string
	for _, g := range rules.Games() {
		found := all.of(&g.Rules)
		if len(figures[g.Name]) > 0 || len(found.all) > 0 || scope == stats.Pooled && len(found.shipped) > 0 {
			names = append(names, g.Name)
		}
	}
	place := func(name string) int {
		if i := slices.Index(order, name); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(place(a), place(b)), strings.Compare(a, b)) })
	reports := make([]stats.Report, 0, len(names))
	for _, name := range names {
		r, err := s.rate(all, name, scope)
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// rate returns a game's report without contradictions and neighbours.
func (s *Statistics) rate(all *counted, name string, scope stats.Scope) (stats.Report, error) {
	game, _ := rules.Lookup(name)
	g := all.of(&game.Rules)
	r := stats.Report{Game: game.Name, Published: Published(game.Name)}
	if scope == stats.Pooled {
		r.Ours.Samples = slices.Clone(g.pooled)
		if len(g.shipped) > 0 {
			r.Packed = packedFile(game.Name)
		}
	} else {
		for i := range g.ours {
			one := sample(&g.ours[i])
			one.Tally = tally(&g.ours[i])
			r.Ours.Samples = append(r.Ours.Samples, one)
		}
	}
	for i := range r.Ours.Samples {
		r.Ours.Add(r.Ours.Samples[i].Tally)
	}
	r.Others = g.others(scope)
	found, err := g.spreads[scope]()
	if err != nil {
		return r, err
	}
	r.Spread, r.ShippedSpread = found.sum, found.shipped
	return r, nil
}

// others counts the results of each other solver and of each player.
func (g *gameCampaigns) others(scope stats.Scope) (counts []stats.Count) {
	samples := map[[2]string][]stats.Sample{}
	add := func(source, player string, one stats.Sample) {
		key := [2]string{source, player}
		samples[key] = append(samples[key], one)
	}
	for i := range g.all {
		c := &g.all[i]
		switch {
		case !isOurs(c.Source):
			add(c.Source, c.PlayedBy, sample(c))
		case c.PlayedBy != "":
			add("", c.PlayedBy, sample(c)) // a player plays the same everywhere
		}
	}
	for i := range g.shipped {
		if s := &g.shipped[i]; scope == stats.Pooled && (s.source != "" || s.player != "") {
			add(s.source, s.player, s.Sample)
		}
	}
	who := slices.SortedFunc(maps.Keys(samples), func(a, b [2]string) int {
		return cmp.Or(strings.Compare(a[1], b[1]), strings.Compare(a[0], b[0]))
	})
	for _, key := range who {
		count := stats.Count{Source: key[0], Player: key[1]}
		for _, i := range stats.Disjoint(samples[key]) {
			count.Samples = append(count.Samples, samples[key][i])
			count.Add(samples[key][i].Tally)
		}
		counts = append(counts, count)
	}
	return counts
}

// Game returns the report of a game for a scope. If the context ends before the contradictions are
// counted, they are missing. A comparison with a neighbour says whether it was counted.
func (s *Statistics) Game(ctx context.Context, name string, scope stats.Scope) (stats.Report, error) {
	all, err := s.load(ctx)
	if err != nil {
		return stats.Report{}, err
	}
	r, err := s.rate(all, name, scope)
	if err != nil {
		return r, err
	}
	if err := s.addEngines(ctx, r.Ours.Samples); err != nil && !outOfTime(ctx, err) {
		return r, err
	}
	game, _ := rules.Lookup(name)
	found, err := s.dispute(ctx, &game.Rules, all.of(&game.Rules))
	if err != nil && !outOfTime(ctx, err) {
		return r, err
	}
	r.Contradictions, r.Compared = found.contradictions, found.compared
	for _, pair := range neighbours(all, game) {
		c, err := s.compare(ctx, all, pair[0], pair[1])
		if err != nil && !outOfTime(ctx, err) {
			return r, err
		}
		r.Neighbours = append(r.Neighbours, c)
	}
	return r, nil
}

// addEngines adds the version of the program to the campaigns among samples: the version that
// found the first verdict.
func (s *Statistics) addEngines(ctx context.Context, samples []stats.Sample) error {
	for i := range samples {
		one := &samples[i]
		if one.Campaign == "" {
			continue
		}
		engine, _, err := s.engines.get(ctx, s.life, one.Campaign, "", func(ctx context.Context) (string, error) {
			ctx, cancel := context.WithTimeout(ctx, listing)
			defer cancel()
			first, err := s.store.Results(ctx, one.Campaign, one.First, 1)
			if err != nil || len(first) == 0 {
				return "", err
			}
			return first[0].Engine, nil
		})
		if err != nil {
			return fmt.Errorf("engine of campaign %s: %w", one.Campaign, err)
		}
		one.Methods = slices.Clone(one.Methods) // shared by all reports
		one.Methods[0].Engine = engine
	}
	return nil
}

// outOfTime reports whether an error means that the caller would have to wait too long.
func outOfTime(ctx context.Context, err error) bool {
	return errors.Is(err, errLong) || ctx.Err() != nil && errors.Is(err, ctx.Err())
}

// neighbours returns the pairs of a game and one with weaker or stronger rules, the weaker one
// first, among the games with counted deals, and only those with no such game between.
func neighbours(all *counted, game rules.Game) [][2]rules.Game {
	if len(all.of(&game.Rules).ours) == 0 {
		return nil
	}
	var weaker, stronger []rules.Game
	for _, g := range rules.Games() {
		switch {
		case g.Name == game.Name || len(all.of(&g.Rules).ours) == 0:
		case relation.Stronger(&game.Rules, &g.Rules):
			weaker = append(weaker, g)
		case relation.Stronger(&g.Rules, &game.Rules):
			stronger = append(stronger, g)
		}
	}
	var pairs [][2]rules.Game
	for _, w := range weaker {
		if !slices.ContainsFunc(weaker, func(g rules.Game) bool { return g.Name != w.Name && relation.Stronger(&g.Rules, &w.Rules) }) {
			pairs = append(pairs, [2]rules.Game{w, game})
		}
	}
	for _, t := range stronger {
		if !slices.ContainsFunc(stronger, func(g rules.Game) bool { return g.Name != t.Name && relation.Stronger(&t.Rules, &g.Rules) }) {
			pairs = append(pairs, [2]rules.Game{game, t})
		}
	}
	return pairs
}

// dispute is the result of comparing the verdicts of a game's deals.
type dispute struct {
	contradictions []stats.Contradiction
	compared       int64
}

// mostContradictions bounds how many are looked for: one is too many.
const mostContradictions = 100

// Contradictions returns the deals of a game with contradicting results, at most a hundred, and how
// many deals were decided by two sources.
func (s *Statistics) Contradictions(ctx context.Context, name string) ([]stats.Contradiction, int64, error) {
	all, err := s.load(ctx)
	if err != nil {
		return nil, 0, err
	}
	game, _ := rules.Lookup(name)
	found, err := s.dispute(ctx, &game.Rules, all.of(&game.Rules))
	return found.contradictions, found.compared, err
}

// dispute looks for contradictions, where there is more than one campaign.
func (s *Statistics) dispute(ctx context.Context, r *rules.Rules, g *gameCampaigns) (dispute, error) {
	if len(g.all) < 2 {
		return dispute{}, nil
	}
	of := store.DigestOf(r)
	found, _, err := s.disputes.get(ctx, s.life, of, g.version, func(ctx context.Context) (dispute, error) {
		var d dispute
		err := s.oneAtATime(ctx, func(ctx context.Context) error {
			var err error
			if d.contradictions, err = s.store.Contradictions(ctx, of, mostContradictions); err != nil {
				return err
			}
			d.compared, err = s.store.Decided(ctx, of)
			return err
		})
		return d, err
	})
	return found, err
}
