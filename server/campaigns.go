package main

import (
	"context"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// campaigns are the campaigns as api knows them, an api.Campaigns.
type campaigns struct{ *campaign.Manager }

func (c *campaigns) Create(ctx context.Context, p api.CampaignPlan) (api.KeptCampaign, error) {
	created, err := c.Manager.Create(ctx, campaign.Order{
		Client: p.Client, Game: p.Game, Rules: p.Rules, Priority: p.Priority,
		Seeds: campaign.Seeds{Scheme: p.Scheme, First: p.First, Last: p.Last},
		Plan: campaign.Plan{
			States: p.States, Deadline: p.Deadline, Fresh: p.Fresh, Player: p.Player, Options: p.Options, PlayerSeed: p.PlayerSeed, Share: p.Share,
			Stop: campaign.Stop{Deals: p.StopDeals, Width: p.StopWidth, Until: p.StopUntil},
		},
	})
	if err != nil {
		return api.KeptCampaign{}, err
	}
	return keptCampaign(created)
}

func (c *campaigns) Campaign(ctx context.Context, id string) (api.KeptCampaign, bool, error) {
	return foundCampaign(c.Manager.Campaign(ctx, id))
}

func (c *campaigns) Next(ctx context.Context, id string, known int64) (api.KeptCampaign, bool, error) {
	return foundCampaign(c.Watch(ctx, id, known))
}

// campaignPage is how many campaigns are looked through at a time.
const campaignPage = 1000

func (c *campaigns) List(ctx context.Context, f api.CampaignFilter) ([]api.KeptCampaign, error) {
	which := store.CampaignFilter{
		Unfinished: f.State == store.JobQueued || f.State == store.JobRunning,
		Most:       campaignPage,
	}
	if f.Game != "" {
		g, known := rules.Lookup(f.Game)
		if !known {
			return nil, fmt.Errorf("no game is called %q", f.Game)
		}
		digest := store.DigestOf(&g.Rules)
		which.Of = &digest
	}
	var list []api.KeptCampaign
	for {
		page, err := c.Manager.List(ctx, which)
		if err != nil {
			return nil, err
		}
		for i := range page {
			if f.State != "" && page[i].State != f.State || page[i].Game == "" && !f.Own {
				continue
			}
			k, err := keptCampaign(page[i])
			if err != nil {
				return nil, err
			}
			if list = append(list, k); len(list) == f.Most {
				return list, nil
			}
		}
		if len(page) < campaignPage {
			return list, nil
		}
		which.Below = page[len(page)-1].Number
	}
}

func (c *campaigns) Results(ctx context.Context, id string, from int64, most int) ([]api.DealResult, error) {
	page, err := c.Manager.Results(ctx, id, from, most)
	results := make([]api.DealResult, len(page))
	for i := range page {
		results[i] = api.DealResult(page[i])
	}
	return results, err
}

func foundCampaign(c store.Campaign, found bool, err error) (api.KeptCampaign, bool, error) {
	if err != nil || !found {
		return api.KeptCampaign{}, found, err
	}
	kept, err := keptCampaign(c)
	return kept, true, err
}

// keptCampaign is a campaign as api knows it.
func keptCampaign(c store.Campaign) (api.KeptCampaign, error) {
	plan, err := campaign.PlanOf(&c)
	if err != nil {
		return api.KeptCampaign{}, fmt.Errorf("%w: %w", solver.ErrDamaged, err)
	}
	return api.KeptCampaign{
		CampaignPlan: api.CampaignPlan{
			Client: c.Client, Game: c.Game, Rules: c.Rules, Scheme: c.Scheme, First: c.First, Last: c.Last,
			Deadline: plan.Deadline, States: plan.States, Fresh: plan.Fresh,
			Player: plan.Player, Options: plan.Options, PlayerSeed: plan.PlayerSeed,
			StopDeals: plan.Stop.Deals, StopWidth: plan.Stop.Width, StopUntil: plan.Stop.Until,
			Priority: c.Priority, Share: plan.Share,
		},
		ID: c.ID, Source: c.Source, State: c.State, Reason: c.Reason, Stopping: c.Stopping, Version: c.Version,
		Tally: c.Tally, Inferred: c.Inferred, Busy: c.Busy,
		Created: c.Created, Started: c.Started, Ended: c.Ended,
	}, nil
}
