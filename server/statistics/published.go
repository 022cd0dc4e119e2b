package statistics

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Published gives what was published of how often the game can be won that has this name in
// the catalogue. The error says that this program was built with figures that can't be read.
func Published(game string) ([]stats.Published, error) {
	figures, _, err := published()
	return figures[game], err
}

// published reads what was published, by the names of games, and these in the order in which
// they appear there.
func published() (map[string][]stats.Published, []string, error) {
	rows, err := csv.NewReader(bytes.NewReader(docs.Published)).ReadAll()
	if err != nil {
		return nil, nil, fmt.Errorf("published figures: %w", err)
	}
	if want := []string{"game", "variant", "centre", "half_range", "source"}; !slices.Equal(rows[0], want) {
		return nil, nil, fmt.Errorf("published figures: the columns are %v, not %v", rows[0], want)
	}
	figures := map[string][]stats.Published{}
	var games []string
	for i, row := range rows[1:] {
		centre, err1 := strconv.ParseFloat(row[2], 64)
		half, err2 := strconv.ParseFloat(row[3], 64)
		if err1 != nil || err2 != nil {
			return nil, nil, fmt.Errorf("published figures, line %d: centre and half_range are numbers", i+2)
		}
		game := row[0]
		if figures[game] == nil {
			games = append(games, game)
		}
		figures[game] = append(figures[game], stats.Published{
			Variant: row[1], Text: row[2] + " ± " + row[3], Source: row[4],
			Interval: stats.Interval{Low: max(0, centre-half) / 100, High: min(100, centre+half) / 100},
		})
	}
	return figures, games, nil
}
