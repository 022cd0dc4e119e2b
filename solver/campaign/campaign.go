package campaign

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Campaign is a plan, and how far it is.
type Campaign struct {
	Plan
	Number   int64  // in the order in which campaigns were added to a store
	ID       string // random, can't be guessed
	Source   string // who found the results, if they were imported; empty for campaigns run here
	PlayedBy string // [Plan.PlayedBy], as it was when the campaign was added
	Epoch    int    // of the solver that found the verdicts
	State    string // one of the states below
	Stopping bool   // no more deals are begun
	Reason   string // why it stops, or ended before its last deal
	Version  int64  // counts the changes that clients can see
	Next     int64  // the first seed that was not begun
	Tally    stats.Tally
	Inferred int64           // deals whose verdict followed from a related game's
	Busy     time.Duration   // spent by workers
	Spread   json.RawMessage // a [stats.Spread]; see [stats.ReadSpread]
	Created  time.Time
	Started  time.Time // zero if it has not
	Ended    time.Time // zero if it has not
}

// Ours is the source of results that this program found elsewhere.
const Ours = "thoughtful"

// The states of a campaign. Queued and running ones are unfinished; cancelled and failed
// ones can be resumed.
const (
	Queued    = "queued"
	Running   = "running"
	Done      = "done"
	Cancelled = "cancelled"
	Failed    = "failed"
)

// Filter says which campaigns to list. Its zero value is all of them.
type Filter struct {
	Rules      *rules.Rules // only campaigns of this game
	State      string       // only those in this state
	Unfinished bool         // only those that have not ended
	Named      bool         // only those whose game has a name
	Most       int          // at most so many, the newest; 0 is no bound
}

// Final reports whether the campaign has ended, so that nothing changes unless it is
// resumed.
func (c *Campaign) Final() bool { return !c.Ended.IsZero() }

// Average returns how many deals a second were done from the beginning until some time; 0
// if the campaign has not begun by then.
func (c *Campaign) Average(until time.Time) float64 {
	elapsed := until.Sub(c.Started).Seconds()
	if c.Started.IsZero() || elapsed <= 0 {
		return 0
	}
	return float64(c.Tally.Deals()) / elapsed
}

// Enough returns which stop rule says that the campaign has done enough, in words; "" if
// none does. A bound on deals is none: [Plan.Settle] has made it the end of the seeds.
func (c *Campaign) Enough(now time.Time) string {
	switch s := &c.Stop; {
	case !s.Until.IsZero() && !now.Before(s.Until):
		return fmt.Sprintf("it was to end at %s", s.Until.UTC().Format(time.RFC3339))
	case s.Width > 0 && 100*c.Tally.Interval().Width() <= s.Width:
		return fmt.Sprintf("the interval is no wider than %v percentage points", s.Width)
	}
	return ""
}

// Ranges have firstSize deals as long as nothing is known of their cost, and at most mostSize.
const (
	firstSize = 8
	mostSize  = 10_000
)

// RangeSize returns how many deals the next range is to have, so that it is about so much
// work. It goes by what the deals that were searched took, and is at most what is done, so
// that a wrong first guess costs little.
func (c *Campaign) RangeSize(work time.Duration) int64 {
	deals := c.Tally.Deals()
	size := int64(mostSize)
	if searched := deals - c.Inferred; searched > 0 && c.Busy > 0 {
		size = int64(work / max(1, c.Busy/time.Duration(searched)))
	}
	return max(1, min(size, mostSize, max(firstSize, deals)))
}

// mostLeft bounds [Campaign.Left]: deals may be many, and the pace slow.
const mostLeft = 100 * 365 * 24 * time.Hour

// Left returns how much time is left at most, at a pace in deals a second.
func (c *Campaign) Left(now time.Time, pace float64) time.Duration {
	deals := c.Deals()
	if c.Stop.Deals > 0 {
		deals = min(deals, c.Stop.Deals)
	}
	seconds := float64(max(0, deals-c.Tally.Deals())) / pace
	left := mostLeft
	if seconds < mostLeft.Seconds() {
		left = time.Duration(seconds * float64(time.Second))
	}
	if !c.Stop.Until.IsZero() {
		left = min(left, max(0, c.Stop.Until.Sub(now)))
	}
	return left
}
