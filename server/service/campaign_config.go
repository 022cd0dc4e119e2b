package service

import (
	"cmp"
	"log/slog"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// CampaignConfig configures campaigns.
type CampaignConfig struct {
	CampaignWorkers  *int          `env:"CAMPAIGN_WORKERS" help:"Searches for campaigns at a time, which give way to requests; 0 for none (default: number of processors, but 16MiB of CAMPAIGN_MEMORY each)." placeholder:"N"`
	CampaignMemory   Size          `env:"CAMPAIGN_MEMORY" help:"Memory for search tables, all campaign workers together (default: 512MiB, less in a small container)." placeholder:"SIZE"`
	CampaignDeadline time.Duration `env:"CAMPAIGN_DEADLINE" help:"Maximum deadline of a campaign for one deal." default:"1h"`
	MaxCampaigns     int           `env:"MAX_CAMPAIGNS" help:"Maximum number of unfinished campaigns. One client may have half of them, or all if only this machine has access." default:"100"`

	RangeConfig `embed:""`
}

// Complete checks all values.
func (f *CampaignConfig) Complete() error {
	workers := *f.CampaignWorkers
	return cmp.Or(
		need(workers >= 0 && workers <= 1024, "CAMPAIGN_WORKERS: must be from 0 to 1024"),
		need(int64(f.CampaignMemory) >= int64(workers)<<20, "CAMPAIGN_MEMORY: must be at least 1 MiB for each of %d workers", workers),
		need(f.CampaignDeadline >= time.Millisecond, "CAMPAIGN_DEADLINE: must be at least 1ms"),
		need(f.MaxCampaigns >= 1, "MAX_CAMPAIGNS: must be at least 1"),
		f.RangeConfig.Complete(),
		f.CampaignMemory.Fits("CAMPAIGN_MEMORY"),
	)
}

// crowd returns the limits of unfinished campaigns.
func (f *CampaignConfig) crowd(access *middleware.Access) store.Crowd {
	if alone(access) {
		return store.Crowd{All: f.MaxCampaigns, Client: f.MaxCampaigns}
	}
	return store.Crowd{All: f.MaxCampaigns, Client: (f.MaxCampaigns + 1) / 2}
}

// run adds the running of campaigns to the duties of the process, or its part of that on a shared database.
func (f *CampaignConfig) run(memory store.Store, duties *queue.Duties, m *campaign.Manager, others *watch.Relay, gate *pool.Gate, metrics *metrics, log *slog.Logger) *campaign.Runner {
	workers := *f.CampaignWorkers
	return campaign.Run(campaign.RunOptions{
		Store: memory, Manager: m, Others: others, Workers: workers, Aim: f.RangeWork, RangeTimeout: f.RangeTimeout, Log: log, Observer: metrics,
		Worker: campaign.WorkerOptions{
			Gate: gate, Version: Version(), NewEngine: func() solver.Engine { return portfolio.New(int64(f.CampaignMemory) / int64(workers)) },
		},
	}, duties)
}
