package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/plot"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// ratesPage answers GET /win-rates.
//
//	@ID			ratesPage
//	@Summary	A page that shows how often each game can be won
//	@Tags		pages
//	@Produce	html,application/problem+json
//	@Success	200	{string}	string
//	@Success	304
//	@Header		200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Failure	503		{object}	problem.Problem	"unavailable"
//	@Router		/win-rates [get]
func (s *service) ratesPage(w http.ResponseWriter, r *http.Request) error {
	reports, err := s.Stats.Rates(r.Context())
	if err != nil {
		return problem.Of(fmt.Errorf("win rates: %w", err), problem.Unavailable)
	}
	known := map[string]GameRate{}
	for i := range reports {
		known[reports[i].Game] = gameRate(&reports[i])
	}
	var p web.WinRates
	for _, g := range rules.Games() {
		rate, ok := known[g.Name]
		if !ok {
			rate = GameRate{Game: g.Name, Title: g.Title}
		}
		if rate.Deals > 0 {
			p.Counted++
			p.Deals += rate.Deals
		}
		p.Rows = append(p.Rows, pageRate(&rate))
	}
	slices.SortStableFunc(p.Rows, func(a, b web.RateRow) int {
		return strings.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title))
	})
	return sendPage(w, r, p)
}

// pageRate is how often a game can be won, as pages show it.
func pageRate(g *GameRate) web.RateRow {
	row := web.RateRow{
		Name: g.Game, Title: g.Title, Rate: pageInterval(g.Rate),
		Tally: web.Tally{Deals: g.Deals, Winnable: g.Tally.Winnable, Unwinnable: g.Tally.Unwinnable, Unknown: g.Tally.Unknown},
	}
	for _, p := range g.Published {
		row.Published = append(row.Published, web.Figure{
			Source: p.Source, Variant: p.Variant, Interval: web.Interval{Low: p.Low, High: p.High, Text: p.Figure},
		})
	}
	if g.Overlap != nil {
		row.Overlap = map[bool]string{true: "yes", false: "no"}[*g.Overlap]
	}
	return row
}

// pageInterval is an interval as pages show it: as it is written, with as many decimals
// in the middle as in its half.
func pageInterval(i *WinRate) *web.Interval {
	if i == nil {
		return nil
	}
	written := func(x float64) int {
		_, fraction, _ := strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), ".")
		return len(fraction)
	}
	decimals := max(written(i.Centre), written(i.HalfRange))
	return &web.Interval{
		Low: i.Low, High: i.High,
		Text: strings.Replace(strconv.FormatFloat(i.Centre, 'f', decimals, 64), "-", "−", 1) + " ± " + strconv.FormatFloat(i.HalfRange, 'f', decimals, 64),
	}
}

// mostWatched is how many running campaigns the page of a game shows.
const mostWatched = 3

// gamePage answers GET /games/{game}.
//
//	@ID			gamePage
//	@Summary	A page about a game: its rules in words, how often it can be won, what its deals take
//	@Tags		pages
//	@Produce	html,application/problem+json
//	@Param		game	path		string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Success	200		{string}	string
//	@Success	304
//	@Header		200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Failure	404		{object}	problem.Problem
//	@Failure	503		{object}	problem.Problem	"unavailable"
//	@Router		/games/{game} [get]
func (s *service) gamePage(w http.ResponseWriter, r *http.Request) error {
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return err
	}
	found, err := s.gameReport(r, g.Name)
	if err != nil {
		return err
	}
	report := GameStatisticsOf(&found)
	p := web.Game{
		RateRow: pageRate(&report.GameRate), Summary: g.Summary, Source: g.Source, Aliases: g.Aliases,
		Rules: indented(&g.Rules), Seeds: report.Seeds, Compared: report.Compared, Plots: pagePlots(&report), Pool: slices.Contains(s.Dealer.Games(), g.Name),
	}
	for _, t := range g.Rules.Describe() {
		p.InWords = append(p.InWords, web.Paragraph(t))
	}
	for _, o := range report.Others {
		p.Others = append(p.Others, pageOther(&o))
	}
	for _, c := range report.Contradictions {
		p.Contradictions = append(p.Contradictions, web.Contradiction{
			Seed: c.Seed, Winnable: whoSays(c.Winnable, c.Player), Unwinnable: whoSays(c.Unwinnable, nil),
		})
	}
	for _, n := range report.Neighbours {
		p.Neighbours = append(p.Neighbours, pageNeighbour(g.Name, &n))
	}
	running, err := s.Campaigns.List(r.Context(), campaign.Filter{Rules: &g.Rules, State: campaign.Running, Named: true, Most: mostWatched})
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	for i := range running {
		p.Running = append(p.Running, s.pageCampaign(&running[i]))
	}
	return sendPage(w, r, p)
}

// indented is the JSON of rules for people.
func indented(r *rules.Rules) string {
	var text bytes.Buffer
	if err := json.Indent(&text, r.Canonical(), "", "  "); err != nil {
		return string(r.Canonical()) // it can't be: package rules writes JSON
	}
	return text.String()
}

// pagePlots are the pictures that there is something to show in.
func pagePlots(g *GameStatistics) []web.Plot {
	var list []web.Plot
	add := func(kind, title, said string, d *Distribution, say func(float64) string) {
		if d != nil {
			list = append(list, web.Plot{Kind: kind, Title: title, Height: 280, Text: fmt.Sprintf(said, say(d.Median), say(d.P90), say(d.Most))})
		}
	}
	whole := func(x float64) string { return web.Number(int64(math.Round(x))) }
	add("states", "How many states the searches of deals entered",
		"Half of the searches entered %s states at most, nine of ten %s, the last one %s.", g.Distributions.States, whole)
	add("seconds", "How long the searches of deals took",
		"Half of the searches took %s at most, nine of ten %s, the last one %s.", g.Distributions.Seconds, plot.Seconds)
	add("length", "How long solutions are",
		"Half of the solutions have %s moves at most, nine of ten %s, the longest %s.", g.Distributions.Length, whole)
	if g.Game == drawsGame && len(list) > 0 {
		list = append(list, web.Plot{Kind: "draws", Title: "How often Klondike can be won, by draw size", Height: 340, Text: "By the number of cards that are drawn at a time, with and without worrying back."})
	}
	return list
}

func pageOther(o *OtherRate) web.Other {
	other := web.Other{Rate: pageInterval(o.Rate), Seeds: o.Seeds, Tally: web.Tally{Deals: o.Deals}}
	switch {
	case o.Player != nil:
		other.Who, other.Player = *o.Player, true
	case o.Source != nil:
		other.Who = *o.Source
	}
	if t := o.Tally; t != nil {
		other.Tally.Winnable, other.Tally.Unwinnable, other.Tally.Unknown = t.Winnable, t.Unwinnable, t.Unknown
	}
	if o.Played != nil {
		other.Tally.Won, other.Tally.Lost = int64(o.Played.Wins), int64(o.Played.Plays-o.Played.Wins)
	}
	return other
}

// whoSays names who says something of a deal.
func whoSays(source, player *string) string {
	switch {
	case player != nil:
		return "the player " + *player
	case source != nil:
		return *source
	}
	return "this service"
}

// pageNeighbour is how a game compares with another one, seen from the first.
func pageNeighbour(from string, c *GameComparison) web.Neighbour {
	name, swapped := c.Second, false
	if from == c.Second {
		name, swapped = c.First, true
	}
	g, _ := rules.Lookup(name)
	n := web.Neighbour{
		Name: name, Title: g.Title, Related: c.Weaker, Weaker: swapped, Counted: c.Counted, Deals: c.Deals,
		Difference: pageInterval(c.Difference), Needed: pageInterval(c.Needed),
	}
	if swapped && c.Difference != nil {
		d := *c.Difference
		d.Low, d.High, d.Centre = 0-d.High, 0-d.Low, 0-d.Centre // and not -0
		n.Difference = pageInterval(&d)
	}
	return n
}

// randomDeal answers GET /games/{game}/random-deal.
//
//	@ID			randomDeal
//	@Summary	The way to the page of a deal drawn at random
//	@Tags		pages
//	@Produce	html,application/problem+json
//	@Param		game	path	string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Success	303
//	@Header		303	{string}	Location	"the page of the deal"
//	@Failure	404	{object}	problem.Problem
//	@Router		/games/{game}/random-deal [get]
func (s *service) randomDeal(w http.ResponseWriter, r *http.Request) error {
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return err
	}
	// People like numbers that they can tell each other.
	leadToDeal(w, &g, strconv.Itoa(1+rand.IntN(1_000_000)))
	return nil
}

// dailyPage answers GET /games/{game}/daily-deal.
//
//	@ID				dailyPage
//	@Summary		The way to the page of today's deal, which can be won
//	@Tags			pages
//	@Produce		html,application/problem+json
//	@Param			game	path	string	true	"a game's name or alias, of which a pool is kept"	extensions(x-example=klondike)
//	@Success		303
//	@Header			303		{string}	Location	"the page of the deal"
//	@Failure		404		{object}	problem.Problem
//	@Failure		503		{object}	problem.Problem	"unavailable, filling"
//	@Router			/games/{game}/daily-deal [get]
func (s *service) dailyPage(w http.ResponseWriter, r *http.Request) error {
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.Limits.DefaultDeadline)
	defer cancel()
	_, today, err := s.Dealer.Daily(ctx, g.Name, "", "")
	if err != nil {
		return problem.Of(fmt.Errorf("deals of %s: %w", g.Name, err), problem.Unavailable)
	}
	leadToDeal(w, &g, today.Seed)
	return nil
}

// mostEnded is how many campaigns that have ended the page of campaigns shows.
const mostEnded = 100

// campaignsPage answers GET /campaigns.
//
//	@ID			campaignsPage
//	@Summary	A page that shows campaigns, and starts them
//	@Tags		pages
//	@Produce	html,application/problem+json
//	@Param		game	query		string	false	"the game that the form has to begin with"	extensions(x-example=klondike)
//	@Success	200		{string}	string
//	@Success	304
//	@Header		200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Failure	400		{object}	problem.Problem
//	@Failure	503		{object}	problem.Problem	"unavailable"
//	@Router		/campaigns [get]
func (s *service) campaignsPage(w http.ResponseWriter, r *http.Request) error {
	given, err := request.Query(r, "game")
	if err != nil {
		return err
	}
	p := web.Campaigns{
		Games: choices(), Chosen: given["game"], Start: s.mayStart(r), Schemes: deal.RangedSchemes(),
		Deadline: int(s.Limits.DefaultDeadline.Seconds()),
	}
	if g, known := rules.Lookup(p.Chosen); known {
		p.Chosen = g.Name
	} else {
		p.Chosen = "klondike"
	}
	for _, k := range player.Kinds() {
		p.Players = append(p.Players, web.Choice{Name: k.Name, Title: k.Name})
	}
	list, err := s.Campaigns.List(r.Context(), campaign.Filter{Named: middleware.MayDo(r.Context(), "") != nil, Most: mostCampaigns})
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	for i := range list {
		switch c := s.pageCampaign(&list[i]); {
		case !c.Final:
			p.Running = append(p.Running, c)
		case len(p.Ended) < mostEnded:
			p.Ended = append(p.Ended, c)
		default:
			p.More = true
		}
	}
	return sendPage(w, r, p)
}

// mayStart tells who may start campaigns among those who see the page that is asked for.
func (s *service) mayStart(r *http.Request) string {
	switch {
	case len(s.Access.Keys) > 0:
		return "key"
	case middleware.MayDo(r.Context(), "") == nil:
		return "all"
	}
	return "nobody"
}

// campaignPage answers GET /campaigns/{id}.
//
//	@ID			campaignPage
//	@Summary	A page that shows how far a campaign is
//	@Tags		pages
//	@Produce	html,application/problem+json
//	@Param		id		path		string	true	"the campaign's id"	extensions(x-example=Q2NFIMYJMZ5DRGSYLIBTSQTCHX)
//	@Success	200		{string}	string
//	@Success	304
//	@Header		200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Failure	404		{object}	problem.Problem
//	@Failure	503		{object}	problem.Problem	"unavailable"
//	@Router		/campaigns/{id} [get]
func (s *service) campaignPage(w http.ResponseWriter, r *http.Request) error {
	c, err := s.findCampaign(r)
	if err != nil {
		return err
	}
	p := web.CampaignPage{Campaign: s.pageCampaign(&c), Start: s.mayStart(r)}
	if c.Game == "" {
		p.Rules = indented(&c.Rules)
	}
	return sendPage(w, r, p)
}

// pageCampaign is a campaign as pages show it.
func (s *service) pageCampaign(c *campaign.Campaign) web.Campaign {
	said := s.describe(c)
	p := web.Campaign{
		ID: c.ID, Game: c.Game, Seeds: said.Seeds, Source: c.Source, State: c.State, Reason: c.Reason, Final: said.Final,
		Player: c.PlayedBy, Budget: budgetInWords(c), Stop: stopInWords(c), Priority: int64(c.Priority), Share: int64(c.Share),
		Deals: said.Deals, Done: said.Done, Inferred: c.Inferred, Rate: pageInterval(said.Rate), Remaining: -1,
		Tally:   web.Tally{Deals: said.Done, Winnable: c.Tally.Winnable, Unwinnable: c.Tally.Unwinnable, Unknown: c.Tally.Unknown, Won: c.Tally.Won, Lost: c.Tally.Lost},
		Created: c.Created.UTC().Format(time.RFC3339), Title: "Rules of one’s own",
	}
	if g, named := rules.Lookup(c.Game); named {
		p.Title = g.Title
	}
	if said.DealsPerSecond != nil {
		p.Pace = *said.DealsPerSecond
	}
	if said.RemainingMS != nil {
		p.Remaining = *said.RemainingMS
	}
	if said.StartedAt != nil {
		p.Started = said.StartedAt.Format(time.RFC3339)
	}
	if said.EndedAt != nil {
		p.Ended = said.EndedAt.Format(time.RFC3339)
	}
	return p
}

// budgetInWords says what each deal may take.
func budgetInWords(c *campaign.Campaign) string {
	var parts []string
	if c.Deadline > 0 {
		parts = append(parts, strconv.FormatFloat(c.Deadline.Seconds(), 'f', -1, 64)+" s")
	}
	if c.States > 0 {
		parts = append(parts, web.Number(c.States)+" states")
	}
	if len(parts) == 0 {
		return "solved, whatever it takes"
	}
	return "at most " + strings.Join(parts, " and ")
}

// stopInWords says when a campaign stops before its last deal; empty if it does not.
func stopInWords(c *campaign.Campaign) string {
	var parts []string
	if c.Stop.Deals > 0 {
		parts = append(parts, "after "+web.Number(c.Stop.Deals)+" deals")
	}
	if c.Stop.Width > 0 {
		parts = append(parts, fmt.Sprintf("when the interval is no wider than %g points", c.Stop.Width))
	}
	if !c.Stop.Until.IsZero() {
		parts = append(parts, "at "+c.Stop.Until.UTC().Format("2006-01-02 15:04 UTC"))
	}
	return strings.Join(parts, ", or ")
}
