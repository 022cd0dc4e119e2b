package web

import (
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// mostEnded bounds the ended campaigns on the page of campaigns.
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
		Games: choices(), Chosen: chosen, Start: s.mayStart(r), Schemes: deal.RangedSchemes(),
		Deadline: int(s.Deadline.Seconds()),
	}
	if g, known := rules.Lookup(p.Chosen); known {
		p.Chosen = g.Name
	} else {
		p.Chosen = "klondike"
	}
	for _, k := range player.Kinds() {
		p.Players = append(p.Players, Choice{Name: k.Name, Title: k.Name})
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
	return send(w, r, p)
}

// mayStart returns who may start campaigns, for the template.
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
	return send(w, r, &p) // templates call methods of *campaign.Campaign
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
