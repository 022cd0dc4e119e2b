package web

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Family is a game and its variants.
type Family struct {
	Name string
	Rows []RateRow // the main game first, the others by title
}

// Variants returns the number of games other than the main one.
func (f Family) Variants() int64 { return int64(len(f.Rows) - 1) }

// families puts the variants of each game together, by name. The main game is the one that has
// the family's name as its title; if there is none, the first.
func families(rows []RateRow) []Family {
	byName := map[string][]RateRow{}
	for _, row := range rows {
		name := familyOf(row.Title)
		byName[name] = append(byName[name], row)
	}
	var list []Family
	for name, rows := range byName {
		slices.SortFunc(rows, func(a, b RateRow) int {
			switch {
			case a.Title == name:
				return -1
			case b.Title == name:
				return 1
			}
			return strings.Compare(sortKey(a.Title), sortKey(b.Title))
		})
		list = append(list, Family{name, rows})
	}
	slices.SortFunc(list, func(a, b Family) int { return strings.Compare(sortKey(a.Name), sortKey(b.Name)) })
	return list
}

// familyOf returns the name of a game's family: its title without the variant. "Klondike, draw 1"
// is a Klondike, "Spider as Solvitaire plays it" a Spider.
func familyOf(title string) string {
	for _, variant := range []string{", ", " as Solvitaire", " ("} {
		title, _, _ = strings.Cut(title, variant)
	}
	return title
}

var digits = regexp.MustCompile(`\d+`)

// sortKey returns a text that sorts as people sort titles: draw 2 before draw 10.
func sortKey(title string) string {
	return digits.ReplaceAllStringFunc(strings.ToLower(title), func(number string) string { return fmt.Sprintf("%9s", number) })
}
