package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// campaignFlags configure campaigns.
type campaignFlags struct {
	CampaignWorkers  *int          `env:"CAMPAIGN_WORKERS" help:"Searches for campaigns at a time, which give way to requests (default: the processors); 0 has none done here." placeholder:"N"`
	CampaignMemory   size          `env:"CAMPAIGN_MEMORY" help:"Memory for the tables of all campaigns' workers together." default:"512MiB"`
	CampaignDeadline time.Duration `env:"CAMPAIGN_DEADLINE" help:"The longest deadline of a campaign's deal." default:"1h"`
	MaxCampaigns     int           `env:"MAX_CAMPAIGNS" help:"Unfinished campaigns at a time; one client may have half of them, or for this machine alone all." default:"100"`

	riverFlags `embed:""`
}

func (f *campaignFlags) complete() error {
	if f.CampaignWorkers == nil {
		f.CampaignWorkers = new(processors)
	}
	workers := *f.CampaignWorkers
	switch {
	case workers < 0 || workers > 1024:
		return usage{errors.New("CAMPAIGN_WORKERS: from 0 to 1024")}
	case workers > 0 && int64(f.CampaignMemory)/int64(workers) < 1<<20:
		return usage{fmt.Errorf("CAMPAIGN_MEMORY: at least 1 MiB for each of %d workers", workers)}
	case f.CampaignDeadline < time.Millisecond:
		return usage{errors.New("CAMPAIGN_DEADLINE: at least 1ms")}
	case f.MaxCampaigns < 1:
		return usage{errors.New("MAX_CAMPAIGNS: at least 1")}
	}
	if err := f.riverFlags.complete(); err != nil {
		return err
	}
	return f.CampaignMemory.fits("CAMPAIGN_MEMORY")
}

// crowd is how many unfinished campaigns there may be.
func (f *campaignFlags) crowd(access *middleware.Access) store.Crowd {
	if alone(access) {
		return store.Crowd{All: f.MaxCampaigns, Client: f.MaxCampaigns}
	}
	return store.Crowd{All: f.MaxCampaigns, Client: (f.MaxCampaigns + 1) / 2}
}

// run runs campaigns until stop is called: all those of a file, or this process's part of
// those of a database that others work on as well.
func (f *campaignFlags) run(ctx context.Context, memory store.Store, m *campaign.Manager, gate *campaign.Gate, metrics *metrics, log *slog.Logger) (stop func(context.Context) error, err error) {
	workers := *f.CampaignWorkers
	return campaign.Start(ctx, campaign.RunOptions{
		Store: memory, Manager: m, Workers: workers, Aim: f.RangeWork, Log: log, Observer: metrics,
		Worker: campaign.WorkerOptions{
			Gate: gate, Version: version(), NewEngine: func() solver.Engine { return portfolio.New(int64(f.CampaignMemory) / int64(workers)) },
		},
	}, f.shared(0))
}
