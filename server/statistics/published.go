package statistics

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Published returns the published win rates of a game of the catalogue. The error says that the
// program was built with figures that can't be read.
func Published(game string) ([]stats.Published, error) {
	figures, _, err := published()
	return figures[game], err
}

// published reads the published win rates by game, and the games in the order of the table.
func published() (map[string][]stats.Published, []string, error) {
	rows, err := table(docs.Published, "game", "variant", "centre", "half_range", "source")
	if err != nil {
		return nil, nil, err
	}
	figures := map[string][]stats.Published{}
	var games []string
	for _, row := range rows {
		game := row[0]
		if figures[game] == nil {
			games = append(games, game)
		}
		f, err := figure(row[2], row[3])
		if err != nil {
			return nil, nil, fmt.Errorf("published figures of %s: %w", game, err)
		}
		f.Variant, f.Source = row[1], row[4]
		figures[game] = append(figures[game], f)
	}
	return figures, games, nil
}

// figure reads an interval in percent.
func figure(centre, half string) (stats.Published, error) {
	c, err1 := strconv.ParseFloat(centre, 64)
	h, err2 := strconv.ParseFloat(half, 64)
	return stats.Published{
		Text: centre + " ± " + half, Interval: stats.Interval{Low: max(0, c-h) / 100, High: min(100, c+h) / 100},
	}, errors.Join(err1, err2)
}

// table reads comma-separated values under their headings.
func table(text []byte, headings ...string) ([][]string, error) {
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	switch {
	case err != nil:
		return nil, fmt.Errorf("published figures: %w", err)
	case len(rows) == 0 || !slices.Equal(rows[0], headings):
		return nil, fmt.Errorf("published figures: columns are not %v", headings)
	}
	return rows[1:], nil
}
