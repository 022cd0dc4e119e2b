package statistics

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Published returns the published win rates of a game, by its name in the catalogue.
func Published(game string) []stats.Published {
	figures, _ := published()
	return figures[game]
}

// published returns the published win rates by game, and the games in the order of the table. It
// panics if the program was built with figures that can't be read.
var published = sync.OnceValues(func() (map[string][]stats.Published, []string) {
	rows, err := csv.NewReader(bytes.NewReader(docs.Published)).ReadAll()
	if err != nil {
		panic(fmt.Errorf("published figures: %w", err))
	}
	figures := map[string][]stats.Published{}
	var games []string
	for _, row := range rows[1:] { // game, variant, centre, half_range, source
		game := row[0]
		if figures[game] == nil {
			games = append(games, game)
		}
		f, err := figure(row[2], row[3])
		if err != nil {
			panic(fmt.Errorf("published figures of %s: %w", game, err))
		}
		f.Variant, f.Source = row[1], row[4]
		figures[game] = append(figures[game], f)
	}
	return figures, games
})

// figure reads an interval in percent.
func figure(centre, half string) (stats.Published, error) {
	c, err1 := strconv.ParseFloat(centre, 64)
	h, err2 := strconv.ParseFloat(half, 64)
	return stats.Published{
		Text: centre + " ± " + half, Interval: stats.Interval{Low: max(0, c-h) / 100, High: min(100, c+h) / 100},
	}, errors.Join(err1, err2)
}
