package web

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// mostEnded is how many ended campaigns the page of campaigns shows.
const mostEnded = 100

// campaigns answers GET /campaigns.
//
//	@ID			campaignsPage
//	@Summary	Page of campaigns
//	@Param		game	query		string	false	"game selected in the form"	extensions(x-example=klondike)
//	@Failure	400		{object}	problem.Problem
//	@Failure	503		{object}	problem.Problem	"unavailable"
//	@Router		/campaigns [get]
func (s *Site) campaigns(w http.ResponseWriter, r *http.Request) error {
	given := request.Query(r, "game")
	if err := given.Err(); err != nil {
		return err
	}
	chosen, _ := given.Text("game")
	p := Campaigns{
		Chosen: chosen, Start: s.mayStart(r), Schemes: deal.RangedSchemes(),
		Deadline: int(s.Deadline.Seconds()),
	}
	if g, known := rules.Lookup(p.Chosen); known {
		p.Chosen = g.Name
	} else {
		p.Chosen = "klondike"
	}
	for _, k := range roster.Kinds() {
		p.Players = append(p.Players, k.Name)
	}
	list, err := s.Campaigns.List(r.Context(), campaign.Filter{Named: middleware.MayDo(r.Context(), "", "") != nil, Most: 1000})
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	for i := range list {
		switch c := s.view(&list[i]); {
		case !c.Final():
			p.Running = append(p.Running, c)
		case len(p.Ended) < mostEnded:
			p.Ended = append(p.Ended, c)
		default:
			p.More = true
		}
	}
	return send(w, r, "campaigns", "/campaigns", p)
}

// mayStart returns who may start campaigns, as Campaigns.Start has it.
func (s *Site) mayStart(r *http.Request) string {
	switch {
	case s.Keyed:
		return "key"
	case middleware.MayDo(r.Context(), "", "") == nil:
		return "all"
	}
	return "nobody"
}

// campaign answers GET /campaigns/{id}.
//
//	@ID			campaignPage
//	@Summary	Page of a campaign
//	@Failure	503		{object}	problem.Problem	"unavailable"
//	@Router		/campaigns/{id} [get]
func (s *Site) campaign(w http.ResponseWriter, r *http.Request) error {
	id := request.Param(r, "id")
	c, found, err := s.Campaigns.Campaign(r.Context(), id)
	switch {
	case err != nil:
		return problem.Of(err, problem.Unavailable)
	case !found:
		return problem.New(problem.NotFound, "unknown campaign %s", problem.Clip(id))
	}
	p := CampaignPage{Campaign: s.view(&c), Start: s.mayStart(r)}
	if c.Game == "" {
		p.RulesText = indented(&c.Rules)
	}
	return send(w, r, "campaign", "/campaigns", &p) // templates call methods of *campaign.Campaign
}

// view returns a campaign for a template.
func (s *Site) view(c *campaign.Campaign) Campaign {
	now := time.Now()
	v := Campaign{Campaign: *c, Title: "Custom rules", Pace: s.Pace(c, now), Remaining: -1}
	if g, named := rules.Lookup(c.Game); named {
		v.Title = g.Title
	}
	if v.Pace > 0 && !c.Final() && !c.Stopping {
		v.Remaining = c.Left(now, v.Pace).Milliseconds()
	}
	return v
}

// Campaigns is the page at /campaigns.
type Campaigns struct {
	Chosen   string // the name of the selected game
	Players  []string
	Schemes  []string
	Start    string // who may start a campaign: "all", "key" (only clients with a key) or "nobody"
	Running  []Campaign
	Ended    []Campaign
	More     bool // whether there are more ended campaigns
	Deadline int  // the default seconds per deal
}

// CampaignPage is the page of a campaign.
type CampaignPage struct {
	Campaign
	Start     string // who may change the campaign, as Campaigns.Start has it
	RulesText string // the rules as JSON, if the game has no name
}

// Campaign is a campaign with its progress.
type Campaign struct {
	campaign.Campaign
	Title     string  // of the game
	Pace      float64 // deals per second; 0 if unknown
	Remaining int64   // milliseconds; negative if unknown
}

// Rate returns the win rate.
func (c Campaign) Rate() *stats.Rate { return rateOf(c.Tally) }

// Percent returns how much is done, in whole percent, rounded down.
func (c Campaign) Percent() int64 {
	if c.Deals() == 0 {
		return 0
	}
	return c.Tally.Deals() * 100 / c.Deals()
}

// budget returns the budget of each deal in words.
func (c *Campaign) budget(l words.Language) string {
	if parts := limits(l, c.Deadline, c.States); len(parts) > 0 {
		return say(l, "at most {limits}", "limits", strings.Join(parts, ", "))
	}
	return say(l, "no limit")
}

// limits returns the limits of a search in words. 0 means no limit.
func limits(l words.Language, deadline time.Duration, states int64) (parts []string) {
	if deadline > 0 {
		parts = append(parts, strconv.FormatFloat(deadline.Seconds(), 'f', -1, 64)+" s")
	}
	if states > 0 {
		parts = append(parts, counted(l, states, "{n} state", "{n} states"))
	}
	return parts
}

// stops returns when the campaign stops, in words.
func (c *Campaign) stops(l words.Language) string {
	var parts []string
	if c.Stop.Deals > 0 {
		parts = append(parts, say(l, "after deals: {n}", "n", grouped(l, c.Stop.Deals)))
	}
	if c.Stop.Width > 0 {
		parts = append(parts, say(l, "when the interval is at most {n} points wide", "n", fmt.Sprint(c.Stop.Width)))
	}
	if !c.Stop.Until.IsZero() {
		parts = append(parts, say(l, "at {time}", "time", moment(c.Stop.Until)))
	}
	if len(parts) == 0 {
		return say(l, "after the last deal")
	}
	return strings.Join(parts, "; ")
}
