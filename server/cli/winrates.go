package cli

import (
	"context"
	_ "embed" // the page
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/thoughtful-solitaire/thoughtful/server/statistics"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

//go:embed winrates.md.tmpl
var winRatesText string

var winRatesPage = template.Must(template.New("win-rates.md").Funcs(template.FuncMap{"join": strings.Join}).Parse(winRatesText))

// winRates are the contents of docs/results/win-rates.md. Its template is winrates.md.tmpl.
type winRates struct {
	ctx   context.Context
	store store.Store
	known *statistics.Statistics
	runs  []solvedRun

	Tables       map[string][]*winRate // by the name of the table
	WorryingBack []worryingBack

	Compared int      // games with deals and published figures
	Missed   int      // of these, games whose intervals do not overlap
	Apart    []string // of these, games whose intervals do not overlap at 99.9 % either

	Decided, DecidedGames int64 // by other solvers too
	Sources               []string
	Contradictions        []string
}

// winRate is the row of a game.
type winRate struct {
	*stats.Report
	Title                   string
	Figures                 []string // published
	Overlap                 string
	Seeds, Budgets, Engines []string
}

// worryingBack is the row of a draw size.
type worryingBack struct {
	Draw int
	stats.Comparison
	Winnable, Unwinnable, Unknown int64
	Published, Overlap            string
}

// solvedRun says how imported deals were solved, where their files don't.
type solvedRun struct{ game, seeds, states, commit string }

// runs reads how imported deals were solved.
func (f *statsCommand) runs(c console) (runs []solvedRun, err error) {
	if f.Runs == "" {
		return nil, nil
	}
	text, err := readFile(c, f.Runs)
	if err != nil {
		return nil, err
	}
	rows, err := parseTable(text, []string{"game", "seeds", "states", "commit"})
	for _, row := range rows {
		runs = append(runs, solvedRun{row[0], row[1], row[2], row[3]})
	}
	return runs, err
}

func (p *winRates) write(to io.Writer) error {
	reports, err := p.known.Rates(p.ctx, stats.Own)
	if err != nil {
		return err
	}
	p.Tables = map[string][]*winRate{}
	for i := range reports {
		if err := errors.Join(p.add(&reports[i]), p.addContradictions(&reports[i])); err != nil {
			return err
		}
	}
	slices.Sort(p.Sources)
	p.Sources = slices.Compact(p.Sources)
	if err := p.addWorryingBack(); err != nil {
		return err
	}
	return winRatesPage.Execute(to, p)
}

// add adds the row of a game to a table: the first of the paper that has it, else "others", or
// "unpublished". Alphabetic order has these names in order, too.
func (p *winRates) add(r *stats.Report) error {
	table := "unpublished"
	for _, f := range r.Published {
		if strings.HasPrefix(f.Source, "Solvitaire, table ") {
			table = min(table, f.Source)
		} else {
			table = min(table, "others")
		}
	}
	if table == "unpublished" && r.Ours.Deals() == 0 {
		return nil
	}
	g, _ := rules.Lookup(r.Game)
	row := &winRate{Report: r, Title: g.Title, Overlap: p.overlap(r)}
	for _, f := range r.Published {
		text := f.Text
		if !strings.HasPrefix(f.Source, "Solvitaire") {
			text += " (" + f.Source + ")"
		}
		row.Figures = append(row.Figures, text)
	}
	for _, sample := range slices.SortedFunc(slices.Values(r.Ours.Samples), stats.Sample.Compare) {
		budget, engine, err := p.how(r.Game, &sample)
		if err != nil {
			return err
		}
		row.Seeds, row.Budgets, row.Engines = append(row.Seeds, sample.Seeds()), append(row.Budgets, budget), append(row.Engines, engine)
	}
	row.Budgets, row.Engines = slices.Compact(row.Budgets), slices.Compact(row.Engines)
	p.Tables[table] = append(p.Tables[table], row)
	return nil
}

// byChance: the intervals of 95 % do not overlap, those of 99.9 % do.
const byChance = "no; at 99.9 % yes"

// overlap reports whether a game's interval overlaps those that were published, and counts it.
func (p *winRates) overlap(r *stats.Report) string {
	overlap, known := r.Overlap()
	if !known {
		return "–"
	}
	p.Compared++
	if overlap {
		return "yes"
	}
	p.Missed++
	wide := r.Ours.IntervalAt(stats.Z999)
	if slices.ContainsFunc(r.Published, func(f stats.Published) bool { return !f.Interval.Overlaps(wide) }) {
		p.Apart = append(p.Apart, "`"+r.Game+"`")
		return "**no**"
	}
	return byChance
}

// unversioned is Go's version of a program that was built outside of a repository.
const unversioned = "(devel)"

// how returns the budget within which the deals of a sample were solved, and the program.
func (p *winRates) how(game string, sample *stats.Sample) (budget, engine string, err error) {
	c, _, err := p.store.Campaign(p.ctx, sample.Campaign)
	if err != nil {
		return "", "", err
	}
	if c.States > 0 {
		budget = strconv.FormatInt(c.States, 10) + " states"
	} else if c.Deadline > 0 {
		budget = c.Deadline.String()
	}
	first, err := p.store.Results(p.ctx, c.ID, c.First, 1)
	if err != nil {
		return "", "", err
	}
	if len(first) > 0 {
		engine = first[0].Engine
	}
	for _, run := range p.runs {
		if run.game != game || run.seeds != sample.Seeds() || c.Source != campaign.Ours {
			continue
		}
		if budget == "" {
			budget = run.states + " states"
		}
		if engine == "" || engine == unversioned {
			engine = run.commit
		}
	}
	return budget, engine, nil
}

// addWorryingBack counts how many winnable deals of Klondike need worrying back.
func (p *winRates) addWorryingBack() error {
	figures, err := statistics.Necessity()
	if err != nil {
		return err
	}
	for draw := 1; draw <= 24; draw++ {
		with := fmt.Sprintf("klondike-draw-%d", draw)
		c, err := p.known.Compare(p.ctx, with, with+"-no-worrying-back")
		if err != nil {
			return err
		}
		if c.N() == 0 {
			continue
		}
		implied := c.Implied()
		first := implied.First()
		row := worryingBack{
			Draw: draw, Comparison: c, Overlap: "–",
			Winnable: first.Winnable, Unwinnable: implied[stats.Winnable][stats.Unwinnable], Unknown: implied[stats.Winnable][stats.Unknown],
		}
		if f, has := figures[strconv.Itoa(draw)]; has {
			row.Published = f.Text
			switch {
			case f.Interval.Overlaps(c.Needed()):
				row.Overlap = "yes"
			case f.Interval.Overlaps(c.NeededAt(stats.Z999)):
				row.Overlap = byChance
			default:
				row.Overlap = "**no**"
			}
		}
		p.WorryingBack = append(p.WorryingBack, row)
	}
	return nil
}

// addContradictions compares the verdicts of others on a game.
func (p *winRates) addContradictions(r *stats.Report) error {
	found, compared, err := p.known.Contradictions(p.ctx, r.Game)
	if err != nil {
		return err
	}
	for _, c := range found {
		p.Contradictions = append(p.Contradictions, fmt.Sprintf("- `%s` %s: winnable by %s, unwinnable by %s", r.Game, c.Seed, orUs(c.Winnable), orUs(c.Unwinnable)))
	}
	if compared == 0 {
		return nil
	}
	p.Decided += compared
	p.DecidedGames++
	for _, o := range r.Others {
		if o.Player == "" {
			p.Sources = append(p.Sources, o.Source)
		}
	}
	return nil
}
