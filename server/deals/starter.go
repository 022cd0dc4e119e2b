package deals

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// starterDocument has a deal a line, game and seed, those of a game in the order in which they
// are tried: of each grade the first, of each the second, and so on. The test of this file
// makes it from docs/data/difficulty with -update.
//
//go:embed starter.csv
var starterDocument string

var starters = sync.OnceValue(func() map[string][]deal.Seed {
	seeds := map[string][]deal.Seed{}
	for line := range strings.Lines(starterDocument) {
		game, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ",")
		seed, err := deal.ParseSeed(text)
		if err != nil {
			panic(err) // the document is part of the program
		}
		seeds[game] = append(seeds[game], seed)
	}
	return seeds
})

// Starter returns seeds of a game that are likely to be winnable, some of each grade.
func Starter(game string) []deal.Seed { return starters()[game] }
