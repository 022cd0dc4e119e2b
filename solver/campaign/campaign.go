package campaign

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Campaign is a plan with its progress.
type Campaign struct {
	Plan
	Number   int64  // in the order in which campaigns were added to a store
	ID       string // random, can't be guessed
	Source   string // the solver, for imported results; empty for campaigns run here
	PlayedBy string // [Plan.PlayedBy], as it was when the campaign was added
	Epoch    int    // of the solver that found the verdicts
	State    string // one of the states below
	Stopping bool   // no more deals are begun
	Reason   string // why it is stopping, or ended before its last deal
	Version  int64  // counts the changes that clients can see
	Next     int64  // the first seed that was not begun
	Tally    stats.Tally
	Inferred int64           // deals whose verdict followed from a related game's
	Busy     time.Duration   // spent by workers
	Spread   json.RawMessage // a [stats.Spread]; see [stats.ReadSpread]
	Created  time.Time
	Started  time.Time // zero if it has not started
	Ended    time.Time // zero if it has not ended
}

// Ours is the source of imported results that this program found elsewhere.
const Ours = "thoughtful"

// The states of a campaign. Queued and running campaigns are unfinished. Cancelled and failed
// campaigns can be resumed.
const (
	Queued    = "queued"
	Running   = "running"
	Done      = "done"
	Cancelled = "cancelled"
	Failed    = "failed"
)

// Filter selects campaigns. Its zero value selects all.
type Filter struct {
	Rules      *rules.Rules // only campaigns of this game
	State      string       // only those in this state
	Unfinished bool         // only those that have not ended
	Named      bool         // only those whose game has a name
	Before     int64        // only those with a lower Number; 0 is no limit
	Most       int          // the greatest number of campaigns, newest first; 0 is no limit
}

// Final reports whether the campaign has ended. It changes no more unless it is resumed.
func (c *Campaign) Final() bool { return !c.Ended.IsZero() }

// Average returns the average rate from the start until a time, in deals a second; 0 if the
// campaign has not started by then.
func (c *Campaign) Average(until time.Time) float64 {
	elapsed := until.Sub(c.Started).Seconds()
	if c.Started.IsZero() || elapsed <= 0 {
		return 0
	}
	return float64(c.Tally.Deals()) / elapsed
}

// Enough returns the stop rule that is satisfied, in words; "" if there is none. The rule on
// the number of deals is not checked here: [Plan.Settle] shortens the range of seeds instead.
func (c *Campaign) Enough(now time.Time) string {
	switch s := &c.Stop; {
	case !s.Until.IsZero() && !now.Before(s.Until):
		return fmt.Sprintf("the time limit %s was reached", s.Until.UTC().Format(time.RFC3339))
	case s.Width > 0 && 100*c.Tally.Interval().Width() <= s.Width:
		return fmt.Sprintf("the interval is at most %v percentage points wide", s.Width)
	}
	return ""
}

// The first ranges have firstSize deals, since their cost is not known; later ones at most
// mostSize.
const (
	firstSize = 8
	mostSize  = 10_000
)

// RangeSize returns the number of deals of the next range, so that it takes about the given
// time. It is estimated from the average time of the deals that were searched. It is at most
// the number of deals done so far, so that a wrong first estimate costs little.
func (c *Campaign) RangeSize(work time.Duration) int64 {
	deals := c.Tally.Deals()
	size := int64(mostSize)
	if searched := deals - c.Inferred; searched > 0 && c.Busy > 0 {
		size = int64(work / max(1, c.Busy/time.Duration(searched)))
	}
	return max(1, min(size, mostSize, max(firstSize, deals)))
}

// mostLeft bounds [Campaign.Left], which would overflow for many deals at a slow pace.
const mostLeft = 100 * 365 * 24 * time.Hour

// Left returns an upper bound of the time until the campaign ends, at a pace in deals a second.
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
