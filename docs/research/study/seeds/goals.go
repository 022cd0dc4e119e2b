package seeds

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// goal is what is wanted of a pack.
type goal struct {
	game, scheme string
	first        uint64 // number
	winnable     int    // numbers
	graded       int    // of these
	states       int64  // that the search of a deal is allowed
	as           string // another scheme whose numbers give the same deals; empty if there is none
}

// GoalColumns are the headings of goals.csv.
var GoalColumns = []string{"game", "scheme", "first", "winnable", "graded", "states", "as"}

// readGoals reads goals.csv. The packs are in order of importance.
func readGoals(dir string) ([]goal, error) {
	lines, err := rows.Table(os.DirFS(dir), "goals.csv", GoalColumns...)
	if err != nil {
		return nil, err
	}
	var list []goal
	for _, row := range lines {
		g := goal{game: row[0], scheme: row[1], as: row[6]}
		var errs [4]error
		g.first, errs[0] = strconv.ParseUint(row[2], 10, 64)
		g.winnable, errs[1] = strconv.Atoi(row[3])
		g.graded, errs[2] = strconv.Atoi(row[4])
		g.states, errs[3] = strconv.ParseInt(row[5], 10, 64)
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("goals.csv: %s: %w", g.game, err)
		}
		known, found := rules.Lookup(g.game)
		if !found || known.Name != g.game {
			return nil, fmt.Errorf("goals.csv: no game is called %q", g.game)
		}
		for _, scheme := range []string{g.scheme, g.as} {
			if scheme == "" {
				continue
			}
			if _, err := (deal.Seed{Scheme: scheme, Number: g.first}).Deal(&known.Rules); err != nil {
				return nil, fmt.Errorf("goals.csv: %s: %w", g.game, err)
			}
		}
		list = append(list, g)
	}
	return list, nil
}
