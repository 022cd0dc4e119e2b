package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/draw"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// winRates answers GET /win-rates.
//
//	@ID			ratesPage
//	@Summary	Page of all win rates
//	@Param		shipped	query		string	false	"false leaves out the counts that come with the program"	Enums(true, false)	default(true)
//	@Failure	503		{object}	problem.Problem	"unavailable"
//	@Router		/win-rates [get]
func (s *Site) winRates(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), request.StatsTimeout)
	defer cancel()
	scope := scopeOf(r)
	reports, err := s.Stats.Rates(ctx, scope)
	if err != nil {
		return problem.Of(fmt.Errorf("reading the win rates: %w", err), problem.Unavailable)
	}
	known := map[string]*stats.Report{}
	for i := range reports {
		known[reports[i].Game] = &reports[i]
	}
	p := WinRates{Own: scope == stats.Own}
	var rows []RateRow
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
		rows = append(rows, RateRow{g, *report, differenceOf(report, overviewZoom), oddsOf(report)})
	}
	p.Families = families(rows)
	return send(w, r, "rates", "/win-rates", p)
}

// scopeOf reads the parameter shipped as the calls of the API do. Pages ignore invalid values.
func scopeOf(r *http.Request) stats.Scope {
	if r.URL.Query().Get("shipped") == "false" {
		return stats.Own
	}
	return stats.Pooled
}

const (
	mostWatched = 3  // running campaigns on the page of a game
	mostRanges  = 40 // ranges of counted deals on the page of a game
)

// game answers GET /games/{game}.
//
//	@ID			gamePage
//	@Summary	Page of a game: play it, its rules, its figures
//	@Param		view	query		string	false	"figures shows win rates and statistics"	Enums(figures)
//	@Param		shipped	query		string	false	"false shows the figures without the counts that come with the program"	Enums(true, false)	default(true)
//	@Success	200		{string}	string
//	@Success	303
//	@Header		303		{string}	Location	"the page under the game's usual name"
//	@Failure	503		{object}	problem.Problem	"unavailable"
//	@Router		/games/{game} [get]
func (s *Site) game(w http.ResponseWriter, r *http.Request, g rules.Game) error {
	ctx, cancel := context.WithTimeout(r.Context(), request.StatsTimeout)
	defer cancel()
	l, scope := languageOf(r), scopeOf(r)
	report, err := s.Stats.Game(ctx, g.Name, scope)
	if err != nil {
		return problem.Of(fmt.Errorf("reading the win rates of %s: %w", g.Name, err), problem.Unavailable)
	}
	p := Game{
		RateRow: RateRow{g, report, differenceOf(&report, zoomOn(&report)), oddsOf(&report)},
		Figures: r.URL.Query().Get("view") == "figures" || scope == stats.Own,
	}
	if !p.Figures {
		e := exampleOf(l, &g.Rules)
		p.InWords, p.Move, p.MoveText, p.Variants = goalFirst(g.Rules.Describe(l.Text)), e.file(), e.text, variantsOf(&g)
		p.Daily = slices.Contains(s.Dealer.Games(), g.Name)
		return send(w, r, "game", "/games", p)
	}
	p.Rules, p.Own, p.Plots, p.Version, p.Date = indented(&g.Rules), scope == stats.Own, gamePlots(l, &report), s.Version, time.Now()
	p.Ranges = slices.SortedFunc(slices.Values(report.Ours.Samples), stats.Sample.Compare)
	if more := len(p.Ranges) - mostRanges; more > 0 {
		p.Ranges, p.MoreRanges = p.Ranges[:mostRanges], int64(more)
	}
	if g.Name == DrawsGame {
		reports, err := s.Stats.Rates(ctx, scope)
		if err != nil {
			return problem.Of(fmt.Errorf("reading the win rates: %w", err), problem.Unavailable)
		}
		if draws := Draws(reports); len(draws) > 0 {
			p.Plots = append(p.Plots, Plot{
				Kind: "draws", Title: say(l, "Klondike: win rate by draw size"), Height: 340, Draws: draws,
				Text: say(l, "Win rate by cards drawn at a time, with and without taking cards back from the foundations (worrying back)."),
			})
		}
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
	return send(w, r, "figures", "/games", p)
}

// goalFirst puts the goal of a game before its other rules.
func goalFirst(sections []rules.Section) []rules.Section {
	i := max(0, slices.IndexFunc(sections, func(s rules.Section) bool { return s.Title == "The goal" }))
	goal := sections[i]
	return append([]rules.Section{goal}, slices.Delete(sections, i, i+1)...)
}

// variantsOf returns the other games under which lists fold a game.
func variantsOf(g *rules.Game) []rules.Game {
	main := cmp.Or(g.VariantOf, g.Name)
	var list []rules.Game
	for _, f := range rules.Families() {
		for _, e := range f.Games {
			if e.Name == main {
				list = append([]rules.Game{e.Game}, e.Variants...)
			}
		}
	}
	return slices.DeleteFunc(list, func(other rules.Game) bool { return other.Name == g.Name })
}

// limitsOf returns the limits of a method in words.
func limitsOf(l words.Language, m stats.Method) string {
	parts := limits(l, m.Time, m.States)
	if m.Memory > 0 {
		parts = append(parts, stats.Grouped(m.Memory>>20)+" MiB")
	}
	return cmp.Or(strings.Join(parts, ", "), say(l, "not known"))
}

// indented returns the JSON of rules, indented.
func indented(r *rules.Rules) string {
	var text bytes.Buffer
	if err := json.Indent(&text, r.Canonical(), "", "  "); err != nil {
		return string(r.Canonical()) // can't happen: rules are valid JSON
	}
	return text.String()
}

// gamePlots returns the plots that have data.
func gamePlots(l words.Language, report *stats.Report) []Plot {
	var list []Plot
	rates := len(report.Published)
	if report.Ours.Deals() > 0 {
		rates++
	}
	for i := range report.Others {
		if report.Others[i].Player == "" {
			rates++
		}
	}
	if rates > 0 {
		list = append(list, Plot{
			Kind: "rate", Title: say(l, "Win rate"), Height: draw.RatesHeight(rates),
			Text: say(l, "The measured interval, beside published intervals and other solvers’ intervals."),
		})
	}
	whole := func(x float64) string { return grouped(l, int64(math.Round(x))) }
	sum := &report.Spread
	for _, d := range []distributed{
		{"states", say(l, "States searched"), say(l, "States per deal"), say(l, "States"), &sum.States, sum.States.Doublings(), whole, 1},
		{"seconds", say(l, "Search time"), say(l, "Search time"), say(l, "Time"), &sum.Elapsed, sum.Elapsed.Doublings(), draw.Seconds, float64(time.Second)},
		{"length", say(l, "Solution length"), say(l, "Moves"), say(l, "Moves"), &sum.Length, sum.Length.Steps(MostSteps), whole, 1},
	} {
		if d.of.N() > 0 {
			list = append(list, d.plot(l))
		}
	}
	return list
}

// distributed is a distribution with the words of its plot.
type distributed struct {
	kind, title, about, unit string
	of                       *stats.Distribution
	bins                     []stats.Bucket
	say                      func(float64) string
	scale                    float64 // the divisor that turns a number into the unit of the text
}

// plot returns the plot of a distribution.
func (d *distributed) plot(l words.Language) Plot {
	quantile := func(q float64) string {
		least, most := d.of.Quantile(q)
		return d.say(float64(least+(most-least)/2) / d.scale)
	}
	p := Plot{
		Kind: d.kind, Title: d.title, Height: 280, Of: d.unit,
		Text: say(l, "{what}: median {median}, 90 % at most {high}, maximum {most}.", "what", d.about, "median", quantile(0.5),
			"high", quantile(0.9), "most", d.say(float64(d.of.Max())/d.scale)) + " " + counted(l, d.of.N(), "Of {n} deal.", "Of {n} deals."),
	}
	for _, b := range d.bins {
		text := d.say(float64(b.Least) / d.scale)
		if end := d.say(float64(b.Most) / d.scale); end != text {
			text = say(l, "{first} to {last}", "first", text, "last", end)
		}
		p.Bins = append(p.Bins, Bin{text, b.Count})
	}
	return p
}

// neighbour returns a comparison of two games as the page of one of them shows it.
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
		turned := func(i stats.Interval) stats.Interval { return stats.Interval{Low: 0 - i.High, High: 0 - i.Low} } // not -0
		d = stats.Rate{Share: turned(d.Share), Interval: turned(d.Interval)}
	}
	n.Difference = &d
	if c.Weaker {
		n.Needed = new(c.Needed())
	}
	return n
}

// Family is a game and its variants.
type Family struct {
	Name string
	Rows []RateRow // the main game first, the others by title
}

// Variants returns the number of games other than the main one.
func (f Family) Variants() int64 { return int64(len(f.Rows) - 1) }

// families groups each game with its variants, as the catalogue does. Games whose odds are known come
// first. It sorts by title.
func families(rows []RateRow) []Family {
	byName := map[string]RateRow{}
	for _, row := range rows {
		byName[row.Name] = row
	}
	var list []Family
	for _, f := range rules.Families() {
		for _, e := range f.Games {
			one := Family{Name: e.Title, Rows: []RateRow{byName[e.Name]}}
			for _, v := range e.Variants {
				one.Rows = append(one.Rows, byName[v.Name])
			}
			list = append(list, one)
		}
	}
	unknown := func(f Family) int {
		if f.Rows[0].Odds == nil {
			return 1
		}
		return 0
	}
	slices.SortFunc(list, func(a, b Family) int {
		return cmp.Or(unknown(a)-unknown(b), strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)))
	})
	return list
}
