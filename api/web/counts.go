package web

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
	Tally       Tally
	Rate        *Interval // nil if nothing was counted
	Published   []Figure
	Overlap     string // whether ours and the published have figures in common: "yes", "no"; "" if there is nothing to compare
}

// Tally is how many deals became what.
type Tally struct{ Deals, Winnable, Unwinnable, Unknown, Won, Lost int64 }

// Interval is an interval in percent: from one end to the other, and as people write it.
type Interval struct {
	Low, High float64
	Text      string
}

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
	InWords         []Paragraph
	Rules           string   // JSON
	Seeds           []string // that were counted
	Others          []Other
	Contradictions  []Contradiction
	Compared        int64  // deals that this program and another solver both decided
	Plots           []Plot // that there is something to draw for
	Neighbours      []Neighbour
	Running         []Campaign
	Pool            bool // whether there is a deal of the day
}

func (Game) page() (file, section string) { return "game", "/win-rates" }

// Paragraph is a part of rules in words.
type Paragraph struct{ Title, Text string }

// Other is what another solver found, or a player won.
type Other struct {
	Who    string
	Player bool
	Tally  Tally
	Rate   *Interval
	Seeds  []string
}

// Contradiction is a deal of which two say different things.
type Contradiction struct{ Seed, Winnable, Unwinnable string }

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
	Start string // who may change it, as in Campaigns
	Rules string // JSON, if the game has no name
}

func (CampaignPage) page() (file, section string) { return "campaign", "/campaigns" }

// Campaign is a campaign, and how far it is.
type Campaign struct {
	ID, Game, Title string // Game is "" for rules of one's own
	Seeds           string
	Source          string // who found the verdicts; "" for this service
	State, Reason   string
	Final           bool
	Player          string
	Budget          string // what each deal may take, in words
	Stop            string // when it stops before the last deal, in words
	Priority, Share int64  // Share is 0 if there is no bound
	Deals, Done     int64
	Inferred        int64
	Tally           Tally
	Rate            *Interval
	Pace            float64 // deals a second; 0 if that is not known
	Remaining       int64   // milliseconds; less than 0 if that is not known
	Created         string  // as RFC 3339 has it
	Started, Ended  string  // "" if not
}

// Part is how much of a campaign is done, in whole percent, rounded down.
func (c Campaign) Part() int64 {
	if c.Deals == 0 {
		return 0
	}
	return c.Done * 100 / c.Deals
}
