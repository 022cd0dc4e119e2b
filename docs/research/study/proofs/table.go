package proofs

import (
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
)

// figures are those of a game's lost deals, each sorted.
type figures struct {
	name                               string
	lost                               int
	searched, states, bytes            []int // of the proven ones
	proved, checked                    []int
	allSearched, allProved, allChecked int
}

// writeTable writes a table in Markdown, a row for each game.
func writeTable(to io.Writer, files fs.FS) error {
	lines, err := rows.Table(files, resultsName+".gz", headings...)
	if err != nil {
		return err
	}
	games := map[string]*figures{}
	var order []*figures
	for _, line := range lines {
		g := games[line[0]]
		if g == nil {
			g = &figures{name: line[0]}
			games[line[0]] = g
			order = append(order, g)
		}
		g.lost++
		var n [6]int
		for i := range n {
			if n[i], err = strconv.Atoi(line[3+i]); err != nil {
				return err
			}
		}
		if n[2] == 0 {
			continue
		}
		g.searched, g.states, g.bytes = append(g.searched, n[0]), append(g.states, n[2]), append(g.bytes, n[3])
		g.proved, g.checked = append(g.proved, n[4]), append(g.checked, n[5])
		g.allSearched, g.allProved, g.allChecked = g.allSearched+n[0], g.allProved+n[4], g.allChecked+n[5]
	}
	slices.SortFunc(order, func(a, b *figures) int { return strings.Compare(a.name, b.name) })
	fmt.Fprintln(to, "| game | lost | proven | states | bytes | search, ms | write, ms | check, ms | write, times the search | check |")
	fmt.Fprintln(to, "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |")
	for _, g := range order {
		fmt.Fprintf(to, "| `%s` | %d | %d |", g.name, g.lost, len(g.states))
		if len(g.states) == 0 {
			fmt.Fprintln(to, " | | | | | | |")
			continue
		}
		for _, counts := range [][]int{g.states, g.bytes} {
			slices.Sort(counts)
			fmt.Fprintf(to, " %d · %d |", counts[len(counts)/2], counts[len(counts)-1])
		}
		for _, times := range [][]int{g.searched, g.proved, g.checked} {
			slices.Sort(times)
			fmt.Fprintf(to, " %s · %s |", millis(times[len(times)/2]), millis(times[len(times)-1]))
		}
		search := float64(max(1, g.allSearched))
		fmt.Fprintf(to, " %.1f | %.1f |\n", float64(g.allProved)/search, float64(g.allChecked)/search)
	}
	return nil
}

// millis writes microseconds as milliseconds.
func millis(micros int) string {
	ms := float64(micros) / 1000
	if ms < 10 {
		return strconv.FormatFloat(ms, 'f', 1, 64)
	}
	return strconv.FormatFloat(ms, 'f', 0, 64)
}
