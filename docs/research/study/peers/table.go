package peers

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

var (
	settingsColumns = []string{"name", "game", "seeds", "peers", "seconds", "block"}
	columns         = []string{"game", "seed", "program", "verdict", "seconds", "process_seconds", "mib", "states", "load"}
)

// group has the results of one program on some deals of a comparison.
type group struct {
	deals, decided int
	process        float64            // CPU seconds of the processes
	memory         int                // MiB
	seconds        []float64          // of each deal, if the program prints them
	solved         map[string]float64 // of these, the decided ones, by seed
}

// comparison has the results of all programs on all deals, by program; and on those that are won
// and lost.
type comparison struct {
	programs []string // this one, then in the order of the table
	kinds    map[string]map[solver.Verdict]*group
	load     [2]float64 // least and most
}

// all is the key of all deals of a comparison, as no verdict is empty.
const all solver.Verdict = ""

// Table returns the comparisons for which the directory has whole tables, as a table in Markdown.
func Table(dir fs.FS) (string, error) {
	lines, err := rows.Table(dir, "settings.csv", settingsColumns...)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	text.WriteString("| deals | program | number | decided | CPU s | ratio | in searches, s | ratio | median ms | p99 ms | slowest s | MiB | load |\n" +
		"| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --- |\n")
	for _, line := range lines {
		name := line[0] + ".csv.gz"
		results, err := rows.Table(dir, name, columns...)
		if errors.Is(err, fs.ErrNotExist) { // not compared yet, or not whole
			continue
		}
		if err != nil {
			return "", err
		}
		c, err := compare(results)
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		c.write(&text, fmt.Sprintf("`%s` %s", line[1], line[2]))
	}
	return text.String(), nil
}

// compare groups the rows of a table. Contradictions are errors.
func compare(results [][]string) (*comparison, error) {
	proven := map[string]solver.Verdict{} // by seed
	for _, row := range results {
		v := solver.Verdict(row[3])
		if before := proven[row[1]]; v.Proven() && before.Proven() && v != before {
			return nil, fmt.Errorf("CONTRADICTION: %s is %s and %s", row[1], before, v)
		}
		if v.Proven() {
			proven[row[1]] = v
		}
	}
	c := &comparison{kinds: map[string]map[solver.Verdict]*group{}}
	for i, row := range results {
		groups := c.kinds[row[2]]
		if groups == nil {
			groups = map[solver.Verdict]*group{}
			c.kinds[row[2]] = groups
			c.programs = append(c.programs, row[2])
		}
		process, processErr := strconv.ParseFloat(row[5], 64)
		memory, memoryErr := strconv.Atoi(row[6])
		if err := errors.Join(processErr, memoryErr); err != nil {
			return nil, err
		}
		if load, err := strconv.ParseFloat(row[8], 64); err == nil {
			if i == 0 {
				c.load = [2]float64{load, load}
			}
			c.load = [2]float64{min(c.load[0], load), max(c.load[1], load)}
		}
		kinds := []solver.Verdict{all}
		if v := proven[row[1]]; v.Proven() {
			kinds = append(kinds, v)
		}
		for _, kind := range kinds {
			g := groups[kind]
			if g == nil {
				g = &group{solved: map[string]float64{}}
				groups[kind] = g
			}
			g.deals++
			if solver.Verdict(row[3]).Proven() {
				g.decided++
			}
			g.process += process
			g.memory = max(g.memory, memory)
			if row[4] == "" {
				continue
			}
			seconds, err := strconv.ParseFloat(row[4], 64)
			if err != nil {
				return nil, err
			}
			g.seconds = append(g.seconds, seconds)
			if solver.Verdict(row[3]).Proven() {
				g.solved[row[1]] = seconds
			}
		}
	}
	at := slices.Index(c.programs, own)
	if at < 0 {
		return nil, fmt.Errorf("no results of %s", own)
	}
	c.programs = slices.Insert(slices.Delete(c.programs, at, at+1), 0, own)
	return c, nil
}

// write appends the rows of a comparison.
func (c *comparison) write(text *strings.Builder, title string) {
	for _, v := range []solver.Verdict{solver.Winnable, solver.Unwinnable} {
		if g := c.kinds[own][v]; g != nil && g.deals == c.kinds[own][all].deals {
			title += ", all " + map[solver.Verdict]string{solver.Winnable: "won", solver.Unwinnable: "lost"}[v]
		}
	}
	for _, kind := range []struct {
		verdict solver.Verdict
		title   string
	}{{all, title}, {solver.Winnable, "won"}, {solver.Unwinnable, "lost"}} {
		ours := c.kinds[own][kind.verdict]
		if ours != nil && kind.verdict != all && ours.deals == c.kinds[own][all].deals {
			continue // the row of all deals says it
		}
		for i, program := range c.programs {
			g := c.kinds[program][kind.verdict]
			if g == nil || ours == nil {
				continue
			}
			first, process, ratio, memory, load := "", "", "", "", ""
			if i == 0 {
				first = kind.title
			}
			if kind.verdict == all {
				process, memory = number(g.process), strconv.Itoa(g.memory)
				switch {
				case i > 0 && g.decided == g.deals && ours.decided == ours.deals:
					ratio = number(g.process / ours.process)
				case i == 0:
					load = fmt.Sprintf("%.0f–%.0f", c.load[0], c.load[1])
				}
			}
			fmt.Fprintf(text, "| %s | %s | %d | %d | %s | %s | %s | %s | %s |\n",
				first, program, g.deals, g.decided, process, ratio, g.times(ours, i > 0), memory, load)
		}
	}
}

// times returns the columns of the searches. The ratio is of the deals that both decide, as a
// limit ends the others.
func (g *group) times(ours *group, ratio bool) string {
	if len(g.seconds) < g.deals {
		return "– | | – | – | –"
	}
	quotient := ""
	if ratio {
		theirs, own := 0.0, 0.0
		for seed, seconds := range g.solved {
			if here, both := ours.solved[seed]; both {
				theirs += seconds
				own += here
			}
		}
		if own > 0 {
			quotient = number(theirs / own)
		}
	}
	sorted := slices.Sorted(slices.Values(g.seconds))
	quantile := func(percent int) float64 { return sorted[(len(sorted)*percent+99)/100-1] }
	return fmt.Sprintf("%s | %s | %s | %s | %s", number(sum(sorted)), quotient,
		number(1000*quantile(50)), number(1000*quantile(99)), number(sorted[len(sorted)-1]))
}

func sum(numbers []float64) (total float64) {
	for _, n := range numbers {
		total += n
	}
	return total
}

// number writes two significant digits, and no less than the integer.
func number(n float64) string {
	if n <= 0 {
		return "0"
	}
	return strconv.FormatFloat(n, 'f', max(0, 1-int(math.Floor(math.Log10(n)))), 64)
}
