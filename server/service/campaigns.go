package service

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// CampaignConfig configures campaigns.
type CampaignConfig struct {
	CampaignWorkers  *int          `env:"CAMPAIGN_WORKERS" help:"Searches for campaigns at a time, which give way to requests; 0 for none (default: number of processors, but at least 16MiB of CAMPAIGN_MEMORY for each)." placeholder:"N"`
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

// limits returns the limits of unfinished campaigns.
func (f *CampaignConfig) limits(access *middleware.Access) store.Limits {
	if alone(access) {
		return store.Limits{All: f.MaxCampaigns, Client: f.MaxCampaigns}
	}
	return store.Limits{All: f.MaxCampaigns, Client: (f.MaxCampaigns + 1) / 2}
}

// RangeConfig configures how processes on a PostgreSQL database share campaigns. All of them should have
// the same values.
type RangeConfig struct {
	RangeWork    time.Duration `env:"RANGE_WORK" help:"Work in a range of deals, the unit that workers take and that is lost if one is killed." default:"8s"`
	RangeTimeout time.Duration `env:"RANGE_TIMEOUT" help:"Time limit of a range, beside the deadline of a deal. It is then retried with twice the time." default:"2m"`
	RangeRescue  time.Duration `env:"RANGE_RESCUE" help:"Age of a range at which another worker takes it over from one that hangs; more than RANGE_TIMEOUT." default:"3m"`
	PollOnly     bool          `env:"POLL_ONLY" help:"Poll the database instead of using notifications, for example behind PgBouncer."`
}

// Complete checks all values.
func (f *RangeConfig) Complete() error {
	return cmp.Or(
		need(f.RangeWork >= time.Millisecond, "RANGE_WORK: must be at least 1ms"),
		need(f.RangeTimeout >= f.RangeWork, "RANGE_TIMEOUT: must be at least RANGE_WORK, %s", f.RangeWork),
		need(f.RangeRescue > f.RangeTimeout+campaign.WrapUp, "RANGE_RESCUE: must be more than %s longer than RANGE_TIMEOUT, %s", campaign.WrapUp, f.RangeTimeout),
	)
}

// RunCampaigns starts the work of this process on campaigns, and adds it to the duties d. Its workers
// share tables bytes of memory for search tables.
func (f *RangeConfig) RunCampaigns(o campaign.RunOptions, tables Size, d *queue.Duties) *campaign.Runner {
	o.Aim, o.RangeTimeout, o.Worker.Version = f.RangeWork, f.RangeTimeout, Version()
	o.Worker.NewEngine = func() solver.Engine { return portfolio.New(int64(tables) / int64(o.Workers)) }
	return campaign.Run(o, d)
}

// Duties returns the duties of a process, without any jobs; its parts add them. When the process stops,
// running jobs may go on for the time grace.
func (f *RangeConfig) Duties(grace time.Duration, log *slog.Logger) *queue.Duties {
	return &queue.Duties{RescueAfter: f.RangeRescue, PollOnly: f.PollOnly, Grace: grace, Log: log}
}

// startCampaigns starts what creates campaigns and reports on them; buildServer adds those who work on them.
func (b *builder) startCampaigns(context.Context) error {
	b.campaigns = campaign.New(campaign.Options{Store: b.store, Most: b.CampaignConfig.limits(&b.access), Others: b.others})
	b.started("campaigns", b.campaigns.Close)
	return nil
}
