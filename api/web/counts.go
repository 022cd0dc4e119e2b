package web

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// WinRates is the page at /win-rates.
type WinRates struct {
	Rows    []RateRow // by title
	Counted int64     // games with results
	Deals   int64     // of all games
	Shipped int64     // of these, how many come with the program
	Own     bool      // whether those that come with the program are left out
}

func (WinRates) page() (file, section string) { return "rates", "/win-rates" }

// RateRow is the win rate of a game.
type RateRow struct {
	Name, Title string
	Tally       stats.Tally
	Shipped     int64     // of the deals of Tally, how many come with the program
	Rate        *Interval // nil if nothing was counted
	Published   []Figure
	Overlap     string // with published figures: "yes" or "no"; "" if there is nothing to compare
}

// Interval is an interval in percent, also as text.
type Interval struct {
	Low, High float64
	Text      string
}

// rateOf returns the rate of a tally; nil if nothing was counted.
func rateOf(t stats.Tally) *Interval {
	if t.Deals() == 0 {
		return nil
	}
	return interval(t.Interval())
}

// interval returns an interval in percent, as text without trailing zeros.
func interval(i stats.Interval) *Interval {
	centre, half, _ := strings.Cut(i.String(), " ± ")
	for strings.Contains(half, ".") && strings.HasSuffix(half, "0") && strings.HasSuffix(centre, "0") {
		centre, half = centre[:len(centre)-1], half[:len(half)-1]
	}
	centre, half = strings.TrimSuffix(centre, "."), strings.TrimSuffix(half, ".")
	return &Interval{Low: percent(i.Low), High: percent(i.High), Text: strings.Replace(centre, "-", "−", 1) + " ± " + half}
}

// percent returns a share in percent, rounded to three decimals.
func percent(share float64) float64 { return math.Round(1e5*share) / 1e3 }

// Width returns the width of the interval, at least a visible one.
func (i Interval) Width() float64 { return max(i.High-i.Low, 0.8) }

// Middle returns the middle of the interval.
func (i Interval) Middle() float64 { return (i.Low + i.High) / 2 }

// Figure is a published figure.
type Figure struct {
	Source, Variant string
	Interval
}

// Game is the page of a game.
type Game struct {
	RateRow
	Summary, Source string
	Aliases         []string
	InWords         []rules.Section
	Rules           string   // JSON
	Seeds           []string // of the counted deals
	Own             bool     // whether those that come with the program are left out
	Others          []stats.Count
	Contradictions  []stats.Contradiction
	Compared        int64  // deals decided by this program and another solver
	Plots           []Plot // with data
	Neighbours      []Neighbour
	Running         []Campaign
	Pool            bool // whether the game has daily deals
}

func (Game) page() (file, section string) { return "game", "/win-rates" }

// Plot is a plot with a summary in words.
type Plot struct {
	Kind, Title, Text string
	Height            int
}

// Neighbour is a game of weaker or stronger rules.
type Neighbour struct {
	Name, Title string
	Weaker      bool // than the page's game; otherwise stronger, if Related
	Related     bool // whether one of the two has weaker rules
	Counted     bool
	Deals       int64
	Difference  *Interval // rate of the page's game minus that of the neighbour
	Needed      *Interval // share of winnable deals that need the weaker rules
}

// Campaigns is the page at /campaigns.
type Campaigns struct {
	Games    []Choice
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
	var parts []string
	if c.Deadline > 0 {
		parts = append(parts, strconv.FormatFloat(c.Deadline.Seconds(), 'f', -1, 64)+" s")
	}
	if c.States > 0 {
		parts = append(parts, number(c.States)+" states")
	}
	if len(parts) == 0 {
		return "no limit"
	}
	return "at most " + strings.Join(parts, " and ")
}

// Stops returns when the campaign stops, in words.
func (c Campaign) Stops() string {
	var parts []string
	if c.Stop.Deals > 0 {
		parts = append(parts, "after "+number(c.Stop.Deals)+" deals")
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
