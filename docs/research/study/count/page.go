package count

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// wanted is half of the interval that the page plans for, in percentage points.
const wanted = 0.1

// left is what is left to count of a game.
type left struct {
	*row
	next    string
	seconds float64 // of a processor
	least   bool    // whether more follows that can't be estimated yet
	timed   bool    // whether searches with these states were
	reach   bool
}

// Page returns the page of what is left to count until the interval of each game is ± 0.1 points:
// docs/research/results/win-rates-plan.md. Dir has the goals and the counts, known the packed verdicts.
func Page(dir, known string) ([]byte, error) {
	c := count{dir: dir, files: map[string]*packed.Appender{}}
	if err := c.open(known, ""); err != nil {
		return nil, errors.Join(err, c.close())
	}
	var open []left
	done := 0
	for _, r := range c.list {
		if r.tally.Deals() >= r.deals && r.halfRange() <= wanted {
			done++
			continue
		}
		open = append(open, r.left())
	}
	slices.SortStableFunc(open, func(a, b left) int { return cmp.Compare(a.rank(), b.rank()) })
	var page strings.Builder
	fmt.Fprintf(&page, `# What is left to count

The next step of each [win rate](win-rates.md) whose interval is wider than ± %g percentage points, the cheapest first, as `+"`study count -plan`"+` estimates it. `+"`make -C docs/research count`"+` takes the steps, and `+"`make -C docs/research packed`"+` makes this page.

- Only deals of the scheme `+"`solvitaire`"+` are counted on; [the tables](win-rates.md) have those of other schemes, too.
- *Time* is processor time on one core, from the mean time of the deals searched so far (`+"`docs/research/data/counts/costs.csv`"+`), which shared the machine with other work. "At least" stands where unknown deals are tried again first: how many of them stay unknown decides what follows. A step has no time if no deal was timed with its budget yet.
- A rate is *out of reach* if too many deals stay unknown with the largest budget. It needs a better engine.

`, wanted)
	var sum float64
	beyond, timed := 0, 0
	for i := range open {
		switch {
		case !open[i].reach:
			beyond++
		case open[i].timed:
			timed++
			sum += open[i].seconds
		}
	}
	fmt.Fprintf(&page, "Games at ± %g points or less: %d of %d. Out of reach: %d. Next steps of other games that were timed: %d, which take %s. Not timed yet: %d.\n\n",
		wanted, done, len(c.list), beyond, timed, days(sum), len(open)-beyond-timed)
	page.WriteString("## Next steps\n\n| game | deals | our rate | unknown, % | next step | time |\n| --- | --: | --- | --: | --- | --- |\n")
	for i := range open {
		page.WriteString(open[i].line())
	}
	return []byte(page.String()), nil
}

// left returns what is left of a row.
func (r *row) left() left {
	n := r.tally.Deals()
	if n < r.deals {
		return r.step(r.deals-n, r.states, false)
	}
	deals, states, again := r.toward(wanted)
	return r.step(deals, states, again)
}

func (r *row) step(deals, states int64, again bool) left {
	l := left{row: r, least: again || r.tally.Deals() < r.deals, reach: deals > 0, seconds: float64(deals) * r.perDeal(states)}
	l.timed = r.costs[budget{r.game, states}].deals > 0
	switch {
	case !l.reach:
		l.next = fmt.Sprintf("out of reach with %s states", stats.Grouped(r.mostStates))
	case again:
		l.next = fmt.Sprintf("%s unknown deals again, with %s states", stats.Grouped(deals), stats.Grouped(states))
	default:
		l.next = stats.Grouped(deals) + " more deals"
	}
	return l
}

// rank orders what is left.
func (l *left) rank() float64 {
	switch {
	case !l.reach:
		return 2 * never
	case !l.timed:
		return never
	}
	return l.seconds
}

// line returns a line of the table.
func (l *left) line() string {
	time := "–"
	if l.reach && l.timed {
		time = days(l.seconds)
		if l.least {
			time = "at least " + time
		}
	}
	interval, n := "–", l.tally.Deals()
	if n > 0 {
		interval = l.tally.Rate().String()
	}
	g, _ := rules.Lookup(l.game)
	return fmt.Sprintf("| %s `%s` | %s | %s | %.2f | %s | %s |\n", g.Title, l.game, stats.Grouped(n), interval,
		100*float64(l.tally.Unknown)/float64(max(1, n)), l.next, time)
}
