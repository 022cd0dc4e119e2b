package service

import (
	"cmp"
	"log/slog"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
)

// RangeConfig configures how processes share campaigns on a PostgreSQL database. It should be the
// same for all of them.
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

// Duties returns the duties of a process, to which its parts add theirs; it stops within grace.
func (f *RangeConfig) Duties(grace time.Duration, log *slog.Logger) *queue.Duties {
	return &queue.Duties{RescueAfter: f.RangeRescue, PollOnly: f.PollOnly, Grace: grace, Log: log}
}
