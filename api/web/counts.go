package web

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Campaigns is the page at /campaigns.
type Campaigns struct {
	Games    []Choices
	Chosen   string // name of one of them
	Players  []Choice
	Schemes  []string
	Start    string // who may start one: "all", clients with a "key", or "nobody"
	Running  []Campaign
	Ended    []Campaign
	More     bool // whether more have ended
	Deadline int  // default seconds per deal
}

func (Campaigns) page() (file, section string) { return "campaigns", "/campaigns" }

// CampaignPage is the page of a campaign.
type CampaignPage struct {
	Campaign
	Start     string // who may change it, as in Campaigns
	RulesText string // JSON, if the game has no name
}

func (CampaignPage) page() (file, section string) { return "campaign", "/campaigns" }

// Campaign is a campaign with its progress.
type Campaign struct {
	campaign.Campaign
	Title     string  // of the game
	Pace      float64 // deals per second; 0 if unknown
	Remaining int64   // milliseconds; negative if unknown
}

// Rate returns the win rate.
func (c Campaign) Rate() *Interval { return rateOf(c.Tally) }

// Percent returns the done part in whole percent, rounded down.
func (c Campaign) Percent() int64 {
	if c.Deals() == 0 {
		return 0
	}
	return c.Tally.Deals() * 100 / c.Deals()
}

// Budget returns the budget of each deal in words.
func (c Campaign) Budget() string {
	if parts := limits(c.Deadline, c.States); len(parts) > 0 {
		return "at most " + strings.Join(parts, " and ")
	}
	return "no limit"
}

// limits returns the limits of a search in words; 0 means none.
func limits(deadline time.Duration, states int64) (parts []string) {
	if deadline > 0 {
		parts = append(parts, strconv.FormatFloat(deadline.Seconds(), 'f', -1, 64)+" s")
	}
	if states > 0 {
		parts = append(parts, stats.Grouped(states)+" states")
	}
	return parts
}

// Stops returns when the campaign stops, in words.
func (c Campaign) Stops() string {
	var parts []string
	if c.Stop.Deals > 0 {
		parts = append(parts, "after "+stats.Grouped(c.Stop.Deals)+" deals")
	}
	if c.Stop.Width > 0 {
		parts = append(parts, fmt.Sprintf("when the interval is at most %g points wide", c.Stop.Width))
	}
	if !c.Stop.Until.IsZero() {
		parts = append(parts, "at "+moment(c.Stop.Until))
	}
	if len(parts) == 0 {
		return "after the last deal"
	}
	return strings.Join(parts, ", or ")
}
