package tables

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/readings"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// readingsTable compares readings of Yan's player with the rows of the paper.
func readingsTable(docs fs.FS) (string, error) {
	list, err := rows.Table(docs, readings.List, readings.ListColumns...)
	if err != nil {
		return "", err
	}
	played, err := rows.Table(docs, readings.Results, readings.ResultsColumns...)
	if errors.Is(err, fs.ErrNotExist) {
		return "Not played yet.\n", nil
	}
	if err != nil {
		return "", err
	}
	paper, err := yanRows(docs)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	text.WriteString("| reading | heuristic | 1 rollout | 2 rollouts | 3 rollouts | 4 rollouts | p, all rows |\n| --- | --: | --: | --: | --: | --: | --: |\n| **published** |")
	for _, row := range paper {
		fmt.Fprintf(&text, " %.2f |", 100*row.share)
	}
	text.WriteString(" |\n")
	for _, reading := range list {
		fmt.Fprintf(&text, "| **%s**: %s |", reading[0], reading[3])
		var tests []float64
		for n, row := range paper {
			o, err := player.Yan.ParseOptions(append(strings.Fields(reading[2]), fmt.Sprintf("n=%d", n)))
			if err != nil {
				return "", fmt.Errorf("%s: %w", readings.List, err)
			}
			at := slices.IndexFunc(played, func(r []string) bool { return r[0] == reading[1] && r[1] == player.Yan.Title(o) })
			if at < 0 {
				text.WriteString(" – |")
				continue
			}
			digits := played[at][3]
			games, wins := int64(len(digits)), int64(strings.Count(digits, "1"))
			test := stats.FisherExact(wins, games, row.won(), row.played)
			tests = append(tests, test)
			rate := fmt.Sprintf("%.2f", 100*float64(wins)/float64(games))
			if test < stats.Level {
				rate = "**" + rate + "**"
			}
			fmt.Fprintf(&text, " %s (%s) |", rate, written(test))
		}
		joint := "–"
		if len(tests) == len(paper) {
			joint = written(slices.Min(stats.Holm(tests)))
		}
		fmt.Fprintf(&text, " %s |\n", joint)
	}
	return text.String(), nil
}

// yanRows returns the rows of the paper with no rollouts, one, and so on up to four.
func yanRows(docs fs.FS) ([]published, error) {
	all, err := readPublished(docs)
	if err != nil {
		return nil, err
	}
	var found []published
	for n := range int64(5) {
		o := player.Yan.Defaults()
		o["n"] = n
		i := slices.IndexFunc(all, func(p published) bool { return p.kind.Name == player.Yan.Name && maps.Equal(p.options, o) })
		if i < 0 {
			return nil, fmt.Errorf("%s/rows.csv has no row of %s", playersDir, player.Yan.Title(o))
		}
		found = append(found, all[i])
	}
	return found, nil
}
