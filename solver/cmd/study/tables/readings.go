package tables

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/readings"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// yanRow is what Yan et al. 2005 print for a number of rollouts: the share of games won, of how
// many.
type yanRow struct {
	share float64
	games int64
}

// yanRows are their rows with no rollouts, one, and so on.
var yanRows = []yanRow{{0.1305, 10000}, {0.3120, 10000}, {0.4760, 10000}, {0.5683, 10000}, {0.6051, 1000}, {0.7020, 200}}

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
	var text strings.Builder
	text.WriteString("| reading | heuristic | 1 rollout | 2 rollouts | 3 rollouts | 4 rollouts | p, all rows |\n| --- | --: | --: | --: | --: | --: | --: |\n| **published** |")
	for _, row := range yanRows[:5] {
		fmt.Fprintf(&text, " %.2f |", 100*row.share)
	}
	text.WriteString(" |\n")
	for _, reading := range list {
		fmt.Fprintf(&text, "| **%s**: %s |", reading[0], reading[3])
		var tests []float64
		for n, row := range yanRows[:5] {
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
			test := stats.FisherExact(wins, games, int64(math.Round(row.share*float64(row.games))), row.games)
			tests = append(tests, test)
			rate := fmt.Sprintf("%.2f", 100*float64(wins)/float64(games))
			if test < level {
				rate = "**" + rate + "**"
			}
			fmt.Fprintf(&text, " %s (%s) |", rate, written(test))
		}
		joint := "–"
		if len(tests) == 5 {
			joint = written(slices.Min(stats.Holm(tests)))
		}
		fmt.Fprintf(&text, " %s |\n", joint)
	}
	return text.String(), nil
}
