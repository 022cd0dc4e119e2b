// Package winrates writes the page docs/research/results/win-rates.md from the counts that come with the program.
package winrates

import (
	"bytes"
	"context"
	_ "embed" // the page
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/differ"
	"github.com/thoughtful-solitaire/thoughtful/server/statistics"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

//go:embed winrates.md.tmpl
var winRatesText string

var winRatesPage = template.Must(template.New("win-rates.md").
	Funcs(template.FuncMap{"join": strings.Join, "number": stats.Grouped}).Parse(winRatesText))

// winRates are the contents of docs/research/results/win-rates.md. Its template is winrates.md.tmpl.
type winRates struct {
	Tables map[string][]*winRate // by the name of the table

	Games, Deals int64    // counted
	Narrow       int      // games whose interval is at most ± narrow
	Published    int      // games with deals and published figures
	Narrower     []string // of these, games whose interval is narrower than all published ones
	Figures      int      // published figures that were compared
	Differ       []string // games with a figure that differs
	Unsure       []string // games of whose deals more than unsure are unknown
}

const (
	narrow = 0.001 // half of an interval that is narrow enough: 0.1 percentage points
	unsure = 0.005 // share of deals
)

// winRate is the row of a game.
type winRate struct {
	*stats.Report
	Title                  string
	Figures                []string // published
	Verdict                string   // on the comparison with them
	Seeds, Budgets, Engine string
}

// Run writes the page. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("winrates", flag.ContinueOnError)
	out := flags.String("out", "", "the file to write; standard output if empty")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *out == "" {
		return write(ctx, os.Stdout)
	}
	var page bytes.Buffer
	if err := write(ctx, &page); err != nil {
		return err
	}
	return os.WriteFile(*out, page.Bytes(), 0o644)
}

// noCampaigns is a store without campaigns.
type noCampaigns struct{ *store.Store }

// Campaigns implements store.Campaigns.
func (noCampaigns) Campaigns(context.Context, campaign.Filter) ([]campaign.Campaign, error) {
	return nil, nil
}

// write writes the page.
func write(ctx context.Context, to io.Writer) error {
	known := statistics.New(noCampaigns{}, statistics.Shipped())
	defer known.Close(ctx)
	reports, err := known.Rates(ctx, stats.Pooled)
	if err != nil {
		return err
	}
	p := winRates{Tables: map[string][]*winRate{}}
	for i := range reports {
		p.add(&reports[i])
	}
	p.compare()
	return winRatesPage.Execute(to, p)
}

// add adds the row of a game to a table: the first of the paper that has it, else "others", or
// "unpublished". Alphabetic order has these names in order, too.
func (p *winRates) add(r *stats.Report) {
	table := "unpublished"
	for _, f := range r.Published {
		if strings.HasPrefix(f.Source, "Solvitaire, table ") {
			table = min(table, f.Source)
		} else {
			table = min(table, "others")
		}
	}
	if table == "unpublished" && r.Ours.Deals() == 0 {
		return
	}
	g, _ := rules.Lookup(r.Game)
	row := &winRate{Report: r, Title: g.Title, Verdict: "–"}
	for _, f := range r.Published {
		text := f.Text
		if !strings.HasPrefix(f.Source, "Solvitaire") {
			text += " (" + f.Source + ")"
		}
		row.Figures = append(row.Figures, text)
	}
	if r.Ours.Deals() > 0 {
		p.summarise(r)
		samples := slices.SortedFunc(slices.Values(r.Ours.Samples), stats.Sample.Compare)
		row.Seeds, row.Budgets, row.Engine = seeds(samples), budgets(samples), engines(samples)
	}
	p.Tables[table] = append(p.Tables[table], row)
}

// summarise counts a game with deals for the head of the page.
func (p *winRates) summarise(r *stats.Report) {
	name, width := "`"+r.Game+"`", r.Ours.Interval().Width()
	p.Games++
	p.Deals += r.Ours.Deals()
	if width <= 2*narrow {
		p.Narrow++
	}
	if float64(r.Ours.Unknown) > unsure*float64(r.Ours.Deals()) {
		p.Unsure = append(p.Unsure, name)
	}
	if len(r.Published) > 0 && !slices.ContainsFunc(r.Published, func(f stats.Published) bool { return f.Interval.Width() <= width }) {
		p.Narrower = append(p.Narrower, name)
	}
}

// compare gives each game with published figures a verdict: by the figure that differs most, with
// probabilities adjusted for the number of all figures (Holm).
func (p *winRates) compare() {
	var tests []float64
	var of []*winRate
	for _, name := range slices.Sorted(maps.Keys(p.Tables)) {
		for _, row := range p.Tables[name] {
			if row.Ours.Deals() == 0 || len(row.Published) == 0 {
				continue
			}
			p.Published++
			for i := range row.Published {
				tests, of = append(tests, differ.From(&row.Published[i], row.Ours.Tally)), append(of, row)
			}
		}
	}
	p.Figures = len(tests)
	least := map[*winRate]float64{}
	for i, test := range differ.Holm(tests) {
		if before, known := least[of[i]]; !known || test < before {
			least[of[i]] = test
		}
	}
	for row, test := range least {
		switch {
		case test < differ.Level:
			row.Verdict = fmt.Sprintf("**differs** (%.2g)", test)
			p.Differ = append(p.Differ, "`"+row.Game+"`")
		case !row.close():
			row.Verdict = fmt.Sprintf("not contradicted (%.2g)", test)
		default:
			row.Verdict = fmt.Sprintf("reproduced (%.2g)", test)
		}
	}
	slices.Sort(p.Differ)
}

// close reports whether our interval leaves no room for a rate that is far from a published one.
func (w *winRate) close() bool {
	ours := w.Ours.Interval()
	return !slices.ContainsFunc(w.Published, func(f stats.Published) bool {
		return ours.High-f.Interval.Low > differ.Near || f.Interval.High-ours.Low > differ.Near
	})
}

// usualScheme is the one of nearly all seeds. The page names only others.
const usualScheme = "solvitaire"

// seeds writes samples in order as ranges, those that follow one another as one.
func seeds(samples []stats.Sample) string {
	var ranges []stats.Sample
	for _, s := range samples {
		if n := len(ranges); n > 0 && ranges[n-1].Scheme == s.Scheme && s.First <= ranges[n-1].Last+1 {
			ranges[n-1].Last = max(ranges[n-1].Last, s.Last)
		} else {
			ranges = append(ranges, s)
		}
	}
	var texts []string
	for i := range ranges {
		text := span(ranges[i].First, ranges[i].Last)
		if ranges[i].Scheme != usualScheme {
			text = ranges[i].Scheme + ":" + text
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

// span writes two numbers as a range.
func span(from, to int64) string {
	if from == to {
		return stats.Grouped(from)
	}
	return stats.Grouped(from) + "–" + stats.Grouped(to)
}

// budgets writes the least and the greatest limit of a deal: of states, and of time where there
// was no other.
func budgets(samples []stats.Sample) string {
	var states []int64
	var times []time.Duration
	free := false
	for i := range samples {
		for _, m := range samples[i].Methods {
			switch {
			case m.States > 0:
				states = append(states, m.States)
			case m.Time > 0:
				times = append(times, m.Time)
			default:
				free = true
			}
		}
	}
	var texts []string
	if len(states) > 0 {
		texts = append(texts, span(slices.Min(states), slices.Max(states)))
	}
	if len(times) > 0 {
		text := slices.Min(times).String()
		if most := slices.Max(times); most != slices.Min(times) {
			text += "–" + most.String()
		}
		texts = append(texts, text)
	}
	if free {
		texts = append(texts, "none")
	}
	return strings.Join(texts, "; ")
}

// engines writes the version of the program that solved the last range, and how many others
// solved some of the deals.
func engines(samples []stats.Sample) string {
	var versions []string
	for i := range samples {
		for _, m := range samples[i].Methods {
			if m.Engine == "" {
				continue
			}
			versions = append(slices.DeleteFunc(versions, func(v string) bool { return v == m.Engine }), m.Engine)
		}
	}
	switch n := len(versions); n {
	case 0:
		return "–"
	case 1:
		return versions[0]
	default:
		return fmt.Sprintf("%s + %d", versions[n-1], n-1)
	}
}
