package cli

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/server/statistics"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// solvedRun records how imported deals were solved, where their files don't say.
type solvedRun struct {
	Game   string
	Seeds  string // scheme:first-last
	States string // the budget of a deal
	Engine string // the version of the program
}

// runs reads how imported deals were solved.
func (f *statsCommand) runs() ([]solvedRun, error) {
	if f.Runs == "" {
		return nil, nil
	}
	file, err := os.Open(f.Runs)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || !slices.Equal(rows[0], []string{"game", "seeds", "states", "commit"}) {
		return nil, errors.New("the columns are not game, seeds, states and commit")
	}
	var runs []solvedRun
	for _, row := range rows[1:] {
		runs = append(runs, solvedRun{Game: row[0], Seeds: row[1], States: row[2], Engine: row[3]})
	}
	return runs, nil
}

// winRates writes the page with the win rates of all games, docs/results/win-rates.md.
type winRates struct {
	ctx   context.Context
	store store.Store
	known *statistics.Statistics
	runs  []solvedRun
	text  strings.Builder

	reports []stats.Report
	written map[string]bool // games that are in a table
	apart   []string        // those whose intervals don't overlap with what was published, even at 99.9 %
	chance  int             // those that do at 99.9 %
	tables  int             // rows that could be compared
}

const pageHead = `# Win rates, game by game

How many deals of each game can be won by a player who sees every card. [The page on win rates](../win-rates.md) says how to read the tables and how to count a rate of your own.

- *Seeds* are numbered deals, so that each verdict can be checked.
- *Budget* is the limit for one deal; a deal that is not decided within it is unknown.
- *Our interval* is Wilson's interval of 95 %, in percent. Unknown deals count as lost at its lower end and as won at its upper end; both ends are rounded outward.
- *Published* are intervals of 95 %, in percent. Unless a source is named they are from C. Blake and I. Gent, *The Winnability of Klondike Solitaire and Many Other Patience Games*, JAIR 85 (2026), doi 10.1613/jair.1.17167. Narrower intervals from the literature stand beside them.
- *Overlap* compares our interval with everything published for the game: whether they have a rate in common, and if not, whether the intervals of 99.9 % have.
- *Engine* is the version or commit of the program that solved the deals.

` + "`make win-rates`" + ` makes this page from the verdicts of single deals in ` + "`docs/data`" + ` with ` + "`thoughtful stats --markdown`" + `, which writes the same page from any other database.

`

const (
	rowsHead = "| game | deals | winnable | unwinnable | unknown | our interval | published | overlap | seeds | budget | engine |\n" +
		"| --- | --: | --: | --: | --: | --- | --- | --- | --- | --- | --- |\n"
	figuresHead = "| game | deals | winnable | unwinnable | unknown | our interval | seeds | budget | engine |\n" +
		"| --- | --: | --: | --: | --: | --- | --- | --- | --- |\n"
)

// withoutSpaces explains our figure where the published one is hardly bounded.
const withoutSpaces = `The paper decided 2.5 % of the deals of Klondike built regardless of suit whose spaces stay empty, and could only bound the share of winnable deals by 2.4 and 99.9 %. It is about a fifth. In this game a king can only go to its foundation, after all other cards of its suit. So a deal is lost if a king lies on a card of its own suit, or if kings wait for each other in a circle because of the suits below them. Seven deals of ten are lost for such a reason, which is found [without a search](../engines/deadlock.md); search decides nearly all of the rest.

`

func (p *winRates) write(to io.Writer) error {
	var err error
	if p.reports, err = p.known.Rates(p.ctx); err != nil {
		return err
	}
	p.text.WriteString(pageHead)
	for _, section := range []struct{ title, source string }{
		{"Games that others had studied before (table 1 of the paper)", "Solvitaire, table 1"},
		{"Games first studied with Solvitaire (table 2)", "Solvitaire, table 2"},
		{"Klondike by draw size and worrying back (table 3)", "Solvitaire, table 3"},
		{"Klondike by what is built and what may fill spaces (table 4)", "Solvitaire, table 4"},
		{"Other games with published figures", ""},
	} {
		fmt.Fprintf(&p.text, "## %s\n\n", section.title)
		if err := p.table(section.source); err != nil {
			return err
		}
		switch section.source {
		case "Solvitaire, table 3":
			if err := p.worryingBack(); err != nil {
				return err
			}
		case "Solvitaire, table 4":
			p.text.WriteString(withoutSpaces)
		}
	}
	p.overlaps()
	if err := p.first(); err != nil {
		return err
	}
	if err := p.contradictions(); err != nil {
		return err
	}
	_, err = io.WriteString(to, p.text.String())
	return err
}

// table writes the rows of the games of which a source has a figure; "" is any source.
func (p *winRates) table(source string) error {
	p.text.WriteString(rowsHead)
	for i := range p.reports {
		r := &p.reports[i]
		if p.written[r.Game] || !slices.ContainsFunc(r.Published, func(f stats.Published) bool { return source == "" || f.Source == source }) {
			continue
		}
		p.written[r.Game] = true
		var others []string
		for _, f := range r.Published {
			text := f.Text
			if !strings.HasPrefix(f.Source, "Solvitaire") {
				text += " (" + f.Source + ")"
			}
			others = append(others, text)
		}
		origin, err := p.origin(r)
		if err != nil {
			return err
		}
		fmt.Fprintf(&p.text, "| %s | %s | %s | %s |\n", found(r), strings.Join(others, "<br>"), p.overlap(r), origin)
	}
	p.text.WriteByte('\n')
	return nil
}

// byChance: the intervals of 95 % don't overlap, those of 99.9 % do.
const byChance = "no; at 99.9 % yes"

// overlap reports whether a game's interval has rates in common with what was published.
func (p *winRates) overlap(r *stats.Report) string {
	overlap, known := r.Overlap()
	switch {
	case !known:
		return "–"
	case overlap:
		p.tables++
		return "yes"
	}
	p.tables++
	wide := r.Ours.IntervalAt(stats.Z999)
	if slices.ContainsFunc(r.Published, func(f stats.Published) bool { return !f.Interval.Overlaps(wide) }) {
		p.apart = append(p.apart, "`"+r.Game+"`")
		return "**no**"
	}
	p.chance++
	return byChance
}

// overlaps sums the column up.
func (p *winRates) overlaps() {
	fmt.Fprintf(&p.text, "Of %d games with published figures, the intervals of %d do not overlap with one of those figures", p.tables, p.chance+len(p.apart))
	switch {
	case len(p.apart) > 0:
		fmt.Fprintf(&p.text, ", and for %s not those of 99.9 %% either.", strings.Join(p.apart, ", "))
	case p.chance > 0:
		p.text.WriteString("; at 99.9 % all do. Some of so many intervals of 95 % miss by chance, and games that are dealt alike were tried on the same deals, so they miss together.")
	default:
		p.text.WriteByte('.')
	}
	p.text.WriteString("\n\n")
}

// found is the beginning of the row of a game: what was found.
func found(r *stats.Report) string {
	g, _ := rules.Lookup(r.Game)
	interval := "–"
	if r.Ours.Deals() > 0 {
		interval = r.Ours.Interval().String()
	}
	return fmt.Sprintf("%s `%s` | %d | %d | %d | %d | %s", g.Title, r.Game, r.Ours.Deals(), r.Ours.Winnable, r.Ours.Unwinnable, r.Ours.Unknown, interval)
}

// origin is its end: how it was found.
func (p *winRates) origin(r *stats.Report) (string, error) {
	samples := slices.SortedFunc(slices.Values(r.Ours.Samples), stats.Sample.Compare)
	var seeds, budgets, engines []string
	for i := range samples {
		budget, engine, err := p.how(r.Game, &samples[i])
		if err != nil {
			return "", err
		}
		seeds, budgets, engines = append(seeds, samples[i].Seeds()), append(budgets, budget), append(engines, engine)
	}
	return strings.Join(seeds, "<br>") + " | " + strings.Join(slices.Compact(budgets), "<br>") + " | " + strings.Join(slices.Compact(engines), "<br>"), nil
}

// unversioned is what Go calls a program that was built where no revision can be told.
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
		if run.Game != game || run.Seeds != sample.Seeds() || c.Source != campaign.Ours {
			continue
		}
		if budget == "" {
			budget = run.States + " states"
		}
		if engine == "" || engine == unversioned {
			engine = run.Engine
		}
	}
	return budget, engine, nil
}

// worryingBack writes how much of Klondike's winnable deals needs worrying back.
func (p *winRates) worryingBack() error {
	figures, err := statistics.Necessity()
	if err != nil {
		return err
	}
	p.text.WriteString("**Which winnable deals need worrying back:** the share of the deals winnable with worrying back that can't be won without it, in percent. Both games were tried on the same deals, and the share is counted deal by deal. Unknown deals count both ways.\n\n")
	p.text.WriteString("| draw | deals | winnable | of these unwinnable without | unknown without | our interval | published | overlap |\n| --: | --: | --: | --: | --: | --- | --- | --- |\n")
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
		published, overlap := "", "–"
		if f, has := figures[strconv.Itoa(draw)]; has {
			published = f.Text
			switch {
			case f.Interval.Overlaps(c.Needed()):
				overlap = "yes"
			case f.Interval.Overlaps(c.NeededAt(stats.Z999)):
				overlap = byChance
			default:
				overlap = "**no**"
			}
		}
		first := implied.First()
		fmt.Fprintf(&p.text, "| %d | %d | %d | %d | %d | %s | %s | %s |\n", draw, c.N(), first.Winnable,
			implied[stats.Winnable][stats.Unwinnable], implied[stats.Winnable][stats.Unknown], c.Needed(), published, overlap)
	}
	p.text.WriteByte('\n')
	return nil
}

// first writes the games of which nothing was published that we know of.
func (p *winRates) first() error {
	p.text.WriteString("## First figures\n\nGames without a published figure that we know of.\n\n" + figuresHead)
	for i := range p.reports {
		r := &p.reports[i]
		if len(r.Published) > 0 || r.Ours.Deals() == 0 {
			continue
		}
		origin, err := p.origin(r)
		if err != nil {
			return err
		}
		fmt.Fprintf(&p.text, "| %s | %s |\n", found(r), origin)
	}
	p.text.WriteByte('\n')
	return nil
}

// contradictions writes how verdicts of others compare.
func (p *winRates) contradictions() error {
	p.text.WriteString("## Other solvers' verdicts\n\n")
	var deals, games int64
	var lines []string
	sources := map[string]bool{}
	for i := range p.reports {
		r := &p.reports[i]
		found, compared, err := p.known.Contradictions(p.ctx, r.Game)
		if err != nil {
			return err
		}
		if compared > 0 {
			deals, games = deals+compared, games+1
			for _, o := range r.Others {
				if o.Player == "" {
					sources[o.Source] = true
				}
			}
		}
		for _, c := range found {
			lines = append(lines, fmt.Sprintf("- `%s` %s: winnable by %s, unwinnable by %s", r.Game, c.Seed, orUs(c.Winnable), orUs(c.Unwinnable)))
		}
	}
	var names []string
	for name := range sources {
		names = append(names, name)
	}
	slices.Sort(names)
	fmt.Fprintf(&p.text, "%d deals of %d games were decided here and by another solver", deals, games)
	if len(names) > 0 {
		fmt.Fprintf(&p.text, " (%s)", strings.Join(names, ", "))
	}
	fmt.Fprintf(&p.text, ". Contradictions: %d.\n", len(lines))
	if len(lines) > 0 {
		p.text.WriteString("\n" + strings.Join(lines, "\n") + "\n")
	}
	return nil
}
