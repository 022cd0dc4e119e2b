package campaign_test

import (
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// TestLeft computes the remaining time, by deals, by stop rules, and at a very slow pace.
func TestLeft(t *testing.T) {
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		stopDeals int64
		until     time.Duration
		pace      float64
		want      time.Duration
	}{
		{0, 0, 10, 50 * time.Second},
		{600, 0, 10, 10 * time.Second},
		{0, 20 * time.Second, 10, 20 * time.Second},
		{0, -time.Second, 10, 0},
		{100, 0, 10, 0},
		{0, 0, 1e-300, 100 * 365 * 24 * time.Hour},
	} {
		c := campaign.Campaign{Tally: stats.Tally{Winnable: 500}}
		c.First, c.Last, c.Stop.Deals = 1, 1000, test.stopDeals
		if test.until != 0 {
			c.Stop.Until = now.Add(test.until)
		}
		if got := c.Left(now, test.pace); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}

// TestAverage computes the rate before, at and after the start of a campaign.
func TestAverage(t *testing.T) {
	c := campaign.Campaign{Tally: stats.Tally{Winnable: 10, Unknown: 5}}
	if got := c.Average(time.Unix(100, 0)); got != 0 {
		t.Errorf("before the start: %g", got)
	}
	c.Started = time.Unix(100, 0)
	for seconds, want := range map[int64]float64{99: 0, 100: 0, 105: 3} {
		if got := c.Average(time.Unix(seconds, 0)); got != want {
			t.Errorf("at %d: %g, want %g", seconds, got, want)
		}
	}
}

// TestEnough applies the stop rules by time and by the width of the interval.
func TestEnough(t *testing.T) {
	until := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, test := range []struct {
		stop  campaign.Stop
		deals int64
		at    time.Duration
		want  string
	}{
		{campaign.Stop{}, 1_000_000, 0, ""},
		{campaign.Stop{Deals: 5}, 5, 0, ""},
		{campaign.Stop{Until: until}, 5, -time.Second, ""},
		{campaign.Stop{Until: until}, 5, 0, "the time limit 2030-01-02T03:04:05Z was reached"},
		{campaign.Stop{Width: 20}, 50, 0, ""},
		{campaign.Stop{Width: 20}, 200, 0, "the interval is at most 20 percentage points wide"},
	} {
		c := campaign.Campaign{Plan: campaign.Plan{Stop: test.stop}, Tally: stats.Tally{Winnable: test.deals / 2, Unwinnable: test.deals / 2}}
		if got := c.Enough(until.Add(test.at)); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestSizes cuts ranges to some seconds of work.
func TestSizes(t *testing.T) {
	for _, test := range []struct {
		winnable, inferred int64
		busy               time.Duration
		least, most        int64
	}{
		{0, 0, 0, 8, 16},
		{8, 0, 8 * time.Minute, 1, 1},       // a deal takes a minute
		{8, 0, 8 * time.Millisecond, 8, 16}, // too few deals for a good estimate
		{1000, 0, time.Second, 1000, 1000},  // a millisecond, and it may be chance
		{100_000, 0, 100 * time.Second, 8000, 8000},
		{1_000_000, 0, time.Second, 10_000, 10_000},
		{1000, 1000, 0, 1000, 1000},               // nothing had to be searched
		{10_000, 9000, 100 * time.Second, 80, 80}, // what had to be took a tenth of a second
	} {
		c := campaign.Campaign{Inferred: test.inferred, Busy: test.busy}
		c.Tally.Winnable = test.winnable
		if n := c.RangeSize(8 * time.Second); n < test.least || n > test.most {
			t.Errorf("%+v: %d seeds", test, n)
		}
	}
}
