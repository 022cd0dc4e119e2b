package main

import (
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// interval is a confidence interval of a share, in percent.
type interval struct{ low, high float64 }

func (i interval) overlaps(j interval) bool { return i.low <= j.high && j.low <= i.high }

func (i interval) String() string { return fmt.Sprintf("%.2f to %.2f", i.low, i.high) }

// wilson is Wilson's score interval for k of n, in percent; z is how many standard
// deviations it reaches to either side.
func wilson(k, n int, z float64) interval { return wilsonShare(float64(k)/float64(n), n, z) }

// wilsonShare is the same for a share p of n.
func wilsonShare(p float64, n int, z float64) interval {
	m := float64(n)
	centre := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return interval{100 * max(0, centre-half), 100 * min(1, centre+half)}
}

// z999 is the z of an interval of 99.9 %.
const z999 = 3.290527

// tally counts verdicts of a game.
type tally struct{ winnable, unwinnable, unknown int }

func (t tally) n() int { return t.winnable + t.unwinnable + t.unknown }

// interval is that of the share of winnable deals: what is unknown counts as lost
// at its lower end, and as won at its upper end.
func (t tally) interval() interval {
	return interval{
		wilson(t.winnable, t.n(), z999).low,
		wilson(t.winnable+t.unknown, t.n(), z999).high,
	}
}

// figure is a published share.
type figure struct {
	variant, value, source string
	interval               interval
}

// readFigures reads what has been published of each game, and the games in the
// order in which they appear there.
func readFigures(docs fs.FS) (map[string][]figure, []string, error) {
	const name = "data/published.csv"
	rows, err := readCSV(docs, name)
	if err != nil {
		return nil, nil, err
	}
	figures := map[string][]figure{}
	var games []string
	for i, row := range rows {
		centre, err1 := strconv.ParseFloat(row["centre"], 64)
		half, err2 := strconv.ParseFloat(row["half_range"], 64)
		if err1 != nil || err2 != nil {
			return nil, nil, fmt.Errorf("%s, row %d: centre and half_range are numbers", name, i+2)
		}
		game := row["game"]
		if figures[game] == nil {
			games = append(games, game)
		}
		figures[game] = append(figures[game], figure{
			row["variant"], row["centre"] + " ± " + row["half_range"], row["source"],
			interval{centre - half, centre + half},
		})
	}
	return figures, games, nil
}

// winRate is what a run over a range of seeds found.
type winRate struct {
	game, seeds, states, commit string
	tally
}

// readRuns counts the verdicts of each run that runs.csv says is complete.
func readRuns(docs fs.FS) (map[string][]winRate, []string, error) {
	const dir = "data/winnability/"
	rows, err := readCSV(docs, dir+"runs.csv")
	if err != nil {
		return nil, nil, err
	}
	runs := map[string][]winRate{}
	var games []string
	for _, row := range rows {
		if row["commit"] == "" {
			continue
		}
		run := winRate{game: row["game"], seeds: row["seeds"], states: row["states"], commit: row["commit"]}
		seeds, err := seedRange(run.seeds)
		if err != nil {
			return nil, nil, fmt.Errorf("%sruns.csv: %w", dir, err)
		}
		deals, err := readDeals(docs, dir+run.game+".csv.gz")
		if err != nil {
			return nil, nil, err
		}
		verdicts := map[string]string{}
		for _, d := range deals {
			verdicts[d.seed] = d.verdict
		}
		for _, seed := range seeds {
			switch verdicts[seed] {
			case "winnable":
				run.winnable++
			case "unwinnable":
				run.unwinnable++
			case "unknown":
				run.unknown++
			default:
				return nil, nil, fmt.Errorf("%s%s.csv.gz has no verdict of %s, which runs.csv says was run", dir, run.game, seed)
			}
		}
		if runs[run.game] == nil {
			games = append(games, run.game)
		}
		runs[run.game] = append(runs[run.game], run)
	}
	return runs, games, nil
}

// seedRange lists the seeds of a range such as solvitaire:1-1000.
func seedRange(text string) ([]string, error) {
	scheme, numbers, _ := strings.Cut(text, ":")
	from, to, _ := strings.Cut(numbers, "-")
	first, err1 := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	if err1 != nil || err2 != nil || last < first {
		return nil, fmt.Errorf("%q is no range of seeds", text)
	}
	var seeds []string
	for n := first; n <= last; n++ {
		seeds = append(seeds, fmt.Sprintf("%s:%d", scheme, n))
	}
	return seeds, nil
}

const winnabilityHead = `# Winnability

How many deals of each game can be won by somebody who sees every card. ` + "`make tables`" + ` makes this page from the verdicts of single deals, which are in [data/winnability](data/winnability) and were made by ` + "`make winnability`" + `. *Seeds* are numbered deals, so that each verdict can be looked into. *States* is the budget of a deal: what was not decided by then is unknown. *Engine* is the commit of the engine that completed the run.

*Our interval* is Wilson's for 99.9 %; at its lower end everything unknown counts as lost, at its upper end as won. So one in a thousand such intervals misses the truth by chance, half of them on either side.

## Games with published figures

*Published* are intervals of 95 %, in percent. Where nothing else is said they are those of C. Blake and I. Gent, *The Winnability of Klondike Solitaire and Many Other Patience Games*, JAIR 85 (2026), doi 10.1613/jair.1.17167, made with Solvitaire; a narrower one that the literature has stands beside it. Solvitaire's games of the Spider family have rules of their own ([rules.md](rules.md)), which are our games NAME-solvitaire.

`

// withoutSpaces says where our figure comes from if the published one says nothing.
const withoutSpaces = `Of Klondike built regardless of suit, whose spaces stay empty, the paper decided 2.5 % of its deals. There a king can go nowhere but up, after all other cards of its suit. So a deal is lost if a king lies on a card of its own suit, or if kings wait for each other in a circle because of the suits below them. Seven deals of ten are lost for such a reason, which is found without a search ([methods.md](methods.md#deadlocks)); of the rest the search decides all but one in 2,497, with up to fifty million states, 0.6 s a deal in the mean. So the share of deals that can be won, of which the paper could say no more than that it lies between 2.4 and 99.9 %, is about a fifth.
`

// winnabilityPage makes the page on how many deals can be won.
func winnabilityPage(docs fs.FS) (string, error) {
	figures, published, err := readFigures(docs)
	if err != nil {
		return "", err
	}
	runs, games, err := readRuns(docs)
	if err != nil {
		return "", err
	}
	var page strings.Builder
	page.WriteString(winnabilityHead)
	page.WriteString("| game | deals | winnable | unwinnable | unknown | our interval | published | overlap | seeds | states | engine |\n")
	page.WriteString("| --- | --: | --: | --: | --: | --- | --- | --- | --- | --: | --- |\n")
	misses := 0
	var missing []string
	for _, game := range published {
		if runs[game] == nil {
			missing = append(missing, "`"+game+"`")
		}
		for _, run := range runs[game] {
			var others []string
			overlap := "yes"
			for _, f := range figures[game] {
				text := f.value
				if !strings.HasPrefix(f.source, "Solvitaire") {
					text += " (" + f.source + ")"
				}
				others = append(others, text)
				if !run.interval().overlaps(f.interval) {
					overlap = "**no**"
				}
			}
			if overlap != "yes" {
				misses++
			}
			fmt.Fprintf(&page, "| %s | %s | %s | %s | %s |\n",
				run.found(), strings.Join(others, "<br>"), overlap, run.seeds, run.origin())
		}
	}
	fmt.Fprintf(&page, "\nIntervals that do not overlap: %d.", misses)
	if len(missing) > 0 {
		fmt.Fprintf(&page, " Not run yet: %s.", strings.Join(missing, ", "))
	}
	page.WriteString("\n\n" + withoutSpaces)
	page.WriteString("\n## First figures\n\nGames for which we know of no published figure.\n\n")
	page.WriteString("| game | deals | winnable | unwinnable | unknown | our interval | seeds | states | engine |\n")
	page.WriteString("| --- | --: | --: | --: | --: | --- | --- | --: | --- |\n")
	for _, game := range games {
		if figures[game] == nil {
			for _, run := range runs[game] {
				fmt.Fprintf(&page, "| %s | %s | %s |\n", run.found(), run.seeds, run.origin())
			}
		}
	}
	return page.String(), nil
}

// found is the beginning of the row of a run: what it found.
func (r *winRate) found() string {
	name := "`" + r.game + "`"
	if g, known := rules.Lookup(r.game); known {
		name = g.Title + " " + name
	}
	return fmt.Sprintf("%s | %d | %d | %d | %d | %s", name, r.n(), r.winnable, r.unwinnable, r.unknown, r.interval())
}

// origin is its end: how it was made.
func (r *winRate) origin() string { return r.states + " | " + r.commit }
