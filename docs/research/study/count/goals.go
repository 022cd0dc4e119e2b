package count

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
)

// goal is what is wanted of a game.
type goal struct {
	game       string
	deals      int64     // that are counted in any case
	halves     []float64 // of the interval, in percentage points, each less than the one before
	states     int64     // of a deal, at first
	mostStates int64     // when an unknown deal is tried again
}

// readGoals reads goals.csv. The games are in order of importance: the first of two with the same
// cost comes first.
func readGoals(dir string) ([]goal, error) {
	lines, err := rows.Table(os.DirFS(dir), "goals.csv", "game", "deals", "half_range", "states", "most_states")
	if err != nil {
		return nil, err
	}
	var list []goal
	for _, row := range lines {
		g := goal{game: row[0]}
		for _, text := range strings.Fields(row[2]) {
			half, err := strconv.ParseFloat(text, 64)
			if n := len(g.halves); err != nil || !(half > 0) || n > 0 && half >= g.halves[n-1] {
				return nil, fmt.Errorf("goals.csv: %s: half ranges have to be positive, each less than the one before: %q", g.game, row[2])
			}
			g.halves = append(g.halves, half)
		}
		numbers := []*int64{1: &g.deals, 3: &g.states, 4: &g.mostStates}
		var errs []error
		for column, to := range numbers {
			if to != nil {
				var err error
				*to, err = strconv.ParseInt(row[column], 10, 64)
				errs = append(errs, err)
			}
		}
		if err := errors.Join(errs...); err != nil {
			return nil, fmt.Errorf("goals.csv: %s: %w", g.game, err)
		}
		if len(g.halves) == 0 || g.deals < 1 || g.states < 1 || g.mostStates < g.states {
			return nil, fmt.Errorf("goals.csv: %s: impossible: %v", g.game, row)
		}
		if slices.ContainsFunc(list, func(other goal) bool { return other.game == g.game }) {
			return nil, fmt.Errorf("goals.csv: %s: twice", g.game)
		}
		list = append(list, g)
	}
	return list, nil
}

// cost is what searches with one budget took.
type cost struct {
	deals   int64
	seconds float64 // of a thread
}

// budget is a game with the states of a deal.
type budget struct {
	game   string
	states int64
}

// readCosts reads costs.csv; nothing if there is none.
func readCosts(dir string) (map[budget]cost, error) {
	all := map[budget]cost{}
	lines, err := rows.Table(os.DirFS(dir), "costs.csv", "game", "states", "deals", "seconds")
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	for _, row := range lines {
		states, err := strconv.ParseInt(row[1], 10, 64)
		deals, otherErr := strconv.ParseInt(row[2], 10, 64)
		seconds, lastErr := strconv.ParseFloat(row[3], 64)
		if err := errors.Join(err, otherErr, lastErr); err != nil {
			return nil, fmt.Errorf("costs.csv: %s: %w", row[0], err)
		}
		if seconds > 0 { // none is the time of a few quick deals, rounded
			all[budget{row[0], states}] = cost{deals, seconds}
		}
	}
	return all, nil
}

// writeCosts replaces costs.csv.
func writeCosts(dir string, all map[budget]cost) error {
	var lines [][]string
	for b, c := range all {
		lines = append(lines, []string{
			b.game, strconv.FormatInt(b.states, 10), strconv.FormatInt(c.deals, 10), strconv.FormatFloat(c.seconds, 'f', 4, 64),
		})
	}
	slices.SortFunc(lines, slices.Compare)
	name := filepath.Join(dir, "costs.csv")
	file, err := os.Create(name + ".new")
	if err != nil {
		return err
	}
	table := csv.NewWriter(file)
	_ = table.Write([]string{"game", "states", "deals", "seconds"})
	_ = table.WriteAll(lines) // Error returns the error
	if err := errors.Join(table.Error(), file.Close()); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}
