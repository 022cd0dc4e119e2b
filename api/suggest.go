package api

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// unknownGame says that the catalogue has no game of a name, and which names are
// near it.
func unknownGame(name string) string {
	text := fmt.Sprintf("no game is called %q", clip(name))
	if near := nearGames(name); len(near) > 0 {
		return text + "; did you mean " + strings.Join(near, ", ") + "?"
	}
	return text + "; GET /v1/games lists the games"
}

// nearGames lists up to three names of games that differ from a name by a few
// letters, the nearest first.
func nearGames(name string) []string {
	type candidate struct {
		name     string
		distance int
	}
	if len(name) > 60 { // no game's name is that long
		return nil
	}
	name = strings.ToLower(name)
	var near []candidate
	for _, g := range rules.Games() {
		for _, known := range append([]string{g.Name}, g.Aliases...) {
			d := distance(name, known)
			if d <= 1+len(known)/4 {
				near = append(near, candidate{known, d})
			}
		}
	}
	slices.SortFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.name, b.name))
	})
	var names []string
	for _, c := range near[:min(3, len(near))] {
		names = append(names, c.name)
	}
	return names
}

// distance counts the letters to insert, delete or replace to make a of b
// (Levenshtein).
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
