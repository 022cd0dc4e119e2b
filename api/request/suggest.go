package request

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Game returns a game of the catalogue by its name or alias. An unknown name is a NotFound
// error.
func Game(name string) (rules.Game, error) {
	g, known := rules.Lookup(name)
	if !known {
		return g, problem.New(problem.NotFound, "%s", UnknownGame(name))
	}
	return g, nil
}

// UnknownGame returns the error text for an unknown name of a game, with similar names.
func UnknownGame(name string) string {
	text := fmt.Sprintf("unknown game %q", problem.Clip(name))
	if near := nearest(name, gameNames()); len(near) > 0 {
		return text + "; did you mean " + strings.Join(near, ", ") + "?"
	}
	return text + "; GET /v1/games lists the games"
}

// gameNames returns all names and aliases of games.
func gameNames() []string {
	var names []string
	for _, g := range rules.Games() {
		names = append(append(names, g.Name), g.Aliases...)
	}
	return names
}

// unknownPlayer returns the error text for an unknown name of a player, with similar names.
func unknownPlayer(name string) string {
	text := fmt.Sprintf("unknown player %q", problem.Clip(name))
	var names []string
	for _, k := range player.Kinds() {
		names = append(names, k.Name)
	}
	if near := nearest(name, names); len(near) > 0 {
		return text + "; did you mean " + strings.Join(near, ", ") + "?"
	}
	return text + "; GET /v1/players lists the players"
}

// nearest returns up to three names that differ from a name by a few letters, nearest first.
func nearest(name string, names []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	if len(name) > 60 { // no name is that long
		return nil
	}
	name = strings.ToLower(name)
	var near []candidate
	for _, known := range names {
		d := distance(name, known)
		if d <= 1+len(known)/4 {
			near = append(near, candidate{known, d})
		}
	}
	slices.SortFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.name, b.name))
	})
	var list []string
	for _, c := range near[:min(3, len(near))] {
		list = append(list, c.name)
	}
	return list
}

// distance returns the Levenshtein distance of two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
