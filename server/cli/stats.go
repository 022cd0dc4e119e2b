package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/api/rates"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/server/statistics"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// statsCommand is GET /v1/stats, or with a name GET /v1/stats/{game}.
type statsCommand struct {
	service.StoreConfig `embed:""`
	Game                string `arg:"" optional:"" help:"Name or alias of a game." predictor:"game"`
	JSON                bool   `name:"json" help:"Print the JSON of the service."`
	Shipped             bool   `help:"Include the counts that come with the program." default:"true" negatable:""`
}

func (f *statsCommand) Run(c console) error {
	var game deals.GameAnswer
	if f.Game != "" {
		var err error
		if game, err = deals.Game(f.Game); err != nil {
			return err
		}
	}
	s, err := f.Open(c.ctx, textLog(c))
	if err != nil {
		return err
	}
	defer s.Close()
	known := statistics.New(s, statistics.Shipped())
	defer known.Close(context.WithoutCancel(c.ctx))
	if f.Game != "" {
		return f.game(c, known, &game)
	}
	return f.all(c, known)
}

func (f *statsCommand) scope() stats.Scope {
	if f.Shipped {
		return stats.Pooled
	}
	return stats.Own
}

func (f *statsCommand) all(c console, known *statistics.Statistics) error {
	reports, err := known.Rates(c.ctx, f.scope())
	if err != nil {
		return err
	}
	if f.JSON {
		return printJSON(c.out, rates.StatisticsOf(reports))
	}
	t := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "game\tdeals\tshipped\twinnable\tunwinnable\tunknown\trate, %\tpublished, %\toverlap")
	for i := range reports {
		r := &reports[i]
		overlap := "–"
		if yes, known := r.Overlap(); known {
			overlap = map[bool]string{true: "yes", false: "no"}[yes]
		}
		var figures []string
		for _, p := range r.Published {
			figures = append(figures, p.Text)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", r.Game, counts(&r.Ours), strings.Join(figures, ", "), overlap)
	}
	return t.Flush()
}

// counts writes a count as cells of a table: how many deals, how many of them come with the program,
// their verdicts, the rate.
func counts(n *stats.Count) string {
	rate := "–"
	if n.Deals() > 0 {
		rate = n.Rate().String()
	}
	return fmt.Sprintf("%d\t%d\t%d\t%d\t%d\t%s", n.Deals(), n.Shipped(), n.Wins(), n.Unwinnable+n.Lost, n.Unknown, rate)
}

func (f *statsCommand) game(c console, known *statistics.Statistics, g *deals.GameAnswer) error {
	r, err := known.Game(c.ctx, g.Name, f.scope())
	if err != nil {
		return err
	}
	answer := rates.GameStatisticsOf(&r)
	if f.JSON {
		return printJSON(c.out, answer)
	}
	t := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0) // aligns adjacent lines with tabs
	fmt.Fprintf(t, "%s (%s)\n\n", g.Title, g.Name)
	fmt.Fprintln(t, "by\tdeals\tshipped\twinnable\tunwinnable\tunknown\trate, %\tseeds")
	fmt.Fprintf(t, "this program\t%s\t%s\n", counts(&r.Ours), strings.Join(answer.Seeds, " "))
	for i := range r.Others {
		o := &r.Others[i]
		by := o.Source
		if o.Player != "" {
			by = "player " + o.Player
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", by, counts(o), strings.Join(answer.Others[i].Seeds, " "))
	}
	for _, p := range r.Published {
		fmt.Fprintf(t, "%s\t\t\t\t\t\t%s\tpublished\n", p.Source, p.Text)
	}
	fmt.Fprintf(t, "\n%d deals were decided by two sources; contradictions: %d\n", r.Compared, len(r.Contradictions))
	for _, d := range r.Contradictions {
		fmt.Fprintf(t, "%s: winnable by %s, unwinnable by %s\n", d.Seed, sourceName(d.Winnable), sourceName(d.Unwinnable))
	}
	writeDistribution(t, "states", answer.Distributions.States)
	writeDistribution(t, "seconds", answer.Distributions.Seconds)
	writeDistribution(t, "length", answer.Distributions.Length)
	if len(r.Neighbours) > 0 {
		fmt.Fprintln(t, "\nweaker\tstronger\tdeals of both\tdifference, %\tof the winnable not winnable in the stronger, %")
	}
	for i := range r.Neighbours {
		n := &r.Neighbours[i]
		fmt.Fprintf(t, "%s\t%s\t%d", n.First, n.Second, n.N())
		if n.N() > 0 {
			fmt.Fprintf(t, "\t%s\t%s", n.Difference(), n.Needed())
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

func sourceName(source string) string { return cmp.Or(source, "this program") }

// writeDistribution writes a distribution, if it is known.
func writeDistribution(to io.Writer, name string, d *rates.Distribution) {
	if d != nil {
		fmt.Fprintf(to, "%s of %d deals: mean %.4g, median %.4g, 90 %% up to %.4g, 99 %% up to %.4g, most %.4g\n",
			name, d.Deals, d.Mean, d.Median, d.P90, d.P99, d.Most)
	}
}
