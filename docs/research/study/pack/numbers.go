package pack

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/pool"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/seeds"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// mostOpen is how many in a hundred verdicts of a table may be unknown, so that it is packed. Unknown
// deals count both ways, and many of them would make the interval of a win rate wider.
const mostOpen = 10

// addNumbers adds the verdicts that study seeds found on its way to so many winnable numbers: of all
// numbers from the first on. It stops at a winnable one, which makes no difference among thousands.
func addNumbers(pool *pool.Set, docs fs.FS) error {
	goals, err := rows.Table(docs, "research/data/seeds/goals.csv", seeds.GoalColumns...)
	if err != nil {
		return err
	}
	for _, goal := range goals {
		name := goal[0] + "." + goal[1] + ".csv.gz"
		if _, err := fs.Stat(docs, "research/data/seeds/"+name); err != nil {
			continue // another scheme has the same deals, or none was tried yet
		}
		if err := addTable(pool, docs, name, goal); err != nil {
			return fmt.Errorf("research/data/seeds/%s: %w", name, err)
		}
	}
	return nil
}

// addTable adds the verdicts of one table. Its unknown ones say how many states they were allowed; the
// others had as many as the goal says, or fewer.
func addTable(pool *pool.Set, docs fs.FS, name string, goal []string) error {
	lines, err := rows.Table(docs, "research/data/seeds/"+name, seeds.Columns...)
	if err != nil {
		return err
	}
	g, found := rules.Lookup(goal[0])
	if !found {
		return fmt.Errorf("no game is called %q", goal[0])
	}
	open := 0
	for _, line := range lines {
		if line[1] == string(solver.Unknown) {
			open++
		}
	}
	if 100*open > mostOpen*len(lines) {
		return nil
	}
	made := map[string]*packed.Results{} // by states
	for _, line := range lines {
		states := cmp.Or(line[4], goal[5])
		of := made[states]
		if of == nil {
			of = &packed.Results{Subject: packed.Subject{Game: g.Name, Rules: string(g.Rules.Canonical()), Scheme: goal[1], Epoch: epoch}}
			if of.States, err = strconv.ParseInt(states, 10, 64); err != nil {
				return err
			}
			made[states] = of
		}
		seed, err := strconv.ParseInt(line[0], 10, 64)
		if err != nil {
			return err
		}
		if err := of.Add(&campaign.Result{Seed: seed, Verdict: solver.Verdict(line[1]), Engine: line[3]}); err != nil {
			return err
		}
	}
	for _, states := range slices.Sorted(maps.Keys(made)) {
		for _, r := range made[states].Take() {
			if err := pool.Add(r); err != nil {
				return err
			}
		}
	}
	return nil
}
