package campaign

import (
	"cmp"
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// Planner hands out a campaign's seeds in ranges that are about as much work each, and
// applies its stop rules.
type Planner struct {
	Store store.Campaigns
	Aim   time.Duration // of one range's work; zero means 8 s
}

const (
	usualAim  = 8 * time.Second
	firstSize = 8 // deals of a range as long as nothing is known of their cost
	mostSize  = 10_000
)

// Size is how many seeds the next range of a campaign is to have. It goes by what the deals
// that were searched took, and at most doubles what is done, so that a first guess that was
// wrong costs little.
func (p *Planner) Size(c *campaign.Campaign) int64 {
	deals := c.Tally.Deals()
	searched := deals - c.Inferred
	size := int64(mostSize)
	if searched > 0 && c.Busy > 0 {
		each := max(1, c.Busy/time.Duration(searched))
		size = int64(cmp.Or(p.Aim, usualAim) / each)
	}
	return max(1, min(size, mostSize, max(firstSize, deals)))
}

// HandOut opens ranges of a campaign until so many are open, but no more than its share,
// and gives the new ones.
func (p *Planner) HandOut(ctx context.Context, c *campaign.Campaign, open int) ([]store.Range, error) {
	if c.Share > 0 {
		open = min(open, c.Share)
	}
	return p.Store.HandOut(ctx, c.ID, p.Size(c), open, time.Now())
}

// Check stops a campaign if one of its stop rules says so, and tells whether it did. It is
// to be called when a range was finished, and before one is handed out.
func (p *Planner) Check(ctx context.Context, c *campaign.Campaign) (bool, error) {
	if c.Stopping || !c.Ended.IsZero() {
		return false, nil
	}
	now := time.Now()
	reason := c.Enough(now)
	if reason == "" {
		return false, nil
	}
	return p.Store.StopCampaign(ctx, c.ID, reason, now)
}
