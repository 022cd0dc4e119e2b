package rates

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/draw"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
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
func (c *Calls) plotAll(w http.ResponseWriter, r *http.Request) error {
	reports, err := c.reports(r)
	if err != nil {
		return err
	}
	p := draw.Rates{Title: "Win rates", Whole: true}
	for i := range reports {
		row := draw.Row{Label: title(reports[i].Game)}
		if ours := &reports[i].Ours; ours.Deals() > 0 {
			row.Ranges = append(row.Ranges, rangeOf(draw.Ours, ours.Rate(), measured(ours)+", "+ours.Rate().Text(" %")))
		}
		for _, f := range reports[i].Published {
			row.Ranges = append(row.Ranges, rangeOf(draw.Theirs, figureOf(f), f.Source+", "+f.Text+" %"))
		}
		if len(row.Ranges) > 0 {
			p.Rows = append(p.Rows, row)
		}
	}
	reply.SendSVG(w, r, p.SVG())
	return nil
}

// plotGame answers GET /v1/stats/{game}.svg.
//
//	@ID				gameStatsPlot
//	@Summary		Plot the statistics of a game
//	@Description	For use in any page. `rate` is our win rate as an interval, beside rates of others and published rates; `states`, `seconds` and `length` are distributions over deals; `draws`, only for `klondike`, is the win rate by draw size, with and without worrying back.
//	@Produce		image/svg+xml
//	@Param			plot			query		string	false	"kind of plot"				Enums(rate, states, seconds, length, draws)	default(rate)
//	@Param			shipped			query		string	false	"false leaves out the counts that come with the program"	Enums(true, false)	default(true)
//	@Router			/v1/stats/{game}.svg [get]
func (c *Calls) plotGame(w http.ResponseWriter, r *http.Request) error {
	asked, err := c.readPlot(r)
	switch {
	case err != nil:
		return err
	case asked.plot == "draws":
		reply.SendSVG(w, r, drawsPlot(asked.draws))
	default:
		reply.SendSVG(w, r, plotOf(&asked.report, asked.plot))
	}
	return nil
}

// plotRequest is a request for a plot of a game, as a picture or as a table.
type plotRequest struct {
	plot   string          // one of plots
	report stats.Report    // of the game
	draws  []web.DrawRates // for the plot draws
}

// readPlot reads the parameters of a plot and returns its data.
func (c *Calls) readPlot(r *http.Request) (plotRequest, error) {
	given := request.Query(r, "plot", "shipped")
	what, scope := given.Word("plot", plots), given.Scope()
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return plotRequest{}, err
	}
	if what == "draws" && g.Name != web.DrawsGame {
		given.AddError("plot", "draws is only for %s", web.DrawsGame)
	}
	if err := given.Err(); err != nil {
		return plotRequest{}, err
	}
	reports, err := c.rates(r, scope)
	if err != nil {
		return plotRequest{}, err
	}
	asked := plotRequest{plot: cmp.Or(what, plots[0]), report: stats.Report{Game: g.Name, Spread: stats.NewSpread()}}
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

// plotOf draws a plot of one game.
func plotOf(r *stats.Report, what string) []byte {
	name := title(r.Game)
	d := GameStatisticsOf(r).Distributions
	switch what {
	case "states":
		return histogram(draw.Histogram{Title: name + ": states per deal", Of: "states searched", Log: true}, d.States)
	case "seconds":
		return histogram(draw.Histogram{Title: name + ": time per deal", Of: "time of the search", Log: true, Say: draw.Seconds}, d.Seconds)
	case "length":
		return histogram(draw.Histogram{Title: name + ": length of solutions", Of: "moves, redeals not counted"}, d.Length)
	}
	p := draw.Rates{Title: name + ": win rate"}
	if r.Ours.Deals() > 0 {
		p.Rows = append(p.Rows, rateRow(measured(&r.Ours), draw.Ours, r.Ours.Rate(), r.Ours.Rate().Text(" %")))
	}
	for _, f := range r.Published {
		p.Rows = append(p.Rows, rateRow(f.Source, draw.Theirs, figureOf(f), f.Text+" %"))
	}
	for i := range r.Others {
		if o := &r.Others[i]; o.Player == "" {
			p.Rows = append(p.Rows, rateRow(o.Source, draw.Third, o.Rate(), o.Rate().Text(" %")))
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

// figureOf returns a published figure as a rate that has only an interval.
func figureOf(f stats.Published) stats.Rate {
	return stats.Rate{Share: f.Interval, Interval: f.Interval}
}

func rateRow(label string, k draw.Kind, r stats.Rate, text string) draw.Row {
	return draw.Row{Label: label, Ranges: []draw.Range{rangeOf(k, r, text)}}
}

func rangeOf(k draw.Kind, r stats.Rate, text string) draw.Range {
	return draw.Range{Kind: k, Low: 100 * r.Interval.Low, High: 100 * r.Interval.High, Rate: 50 * (r.Share.Low + r.Share.High), Text: text}
}

// histogram draws a distribution, which may be nil.
func histogram(p draw.Histogram, d *Distribution) []byte {
	if d != nil {
		for _, b := range d.Bins {
			p.Bins = append(p.Bins, draw.Bin{From: b.From, Below: b.Below, Count: b.Deals})
		}
		p.Marks = []draw.Mark{{At: d.Median, Name: "median"}, {At: d.P99, Name: "99 % up to"}}
	}
	return p.SVG()
}

// drawsPlot draws Klondike's win rate by draw size, with and without worrying back: figure 2
// of the Solvitaire paper.
func drawsPlot(draws []web.DrawRates) []byte {
	with := draw.Series{Name: "with worrying back", Kind: draw.Ours}
	without := draw.Series{Name: "without", Kind: draw.Theirs}
	add := func(s *draw.Series, cards int, t stats.Tally) {
		if r := t.Rate(); t.Deals() > 0 {
			s.Points = append(s.Points, draw.Point{X: cards, Low: 100 * r.Interval.Low, High: 100 * r.Interval.High, Rate: 50 * (r.Share.Low + r.Share.High)})
		}
	}
	for _, d := range draws {
		add(&with, d.Cards, d.With)
		add(&without, d.Cards, d.Without)
	}
	return draw.Lines{Title: "Klondike: win rate by draw size", Of: "cards drawn at a time", Series: []draw.Series{with, without}}.SVG()
}

// title returns the title of a game.
func title(name string) string {
	if g, known := rules.Lookup(name); known {
		return g.Title
	}
	return name
}

// tableAll answers GET /v1/stats.csv.
//
//	@ID				statsTable
//	@Summary		Get all win rates as a table
//	@Description	The figures of GET /v1/stats.svg, a row for each interval. Columns: `game`, `title`, and `kind` (`measured` or `published`). A published figure has `source` and `variant`. A measured one has `deals`, `shipped`, `winnable`, `unwinnable` and `unknown`. The other columns are in percent: `low`, `high`, `centre` and `half_range` describe the interval; `share_low` and `share_high` are the rate itself, with unknown deals counted as lost and as won.
//	@Produce		text/csv
//	@Param			shipped		query		string	false	"false leaves out the counts that come with the program"	Enums(true, false)	default(true)
//	@Success		200			{string}	string
//	@Header			200			{string}	Content-Disposition	"name of the file"
//	@Router			/v1/stats.csv [get]
func (c *Calls) tableAll(w http.ResponseWriter, r *http.Request) error {
	reports, err := c.reports(r)
	if err != nil {
		return err
	}
	table := [][]string{rateColumns}
	for i := range reports {
		g := gameRate(&reports[i])
		table = append(table, rateRecords(&g)...)
	}
	sendTable(w, r, "win-rates", table)
	return nil
}

// tableGame answers GET /v1/stats/{game}.csv.
//
//	@ID				gameStatsTable
//	@Summary		Get the figures of a plot as a table
//	@Description	What GET /v1/stats/{game}.svg shows. `rate` has the columns of GET /v1/stats.csv; its `kind` may also be `solver`. `states`, `seconds` and `length` have the bins of a distribution: `game`, `from`, `below`, `deals`. `draws`, only for `klondike`, has `draw`, `worrying_back`, `deals`, `winnable`, `unwinnable`, `unknown`, `low`, `high`, `centre`, `half_range`, `share_low`, `share_high`.
//	@Produce		text/csv
//	@Param			plot			query		string	false	"kind of plot"				Enums(rate, states, seconds, length, draws)	default(rate)
//	@Param			shipped			query		string	false	"false leaves out the counts that come with the program"	Enums(true, false)	default(true)
//	@Success		200			{string}	string
//	@Header			200				{string}	Content-Disposition	"name of the file"
//	@Router			/v1/stats/{game}.csv [get]
func (c *Calls) tableGame(w http.ResponseWriter, r *http.Request) error {
	asked, err := c.readPlot(r)
	if err != nil {
		return err
	}
	all := GameStatisticsOf(&asked.report)
	var table [][]string
	switch d := &all.Distributions; asked.plot {
	case "states":
		table = bins(all.Game, d.States)
	case "seconds":
		table = bins(all.Game, d.Seconds)
	case "length":
		table = bins(all.Game, d.Length)
	case "draws":
		table = drawRecords(asked.draws)
	default:
		table = append([][]string{rateColumns}, rateRecords(&all.GameRate)...)
		for i := range all.Others {
			if o := &all.Others[i]; o.Source != nil && o.Tally != nil {
				table = append(table, measuredRecord(&all.GameRate, "solver", *o.Source, o.Deals, o.Shipped, o.Tally, o.Rate))
			}
		}
	}
	sendTable(w, r, all.Game+"-"+asked.plot, table)
	return nil
}

// sendTable answers with comma-separated values that a browser saves as a file.
func sendTable(w http.ResponseWriter, r *http.Request, name string, table [][]string) {
	var text bytes.Buffer
	_ = csv.NewWriter(&text).WriteAll(table) // a buffer does not fail
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name+".csv"))
	reply.SendTagged(w, r, csvType+"; charset=utf-8; header=present", text.Bytes())
}

var rateColumns = []string{
	"game", "title", "kind", "source", "variant", "deals", "shipped", "winnable", "unwinnable", "unknown", "low", "high", "centre", "half_range", "share_low", "share_high",
}

// rateRecords returns a row for the measured rate of a game and one for each published rate.
func rateRecords(g *GameRate) (records [][]string) {
	if g.Rate != nil {
		records = append(records, measuredRecord(g, "measured", "", g.Deals, g.Shipped, &g.Tally, g.Rate))
	}
	for _, p := range g.Published {
		centre, half, _ := strings.Cut(p.Figure, " ± ")
		records = append(records, []string{
			g.Game, g.Title, "published", p.Source, p.Variant, "", "", "", "", "", figure(p.Low), figure(p.High), centre, half, "", "",
		})
	}
	return records
}

func measuredRecord(g *GameRate, kind, source string, deals, shipped int64, t *VerdictTally, rate *WinRate) []string {
	record := []string{g.Game, g.Title, kind, source, ""}
	for _, n := range []int64{deals, shipped, t.Winnable, t.Unwinnable, t.Unknown} {
		record = append(record, strconv.FormatInt(n, 10))
	}
	return append(record, rateFigures(rate)...)
}

// rateFigures returns the last columns of a row; empty ones if the rate is nil.
func rateFigures(rate *WinRate) []string {
	if rate == nil {
		return make([]string, 6)
	}
	return []string{figure(rate.Low), figure(rate.High), figure(rate.Centre), figure(rate.HalfRange), figure(rate.ShareLow), figure(rate.ShareHigh)}
}

func figure(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// bins returns a distribution, which may be nil.
func bins(game string, d *Distribution) [][]string {
	table := [][]string{{"game", "from", "below", "deals"}}
	if d == nil {
		return table
	}
	for _, b := range d.Bins {
		table = append(table, []string{game, figure(b.From), figure(b.Below), strconv.FormatInt(b.Deals, 10)})
	}
	return table
}

// drawRecords returns the win rates of Klondike by draw size.
func drawRecords(draws []web.DrawRates) [][]string {
	table := [][]string{{
		"draw", "worrying_back", "deals", "winnable", "unwinnable", "unknown", "low", "high", "centre", "half_range", "share_low", "share_high",
	}}
	for _, d := range draws {
		for _, one := range []struct {
			worrying bool
			stats.Tally
		}{{true, d.With}, {false, d.Without}} {
			if one.Deals() == 0 {
				continue
			}
			record := []string{strconv.Itoa(d.Cards), strconv.FormatBool(one.worrying)}
			for _, n := range []int64{one.Deals(), one.Winnable, one.Unwinnable, one.Unknown} {
				record = append(record, strconv.FormatInt(n, 10))
			}
			table = append(table, append(record, rateFigures(winRate(one.Tally))...))
		}
	}
	return table
}
