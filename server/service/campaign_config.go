package service

import (
	"context"
	"log/slog"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// CampaignConfig configure campaigns.
type CampaignConfig struct {
	CampaignWorkers  *int          `env:"CAMPAIGN_WORKERS" help:"Searches for campaigns at a time, which give way to requests (default: the processors); 0 has none done here." placeholder:"N"`
	CampaignMemory   Size          `env:"CAMPAIGN_MEMORY" help:"Memory for the tables of all campaigns' workers together." default:"512MiB"`
	CampaignDeadline time.Duration `env:"CAMPAIGN_DEADLINE" help:"The longest deadline of a campaign's deal." default:"1h"`
	MaxCampaigns     int           `env:"MAX_CAMPAIGNS" help:"Unfinished campaigns at a time; one client may have half of them, or for this machine alone all." default:"100"`

	RangeConfig `embed:""`
}

func (f *CampaignConfig) Complete() error {
	if f.CampaignWorkers == nil {
		f.CampaignWorkers = new(processors)
	}
	workers := *f.CampaignWorkers
	switch {
	case workers < 0 || workers > 1024:
		return Usagef("CAMPAIGN_WORKERS: from 0 to 1024")
	case workers > 0 && int64(f.CampaignMemory)/int64(workers) < 1<<20:
		return Usagef("CAMPAIGN_MEMORY: at least 1 MiB for each of %d workers", workers)
	case f.CampaignDeadline < time.Millisecond:
		return Usagef("CAMPAIGN_DEADLINE: at least 1ms")
	case f.MaxCampaigns < 1:
		return Usagef("MAX_CAMPAIGNS: at least 1")
	}
	if err := f.RangeConfig.Complete(); err != nil {
		return err
	}
	return f.CampaignMemory.Fits("CAMPAIGN_MEMORY")
}

// crowd is how many unfinished campaigns there may be.
func (f *CampaignConfig) crowd(access *middleware.Access) store.Crowd {
	if alone(access) {
		return store.Crowd{All: f.MaxCampaigns, Client: f.MaxCampaigns}
	}
	return store.Crowd{All: f.MaxCampaigns, Client: (f.MaxCampaigns + 1) / 2}
}

// run runs campaigns until stop is called: all those of a file, or this process's part of
// those of a database that others work on as well.
func (f *CampaignConfig) run(ctx context.Context, memory store.Store, m *campaign.Manager, gate *pool.Gate, metrics *metrics, log *slog.Logger) (stop func(context.Context) error, err error) {
	workers := *f.CampaignWorkers
	return campaign.Start(ctx, campaign.RunOptions{
		Store: memory, Manager: m, Workers: workers, Aim: f.RangeWork, Log: log, Observer: metrics,
		Worker: campaign.WorkerOptions{
			Gate: gate, Version: Version(), NewEngine: func() solver.Engine { return portfolio.New(int64(f.CampaignMemory) / int64(workers)) },
		},
	}, f.Shared(0))
}
