package api

import (
	"cmp"
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/api/plot"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// plots are the kinds of plots of a game.
var plots = []string{"rate", "states", "seconds", "length", "draws"}

// plotAll answers GET /v1/stats.svg.
//
//	@ID				statsPlot
//	@Summary		Plot all win rates
//	@Description	The rates of GET /v1/stats as intervals, with published figures.
//	@Produce		image/svg+xml
//	@Param			shipped		query		string	false	"false leaves out the counts that come with the program"	Enums(true, false)	default(true)
//	@Router			/v1/stats.svg [get]
func (c *statsCalls) plotAll(w http.ResponseWriter, r *http.Request) error {
	reports, err := c.reports(r)
	if err != nil {
		return err
	}
	p := plot.Rates{Title: "Win rates", Whole: true}
	for i := range reports {
		row := plot.Row{Label: title(reports[i].Game)}
		if ours := &reports[i].Ours; ours.Deals() > 0 {
			row.Ranges = append(row.Ranges, rangeOf(plot.Ours, ours.Rate(), measured(ours)+", "+ours.Rate().Text(" %")))
		}
		for _, f := range reports[i].Published {
			row.Ranges = append(row.Ranges, rangeOf(plot.Theirs, figureOf(f), f.Source+", "+f.Text+" %"))
		}
		if len(row.Ranges) > 0 {
			p.Rows = append(p.Rows, row)
		}
	}
	web.SendPlot(w, r, p.SVG())
	return nil
}

// plotGame answers GET /v1/stats/{game}.svg.
//
//	@ID				gameStatsPlot
//	@Summary		Plot the statistics of a game
//	@Description	For use in any page. `rate` is the win rate as an interval, with those of others and published ones; `states`, `seconds` and `length` are distributions over deals; `draws`, only for `klondike`, is the win rate by draw size, with and without worrying back.
//	@Produce		image/svg+xml
//	@Param			plot			query		string	false	"kind of plot"				Enums(rate, states, seconds, length, draws)	default(rate)
//	@Param			shipped			query		string	false	"false leaves out the counts that come with the program"	Enums(true, false)	default(true)
//	@Router			/v1/stats/{game}.svg [get]
func (c *statsCalls) plotGame(w http.ResponseWriter, r *http.Request) error {
	asked, err := c.plotted(r)
	switch {
	case err != nil:
		return err
	case asked.plot == "draws":
		web.SendPlot(w, r, drawsPlot(asked.draws))
	default:
		web.SendPlot(w, r, draw(&asked.report, asked.plot))
	}
	return nil
}

// plotted is what a call for a plot of a game asks for, as a picture or as a table.
type plotted struct {
	plot   string          // one of plots
	report stats.Report    // of the game
	draws  []web.DrawRates // for the plot draws
}

// plotted reads the parameters of a plot and returns its data.
func (c *statsCalls) plotted(r *http.Request) (plotted, error) {
	given := request.Query(r, "plot", "shipped")
	what, scope := given.Word("plot", plots), given.Scope()
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return plotted{}, err
	}
	if what == "draws" && g.Name != web.DrawsGame {
		given.AddError("plot", "draws is only for %s", web.DrawsGame)
	}
	if err := given.Err(); err != nil {
		return plotted{}, err
	}
	reports, err := c.rates(r, scope)
	if err != nil {
		return plotted{}, err
	}
	asked := plotted{plot: cmp.Or(what, plots[0]), report: stats.Report{Game: g.Name, Spread: stats.NewSpread()}}
	if what == "draws" {
		asked.draws = web.Draws(reports)
	}
	for i := range reports {
		if reports[i].Game == g.Name {
			asked.report = reports[i]
		}
	}
	return asked, nil
}

// draw draws a plot of one game.
func draw(r *stats.Report, what string) []byte {
	name := title(r.Game)
	d := GameStatisticsOf(r).Distributions
	switch what {
	case "states":
		return histogram(plot.Histogram{Title: name + ": states per deal", Of: "states searched", Log: true}, d.States)
	case "seconds":
		return histogram(plot.Histogram{Title: name + ": time per deal", Of: "time of the search", Log: true, Say: plot.Seconds}, d.Seconds)
	case "length":
		return histogram(plot.Histogram{Title: name + ": length of solutions", Of: "moves, redeals not counted"}, d.Length)
	}
	p := plot.Rates{Title: name + ": win rate"}
	if r.Ours.Deals() > 0 {
		p.Rows = append(p.Rows, rateRow(measured(&r.Ours), plot.Ours, r.Ours.Rate(), r.Ours.Rate().Text(" %")))
	}
	for _, f := range r.Published {
		p.Rows = append(p.Rows, rateRow(f.Source, plot.Theirs, figureOf(f), f.Text+" %"))
	}
	for i := range r.Others {
		if o := &r.Others[i]; o.Player == "" {
			p.Rows = append(p.Rows, rateRow(o.Source, plot.Third, o.Rate(), o.Rate().Text(" %")))
		}
	}
	return p.SVG()
}

// measured returns the label of our own rate.
func measured(ours *stats.Count) string {
	if ours.Shipped() > 0 {
		return "measured"
	}
	return "measured here"
}

// figureOf returns a published figure, whose interval alone is known.
func figureOf(f stats.Published) stats.Rate {
	return stats.Rate{Share: f.Interval, Interval: f.Interval}
}

func rateRow(label string, k plot.Kind, r stats.Rate, text string) plot.Row {
	return plot.Row{Label: label, Ranges: []plot.Range{rangeOf(k, r, text)}}
}

func rangeOf(k plot.Kind, r stats.Rate, text string) plot.Range {
	return plot.Range{Kind: k, Low: 100 * r.Interval.Low, High: 100 * r.Interval.High, Rate: 50 * (r.Share.Low + r.Share.High), Text: text}
}

// histogram draws a distribution, which may be nil.
func histogram(p plot.Histogram, d *Distribution) []byte {
	if d != nil {
		for _, b := range d.Bins {
			p.Bins = append(p.Bins, plot.Bin{From: b.From, Below: b.Below, Count: b.Deals})
		}
		p.Marks = []plot.Mark{{At: d.Median, Name: "median"}, {At: d.P99, Name: "99 % up to"}}
	}
	return p.SVG()
}

// drawsPlot draws Klondike's win rate by draw size, with and without worrying back: figure 2
// of the Solvitaire paper.
func drawsPlot(draws []web.DrawRates) []byte {
	with := plot.Series{Name: "with worrying back", Kind: plot.Ours}
	without := plot.Series{Name: "without", Kind: plot.Theirs}
	add := func(s *plot.Series, cards int, t stats.Tally) {
		if r := t.Rate(); t.Deals() > 0 {
			s.Points = append(s.Points, plot.Point{X: cards, Low: 100 * r.Interval.Low, High: 100 * r.Interval.High, Rate: 50 * (r.Share.Low + r.Share.High)})
		}
	}
	for _, d := range draws {
		add(&with, d.Cards, d.With)
		add(&without, d.Cards, d.Without)
	}
	return plot.Lines{Title: "Klondike: win rate by draw size", Of: "cards drawn at a time", Series: []plot.Series{with, without}}.SVG()
}

// title returns the title of a game.
func title(name string) string {
	if g, known := rules.Lookup(name); known {
		return g.Title
	}
	return name
}
