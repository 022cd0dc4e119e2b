package statistics

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Campaigns keeps campaigns, as a [store.Store] does.
type Campaigns interface {
	Campaigns(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error)
	Results(ctx context.Context, id string, from int64, most int) ([]campaign.Result, error)
	Pairs(ctx context.Context, first, second store.RulesDigest, scheme string) (map[[2]solver.Verdict]int64, error)
	Decided(ctx context.Context, of store.RulesDigest) (int64, error)
	Contradictions(ctx context.Context, of store.RulesDigest, most int) ([]stats.Contradiction, error)
}

// Statistics computes win rates from campaigns.
type Statistics struct {
	store   Campaigns
	shipped map[store.RulesDigest][]shippedCount
	spreads map[store.RulesDigest][]packed.Spread

	life context.Context // ends with Close
	end  context.CancelFunc
	busy sync.WaitGroup
	turn chan struct{} // holds an element while results of whole games are read
	line atomic.Int32  // how many wait for that, or do it

	campaigns *cache[struct{}, *counted]
	pairs     *cache[[2]store.RulesDigest, stats.Paired]
	disputes  *cache[store.RulesDigest, dispute]
	engines   *cache[string, string] // by the id of a campaign
}

const (
	listUse = 2 * time.Second  // how long a list of campaigns is used
	listing = 10 * time.Second // bounds the reading of one, so that a lost connection is noticed
)

// New returns the statistics of a store and of shipped counts; see [Shipped].
func New(from Campaigns, shipped Release) *Statistics {
	s := &Statistics{
		store: from, turn: make(chan struct{}, 1),
		shipped: byRules(shipped.Counts), spreads: spreadsByRules(shipped.Spreads),
	}
	s.life, s.end = context.WithCancel(context.Background())
	s.campaigns = newCache[struct{}, *counted](listUse, 10, 1, &s.busy)
	s.pairs = newCache[[2]store.RulesDigest, stats.Paired](10*time.Second, 50, 4096, &s.busy)
	s.disputes = newCache[store.RulesDigest, dispute](10*time.Second, 50, 1024, &s.busy)
	s.engines = newCache[string, string](0, 0, 4096, &s.busy)
	return s
}

// Close stops the counts that are under way, and waits for them until the context ends.
func (s *Statistics) Close(ctx context.Context) error {
	s.end()
	return watch.Wait(ctx, s.busy.Wait)
}

// mostInLine bounds how many wait for their turn: clients can ask for thousands of pairs, each of
// which takes the database seconds.
const mostInLine = 100

// errLong is the error of a count that would have to wait for too many others.
var errLong = errors.New("too many comparisons of games are waiting; try again later")

// oneAtATime waits for its turn and reads results of whole games.
func (s *Statistics) oneAtATime(ctx context.Context, do func(context.Context) error) error {
	defer s.line.Add(-1)
	if s.line.Add(1) > mostInLine {
		return errLong
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
		return do(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// counted has the campaigns of a store by rules.
type counted struct {
	games map[store.RulesDigest]*gameCampaigns
}

// gameCampaigns are the campaigns of a game that have done deals, the oldest first, and its
// shipped counts.
type gameCampaigns struct {
	all     []campaign.Campaign
	shipped []shippedCount
	ours    []campaign.Campaign // those of all that are counted together
	pooled  []stats.Sample      // what is counted together of campaigns and shipped counts
	version string              // changes when one of all does

	shippedSpreads []packed.Spread
	spreads        [2]func() (spread, error) // by scope, added up at the first need
}

// load returns the campaigns, as they are or were a moment ago.
func (s *Statistics) load(ctx context.Context) (*counted, error) {
	// With the time as the version, a list is never used for longer than a moment.
	found, _, err := s.campaigns.get(ctx, s.life, struct{}{}, time.Now().String(), func(ctx context.Context) (*counted, error) {
		ctx, cancel := context.WithTimeout(ctx, listing)
		defer cancel()
		list, err := s.store.Campaigns(ctx, campaign.Filter{})
		if err != nil {
			return nil, fmt.Errorf("listing campaigns: %w", err)
		}
		return s.group(list), nil
	})
	return found, err
}

// group puts the campaigns of each game together.
func (s *Statistics) group(list []campaign.Campaign) *counted {
	c := &counted{games: map[store.RulesDigest]*gameCampaigns{}}
	for of, shipped := range s.shipped {
		c.games[of] = &gameCampaigns{shipped: shipped, shippedSpreads: s.spreads[of]}
	}
	slices.SortFunc(list, func(a, b campaign.Campaign) int { return cmp.Compare(a.Number, b.Number) })
	for i := range list {
		if list[i].Tally.Deals() == 0 || old(&list[i]) {
			continue
		}
		of := store.DigestOf(&list[i].Rules)
		if c.games[of] == nil {
			c.games[of] = &gameCampaigns{}
		}
		c.games[of].all = append(c.games[of].all, list[i])
	}
	for _, g := range c.games {
		g.choose()
	}
	return c
}

// old reports whether a campaign no longer counts: this program solved its deals in another
// epoch.
func old(c *campaign.Campaign) bool { return isOurs(c.Source) && c.Epoch != solver.Epoch }

// isOurs reports whether a source is this program, here or elsewhere.
func isOurs(source string) bool { return source == "" || source == campaign.Ours }

// choose chooses what is counted together.
func (g *gameCampaigns) choose() {
	var own []campaign.Campaign
	var samples []stats.Sample
	var version strings.Builder
	for i := range g.all {
		c := &g.all[i]
		fmt.Fprintf(&version, "%s.%d ", c.ID, c.Version)
		if isOurs(c.Source) && c.PlayedBy == "" {
			own = append(own, *c)
			samples = append(samples, sample(c))
		}
	}
	for _, i := range stats.Disjoint(samples) {
		g.ours = append(g.ours, own[i])
	}
	// Campaigns come first, so that of equal samples theirs is chosen.
	for i := range g.shipped {
		if s := &g.shipped[i]; s.source == "" && s.player == "" {
			samples = append(samples, s.Sample)
		}
	}
	for _, i := range stats.Disjoint(samples) {
		if i < len(own) {
			samples[i].Tally = tally(&own[i])
		}
		g.pooled = append(g.pooled, samples[i])
	}
	g.version = version.String()
	for scope := range g.spreads {
		g.spreads[scope] = sync.OnceValues(func() (spread, error) { return g.addUp(stats.Scope(scope)) })
	}
}

// sample returns what a campaign has counted so far. Seeds are handed out in order, so none after
// these is done.
func sample(c *campaign.Campaign) stats.Sample {
	return stats.Sample{
		Campaign: c.ID, Scheme: c.Scheme, Numbering: deal.Numbering(c.Scheme),
		First: c.First, Last: max(c.First, min(c.Last, c.Next-1)), Tally: c.Tally,
		Methods: []stats.Method{{States: c.States, Time: c.Deadline}},
	}
}

// tally returns what counts of a campaign. If it was cancelled or has failed, the deals that were
// begun count as unknown until it is resumed: they are rather the slow ones, which are won less
// often. How a player's games end has little to do with how long they take.
func tally(c *campaign.Campaign) stats.Tally {
	t := c.Tally
	if c.Source == "" && c.PlayedBy == "" && (c.State == campaign.Cancelled || c.State == campaign.Failed) {
		t.Unknown += max(0, c.Next-c.First-t.Deals())
	}
	return t
}

// of returns the campaigns of rules.
func (c *counted) of(r *rules.Rules) *gameCampaigns {
	if g := c.games[store.DigestOf(r)]; g != nil {
		return g
	}
	none := &gameCampaigns{}
	none.choose()
	return none
}
