package tables

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// bjarnason is the paper whose Table 3 shows how fast its searches win.
const bjarnason = "Bjarnason et al. 2007"

// timed is a row of Table 3 with our games of the same search.
type timed struct {
	row    string
	theirs map[string]string
	games  []timedGame // ours; none if it was not run
	bound  string      // on our games
}

// timedGame is the time of a game in seconds, and whether it was won.
type timedGame struct {
	won     bool
	seconds float64
}

// readTimed reads the rows of Table 3.
func readTimed(docs fs.FS) ([]timed, error) {
	rows, err := readPublished(docs)
	if err != nil {
		return nil, err
	}
	table, err := readCSV(docs, playersDir+"/bjarnason-times.csv")
	if err != nil {
		return nil, err
	}
	var all []timed
	for _, theirs := range table {
		t := timed{row: theirs["row"], theirs: theirs}
		i := slices.IndexFunc(rows, func(p published) bool { return p.paper == bjarnason && p.row == t.row })
		if i < 0 {
			return nil, fmt.Errorf("no row %q of %s", t.row, bjarnason)
		}
		// Where games without a bound take hours, those with one have a row of their own.
		if bounded := slices.IndexFunc(rows, func(p published) bool {
			return p.paper == bjarnason && p.run != nil && strings.HasPrefix(p.row, t.row+", won within ")
		}); bounded >= 0 {
			i, t.bound = bounded, " with a bound"
		}
		if rows[i].run != nil {
			if t.games, err = readTimes(docs, rows[i].file); err != nil {
				return nil, err
			}
		}
		all = append(all, t)
	}
	return all, nil
}

// readTimes reads the times of the games of a file.
func readTimes(docs fs.FS, file string) ([]timedGame, error) {
	rows, err := readCSV(docs, playersDir+"/"+file)
	if err != nil {
		return nil, err
	}
	games := make([]timedGame, len(rows))
	for i, row := range rows {
		if games[i].seconds, err = strconv.ParseFloat(row["seconds"], 64); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if games[i].won, err = strconv.ParseBool(row["won"]); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return games, nil
}

// mean writes the mean time of the games that were won, lost, or both.
func (t *timed) mean(won, lost bool) string {
	sum, n := 0.0, 0
	for _, g := range t.games {
		if g.won && won || !g.won && lost {
			sum += g.seconds
			n++
		}
	}
	if n == 0 {
		return "–"
	}
	return duration(sum / float64(n))
}

// within returns the number of games that were won in less than so many seconds.
func (t *timed) within(seconds float64) int64 {
	n := int64(0)
	for _, g := range t.games {
		if g.won && g.seconds < seconds {
			n++
		}
	}
	return n
}

// timesTable is Table 3 with our times below the paper's.
func timesTable(docs fs.FS) (string, error) {
	all, err := readTimed(docs)
	if err != nil {
		return "", err
	}
	limits := []struct {
		text    string
		seconds float64
		column  string // of Table 3
	}{{"4 ms", 0.004, ""}, {"16 ms", 0.016, ""}, {"64 ms", 0.064, ""}, {"1 s", 1, "1"}, {"4 s", 4, "4"}, {"16 s", 16, "16"}, {"64 s", 64, "64"}}
	var text strings.Builder
	text.WriteString("| search | | a win | a loss | a game |")
	for _, limit := range limits {
		fmt.Fprintf(&text, " won %% < %s |", limit.text)
	}
	text.WriteString("\n| --- | --- | --: | --: | --: |" + strings.Repeat(" --: |", len(limits)) + "\n")
	for i := range all {
		t := &all[i]
		fmt.Fprintf(&text, "| %s | paper | %s | %s | %s |", t.row, t.theirs["win"], t.theirs["loss"], t.theirs["overall"])
		for _, limit := range limits {
			fmt.Fprintf(&text, " %s |", orDash(t.theirs[limit.column]))
		}
		if len(t.games) == 0 {
			text.WriteString("\n| | ours: not run | – | – | – |" + strings.Repeat(" – |", len(limits)) + "\n")
			continue
		}
		fmt.Fprintf(&text, "\n| | ours, %s games%s | %s | %s | %s |", thousands(strconv.Itoa(len(t.games))), t.bound, t.mean(true, false), t.mean(false, true), t.mean(true, true))
		for _, limit := range limits {
			fmt.Fprintf(&text, " %.2f |", 100*float64(t.within(limit.seconds))/float64(len(t.games)))
		}
		text.WriteString("\n")
	}
	text.WriteString("\n![How many games are won within a time](../../pictures/nested-rollouts.svg)\n")
	return text.String(), nil
}
