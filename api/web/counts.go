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
	Counted int64     // games of which deals were counted
	Deals   int64     // that were counted, of all games
}

func (WinRates) page() (file, section string) { return "rates", "/win-rates" }

// RateRow is how often a game can be won.
type RateRow struct {
	Name, Title string
	Tally       stats.Tally
	Rate        *Interval // nil if nothing was counted
	Published   []Figure
	Overlap     string // whether ours and the published have figures in common: "yes", "no"; "" if there is nothing to compare
}

// Interval is an interval in percent: from one end to the other, and as people write it.
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

// interval writes an interval of shares, without zeros at the end.
func interval(i stats.Interval) *Interval {
	centre, half, _ := strings.Cut(i.String(), " ± ")
	for strings.Contains(half, ".") && strings.HasSuffix(half, "0") && strings.HasSuffix(centre, "0") {
		centre, half = centre[:len(centre)-1], half[:len(half)-1]
	}
	centre, half = strings.TrimSuffix(centre, "."), strings.TrimSuffix(half, ".")
	return &Interval{Low: percent(i.Low), High: percent(i.High), Text: strings.Replace(centre, "-", "−", 1) + " ± " + half}
}

// percent returns a share in percent, to as many decimals as show in a picture.
func percent(share float64) float64 { return math.Round(1e5*share) / 1e3 }

// Width is how wide the interval is; what is too narrow to be seen is made a little wider.
func (i Interval) Width() float64 { return max(i.High-i.Low, 0.8) }

// Middle is the middle of the interval.
func (i Interval) Middle() float64 { return (i.Low + i.High) / 2 }

// Figure is a figure that was published.
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
	Seeds           []string // that were counted
	Others          []stats.Count
	Contradictions  []stats.Contradiction
	Compared        int64  // deals that this program and another solver both decided
	Plots           []Plot // that there is something to draw for
	Neighbours      []Neighbour
	Running         []Campaign
	Pool            bool // whether there is a deal of the day
}

func (Game) page() (file, section string) { return "game", "/win-rates" }

// Plot is a picture of a game's figures, with some of them in words.
type Plot struct {
	Kind, Title, Text string
	Height            int
}

// Neighbour is a game of weaker or stronger rules.
type Neighbour struct {
	Name, Title string
	Weaker      bool // than the page's game: whatever is won there is won here, or the other way
	Related     bool // whether one of the two is weaker
	Counted     bool
	Deals       int64
	Difference  *Interval // of the page's game less the neighbour's
	Needed      *Interval // the share of the weaker one's winnable deals that needs what the stronger one does not allow
}

// Campaigns is the page at /campaigns.
type Campaigns struct {
	Games    []Choice
	Chosen   string // of them
	Players  []Choice
	Schemes  []string
	Start    string // who may start one: "all" who see the page, with a "key", or "nobody"
	Running  []Campaign
	Ended    []Campaign
	More     bool // whether there are more that have ended
	Deadline int  // seconds that a deal may take, to begin with
}

func (Campaigns) page() (file, section string) { return "campaigns", "/campaigns" }

// CampaignPage is the page of a campaign.
type CampaignPage struct {
	Campaign
	Start     string // who may change it, as in Campaigns
	RulesText string // JSON, if the game has no name
}

func (CampaignPage) page() (file, section string) { return "campaign", "/campaigns" }

// Campaign is a campaign, and how far it is.
type Campaign struct {
	campaign.Campaign
	Title     string  // of the game
	Pace      float64 // deals a second; 0 if that is not known
	Remaining int64   // milliseconds; less than 0 if that is not known
}

// Rate is how often the game was won.
func (c Campaign) Rate() *Interval { return rateOf(c.Tally) }

// Percent is how much of the campaign is done, in whole percent, rounded down.
func (c Campaign) Percent() int64 {
	if c.Deals() == 0 {
		return 0
	}
	return c.Tally.Deals() * 100 / c.Deals()
}

// Budget is what each deal may take, in words.
func (c Campaign) Budget() string {
	var parts []string
	if c.Deadline > 0 {
		parts = append(parts, strconv.FormatFloat(c.Deadline.Seconds(), 'f', -1, 64)+" s")
	}
	if c.States > 0 {
		parts = append(parts, number(c.States)+" states")
	}
	if len(parts) == 0 {
		return "solved, whatever it takes"
	}
	return "at most " + strings.Join(parts, " and ")
}

// Stops is when the campaign stops, in words.
func (c Campaign) Stops() string {
	var parts []string
	if c.Stop.Deals > 0 {
		parts = append(parts, "after "+number(c.Stop.Deals)+" deals")
	}
	if c.Stop.Width > 0 {
		parts = append(parts, fmt.Sprintf("when the interval is no wider than %g points", c.Stop.Width))
	}
	if !c.Stop.Until.IsZero() {
		parts = append(parts, "at "+moment(c.Stop.Until))
	}
	if len(parts) == 0 {
		return "after the last deal"
	}
	return strings.Join(parts, ", or ")
}
