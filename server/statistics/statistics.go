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
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Store is what statistics are made of.
type Store interface {
	Campaigns(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error)
	Results(ctx context.Context, id string, from int64, most int) ([]campaign.Result, error)
	Pairs(ctx context.Context, first, second store.RulesDigest, scheme string) (map[[2]solver.Verdict]int64, error)
	Contradictions(ctx context.Context, of store.RulesDigest, most int) ([]stats.Contradiction, error)
}

// Statistics knows how often games can be won.
type Statistics struct {
	store     Store
	published map[string][]stats.Published
	order     []string // of the games in published

	life context.Context // ends when it is closed
	end  context.CancelFunc
	busy sync.WaitGroup
	turn chan struct{} // whoever reads results of whole games has it
	line atomic.Int32  // how many wait for it, or have it

	campaigns memory[struct{}, *counted]
	pairs     memory[[2]store.RulesDigest, stats.Paired]
	disputes  memory[store.RulesDigest, dispute]
}

// moment is how long a list of campaigns is new enough.
const moment = 2 * time.Second

// New makes statistics of what is in a store. The error says that this program was built
// with figures that can't be read.
func New(from Store) (*Statistics, error) {
	figures, order, err := published()
	if err != nil {
		return nil, err
	}
	s := &Statistics{store: from, published: figures, order: order, turn: make(chan struct{}, 1)}
	s.life, s.end = context.WithCancel(context.Background())
	s.campaigns = memory[struct{}, *counted]{patience: moment, costs: 10, most: 1, busy: &s.busy}
	s.pairs = memory[[2]store.RulesDigest, stats.Paired]{patience: 10 * time.Second, costs: 50, most: 4096, busy: &s.busy}
	s.disputes = memory[store.RulesDigest, dispute]{patience: 10 * time.Second, costs: 50, most: 1024, busy: &s.busy}
	return s, nil
}

// Close ends what is being counted.
func (s *Statistics) Close(ctx context.Context) error {
	s.end()
	idle := make(chan struct{})
	go func() {
		s.busy.Wait()
		close(idle)
	}()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// mostInLine is how many may wait for their turn: strangers can ask for thousands of pairs,
// each of which takes seconds of the database.
const mostInLine = 100

// errLong is the error of what was not counted because so much else is to be counted.
var errLong = errors.New("too many games wait to be compared")

// alone does what reads results of whole games, when it has its turn.
func (s *Statistics) alone(ctx context.Context, do func(context.Context) error) error {
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

// counted is what the campaigns of a store counted, by rules.
type counted struct {
	games map[store.RulesDigest]*gameCampaigns
}

// gameCampaigns are the campaigns of a game of which deals are done, the oldest first.
type gameCampaigns struct {
	all     []campaign.Campaign
	ours    []campaign.Campaign // of all, those that were chosen to be counted together
	version string              // changes when one of all does
	spread  sync.Once           // makes what follows
	sum     stats.Spread
	sumErr  error
}

// load gives the campaigns, those of now or of a moment ago.
func (s *Statistics) load(ctx context.Context) (*counted, error) {
	// The time stands for what may have changed.
	found, _, err := s.campaigns.get(ctx, s.life, struct{}{}, time.Now().String(), func(ctx context.Context) (*counted, error) {
		list, err := s.store.Campaigns(ctx, campaign.Filter{})
		if err != nil {
			return nil, fmt.Errorf("campaigns: %w", err)
		}
		return group(list), nil
	})
	return found, err
}

// group puts the campaigns of each game together.
func group(list []campaign.Campaign) *counted {
	c := &counted{games: map[store.RulesDigest]*gameCampaigns{}}
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

// old says whether a campaign counts no more: its deals were solved by this program in
// another epoch.
func old(c *campaign.Campaign) bool { return mine(c.Source) && c.Epoch != solver.Epoch }

// mine says whether a source is this program, here or elsewhere.
func mine(source string) bool { return source == "" || source == campaign.Ours }

// choose chooses the campaigns that are counted together.
func (g *gameCampaigns) choose() {
	var own []campaign.Campaign
	var samples []stats.Sample
	var version strings.Builder
	for i := range g.all {
		c := &g.all[i]
		fmt.Fprintf(&version, "%s.%d ", c.ID, c.Version)
		if mine(c.Source) && c.PlayedBy == "" {
			own = append(own, *c)
			samples = append(samples, sample(c))
		}
	}
	for _, i := range stats.Disjoint(samples) {
		g.ours = append(g.ours, own[i])
	}
	g.version = version.String()
}

// sample is what a campaign has counted so far: seeds are handed out in order, and none
// after these is done.
func sample(c *campaign.Campaign) stats.Sample {
	return stats.Sample{
		Campaign: c.ID, Scheme: c.Scheme, Numbering: deal.Numbering(c.Scheme),
		First: c.First, Last: max(c.First, min(c.Last, c.Next-1)), Tally: c.Tally,
	}
}

// tally is what a campaign counts for, once it was chosen for what it has done. One that was
// cancelled, or has failed, has left deals behind that were being worked on, which are rather
// those that take long than any, and not won as often as others: until it is resumed they
// count as unknown. How a player's games end has little to do with how long they take.
func tally(c *campaign.Campaign) stats.Tally {
	t := c.Tally
	if c.Source == "" && c.PlayedBy == "" && (c.State == campaign.Cancelled || c.State == campaign.Failed) {
		t.Unknown += max(0, c.Next-c.First-t.Deals())
	}
	return t
}

// of gives the campaigns of rules: none if there are none.
func (c *counted) of(r *rules.Rules) *gameCampaigns {
	if g := c.games[store.DigestOf(r)]; g != nil {
		return g
	}
	return &gameCampaigns{}
}

// distributions adds up the distributions of the deals that are counted together.
func (g *gameCampaigns) distributions() (stats.Spread, error) {
	g.spread.Do(func() {
		g.sum = stats.NewSpread()
		for i := range g.ours {
			one, err := stats.ReadSpread(g.ours[i].Spread)
			if err == nil {
				err = g.sum.Merge(one)
			}
			if err != nil {
				g.sumErr = fmt.Errorf("distributions of campaign %s: %w", g.ours[i].ID, err)
				return
			}
		}
	})
	return g.sum, g.sumErr
}
