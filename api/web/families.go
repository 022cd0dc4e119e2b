package web

import (
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Family is a game and its variants.
type Family struct {
	Name string
	Rows []RateRow // the main game first, the others by title
}

// Variants returns the number of games other than the main one.
func (f Family) Variants() int64 { return int64(len(f.Rows) - 1) }

// families puts the variants of each game together, as the catalogue folds them, by title.
func families(rows []RateRow) []Family {
	byName := map[string]RateRow{}
	for _, row := range rows {
		byName[row.Name] = row
	}
	var list []Family
	for _, f := range rules.Families() {
		for _, e := range f.Games {
			one := Family{Name: e.Title, Rows: []RateRow{byName[e.Name]}}
			for _, v := range e.Variants {
				one.Rows = append(one.Rows, byName[v.Name])
			}
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b Family) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return list
}
