package service

import (
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/campaign"
)

// RangeConfig configure how processes share the work of campaigns on a PostgreSQL database.
// They should be the same for all of them.
type RangeConfig struct {
	RangeWork    time.Duration `env:"RANGE_WORK" help:"How much work the ranges of deals are cut to that workers take: what is lost if one is killed." default:"8s"`
	RangeTimeout time.Duration `env:"RANGE_TIMEOUT" help:"How long a range may take, beside the deadline of a deal, before it is begun again and may take twice as long." default:"2m"`
	RangeRescue  time.Duration `env:"RANGE_RESCUE" help:"When a range whose worker was killed is given to another one, at the earliest: more than RANGE_TIMEOUT." default:"3m"`
	PollOnly     bool          `env:"POLL_ONLY" help:"Do without the database's notifications, which PgBouncer does not pass on."`
}

// Complete checks what can't be meant.
func (f *RangeConfig) Complete() error {
	switch {
	case f.RangeWork < time.Millisecond:
		return Usagef("RANGE_WORK: at least 1ms")
	case f.RangeTimeout < f.RangeWork:
		return Usagef("RANGE_TIMEOUT: at least RANGE_WORK, which is %s", f.RangeWork)
	case f.RangeRescue <= f.RangeTimeout+campaign.WrapUp:
		return Usagef("RANGE_RESCUE: more than %s after RANGE_TIMEOUT, which is %s", campaign.WrapUp, f.RangeTimeout)
	}
	return nil
}

// Shared returns the options by which a process does its part; it stops within grace.
func (f *RangeConfig) Shared(grace time.Duration) campaign.RiverOptions {
	return campaign.RiverOptions{RangeTimeout: f.RangeTimeout, RescueAfter: f.RangeRescue, PollOnly: f.PollOnly, Grace: grace}
}
