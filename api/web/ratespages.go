package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/plot"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// winRates answers GET /win-rates.
//
//	@ID			ratesPage
//	@Summary	Page of all win rates
//	@Tags		pages
//	@Produce	html,application/problem+json
//	@Param		shipped	query		string	false	"false leaves out the counts that come with the program"	Enums(true, false)	default(true)
//	@Success	200		{string}	string
//	@Success	304
//	@Header		200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Failure	503		{object}	problem.Problem	"unavailable"
//	@Router		/win-rates [get]
func (s *Site) winRates(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	scope := scopeOf(r)
	reports, err := s.Stats.Rates(ctx, scope)
	if err != nil {
		return problem.Of(fmt.Errorf("win rates: %w", err), problem.Unavailable)
	}
	known := map[string]*stats.Report{}
	for i := range reports {
		known[reports[i].Game] = &reports[i]
	}
	p := WinRates{Own: scope == stats.Own}
	for _, g := range rules.Games() {
		report, ok := known[g.Name]
		if !ok {
			report = &stats.Report{Game: g.Name}
		}
		if n := report.Ours.Deals(); n > 0 {
			p.Counted++
			p.Deals += n
			p.Shipped += report.Ours.Shipped()
		}
		p.Rows = append(p.Rows, rateRow(&g, report))
	}
	slices.SortStableFunc(p.Rows, func(a, b RateRow) int {
		return strings.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title))
	})
	return send(w, r, p)
}

// scopeOf reads the parameter shipped, as the calls of the API have it. Pages ignore other values.
func scopeOf(r *http.Request) stats.Scope {
	if r.URL.Query().Get("shipped") == "false" {
		return stats.Own
	}
	return stats.Pooled
}

func rateRow(g *rules.Game, report *stats.Report) RateRow {
	row := RateRow{Name: g.Name, Title: g.Title, Rate: rateOf(report.Ours.Tally), Tally: report.Ours.Tally, Shipped: report.Ours.Shipped()}
	for _, p := range report.Published {
		row.Published = append(row.Published, Figure{
			Source: p.Source, Variant: p.Variant, Interval: Interval{Low: percent(p.Interval.Low), High: percent(p.Interval.High), Text: p.Text},
		})
	}
	if overlap, known := report.Overlap(); known {
		row.Overlap = map[bool]string{true: "yes", false: "no"}[overlap]
	}
	return row
}

const (
	mostWatched = 3 // running campaigns on the page of a game
	// patience bounds the wait for campaigns, and for pairs of games that are being counted.
	patience = 2 * time.Second
)

// game answers GET /games/{game}.
//
//	@ID			gamePage
//	@Summary	Page of a game: rules, win rate, statistics
//	@Tags		pages
//	@Produce	html,application/problem+json
//	@Param		game	path		string	true	"a game's name or alias"									extensions(x-example=klondike)
//	@Param		shipped	query		string	false	"false leaves out the counts that come with the program"	Enums(true, false)	default(true)
//	@Success	200		{string}	string
//	@Success	304
//	@Header		200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Failure	404		{object}	problem.Problem
//	@Failure	503		{object}	problem.Problem	"unavailable"
//	@Router		/games/{game} [get]
func (s *Site) game(w http.ResponseWriter, r *http.Request) error {
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	scope := scopeOf(r)
	report, err := s.Stats.Game(ctx, g.Name, scope)
	if err != nil {
		return problem.Of(fmt.Errorf("win rates of %s: %w", g.Name, err), problem.Unavailable)
	}
	p := Game{
		RateRow: rateRow(&g, &report), Summary: g.Summary, Source: g.Source, Aliases: g.Aliases,
		InWords: g.Rules.Describe(), Rules: indented(&g.Rules), Seeds: stats.Ranges(report.Ours.Samples),
		Others: report.Others, Contradictions: report.Contradictions, Compared: report.Compared,
		Own: scope == stats.Own, Plots: gamePlots(&report), Pool: slices.Contains(s.Dealer.Games(), g.Name),
	}
	for i := range report.Neighbours {
		p.Neighbours = append(p.Neighbours, neighbour(g.Name, &report.Neighbours[i]))
	}
	running, err := s.Campaigns.List(r.Context(), campaign.Filter{Rules: &g.Rules, State: campaign.Running, Named: true, Most: mostWatched})
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	for i := range running {
		p.Running = append(p.Running, s.view(&running[i]))
	}
	return send(w, r, p)
}

// indented returns the JSON of rules, indented.
func indented(r *rules.Rules) string {
	var text bytes.Buffer
	if err := json.Indent(&text, r.Canonical(), "", "  "); err != nil {
		return string(r.Canonical()) // not reached: rules are JSON
	}
	return text.String()
}

// gamePlots returns the plots that have data.
func gamePlots(report *stats.Report) []Plot {
	var list []Plot
	add := func(kind, title, said string, d *stats.Distribution, say func(float64) string, unit float64) {
		if d.N() == 0 {
			return
		}
		quantile := func(q float64) string {
			least, most := d.Quantile(q)
			return say(float64(least+(most-least)/2) / unit)
		}
		list = append(list, Plot{
			Kind: kind, Title: title, Height: 280,
			Text: fmt.Sprintf(said, quantile(0.5), quantile(0.9), say(float64(d.Max())/unit)),
		})
	}
	whole := func(x float64) string { return number(int64(math.Round(x))) }
	add("states", "States searched",
		"States per deal: median %s, 90 %% at most %s, maximum %s.", &report.Spread.States, whole, 1)
	add("seconds", "Search time",
		"Search time: median %s, 90 %% at most %s, maximum %s.", &report.Spread.Elapsed, plot.Seconds, float64(time.Second))
	add("length", "Solution length",
		"Moves: median %s, 90 %% at most %s, maximum %s.", &report.Spread.Length, whole, 1)
	if report.Game == "klondike" && (len(list) > 0 || report.Ours.Shipped() > 0) {
		list = append(list, Plot{Kind: "draws", Title: "Klondike: win rate by draw size", Height: 340, Text: "Win rate by cards drawn at a time, with and without worrying back."})
	}
	return list
}

// neighbour returns a comparison as seen from one of its games.
func neighbour(from string, c *stats.Comparison) Neighbour {
	name, swapped := c.Second, false
	if from == c.Second {
		name, swapped = c.First, true
	}
	g, _ := rules.Lookup(name)
	n := Neighbour{Name: name, Title: g.Title, Related: c.Weaker, Weaker: swapped, Counted: c.Counted, Deals: c.N()}
	if c.N() == 0 {
		return n
	}
	d := c.Difference()
	if swapped {
		d = stats.Interval{Low: 0 - d.High, High: 0 - d.Low} // not -0
	}
	n.Difference = interval(d)
	if c.Weaker {
		n.Needed = interval(c.Needed())
	}
	return n
}
