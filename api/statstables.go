package api

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// tableAll answers GET /v1/stats.csv.
//
//	@ID				statsTable
//	@Summary		Get all win rates as a table
//	@Description	What GET /v1/stats.svg shows: a row for each interval. Columns: `game`, `title`, `kind` (`measured` or `published`), `source` and `variant` (of a published figure), `deals`, `shipped`, `winnable`, `unwinnable`, `unknown` (of a measured one), `low`, `high`, `centre` and `half_range` (percent; of the interval), `share_low` and `share_high` (percent: the rate itself, with unknown deals counted as lost and as won).
//	@Produce		text/csv
//	@Param			shipped		query		string	false	"false leaves out the counts that come with the program"	Enums(true, false)	default(true)
//	@Success		200			{string}	string
//	@Header			200			{string}	Content-Disposition	"name of the file"
//	@Router			/v1/stats.csv [get]
func (c *statsCalls) tableAll(w http.ResponseWriter, r *http.Request) error {
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
func (c *statsCalls) tableGame(w http.ResponseWriter, r *http.Request) error {
	asked, err := c.plotted(r)
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
	web.SendTagged(w, r, csvType+"; charset=utf-8; header=present", text.Bytes())
}

var rateColumns = []string{
	"game", "title", "kind", "source", "variant", "deals", "shipped", "winnable", "unwinnable", "unknown", "low", "high", "centre", "half_range", "share_low", "share_high",
}

// rateRecords returns the intervals of a game: the measured one and the published ones.
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

// rateFigures returns the last columns of a rate, which may be nil.
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
