package tables

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// fcSolveDir has the tables of study cost for FreeCell.
const fcSolveDir = "data/fc-solve/"

// costs is the results of a setting's deals, in order.
type costs []costRow

type costRow struct {
	seed, verdict string
	gaveUp        bool // a search that proves no loss came to its end
	ms            float64
	states        int64
}

func (c *costRow) decided() bool { return c.verdict == "winnable" || c.verdict == "unwinnable" }

// readCosts reads a table of study cost.
func readCosts(docs fs.FS, name string) (costs, error) {
	lines, err := readCSV(docs, name)
	if err != nil {
		return nil, err
	}
	var all costs
	for _, line := range lines {
		micros, err := strconv.ParseInt(line["cpu_us"], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", name, line["seed"], err)
		}
		states, err := strconv.ParseInt(line["states"], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", name, line["seed"], err)
		}
		all = append(all, costRow{line["seed"], line["verdict"], line["verdict"] == "unknown" && line["because"] == "", float64(micros) / 1000, states})
	}
	return all, nil
}

// quantile returns the least of sorted values that is not below the share q of them.
func quantile[V any](sorted []V, q float64) V {
	return sorted[max(0, int(q*float64(len(sorted))+0.9999999)-1)]
}

// spread returns three quantiles each of states and of milliseconds. The states of a deal that was
// not decided are at least those that were spent, and are written so.
func (c costs) spread() string {
	sorted := slices.Clone(c)
	slices.SortFunc(sorted, func(a, b costRow) int {
		if a.decided() != b.decided() {
			if a.decided() {
				return -1
			}
			return 1
		}
		return int(a.states - b.states)
	})
	var times []float64
	for _, r := range c {
		times = append(times, r.ms)
	}
	slices.Sort(times)
	var cells []string
	for _, q := range []float64{.5, .9, .99} {
		r := quantile(sorted, q)
		text := strconv.FormatInt(r.states, 10)
		if !r.decided() {
			text = "> " + text
		}
		cells = append(cells, text)
	}
	for _, q := range []float64{.5, .9, .99} {
		cells = append(cells, fmt.Sprintf("%.2f", quantile(times, q)))
	}
	return strings.Join(cells, " | ")
}
