package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Other is the family of games that are like no others.
const Other = "Other games"

// families are the groups of related games, in the order of lists: as their most popular game is,
// then by how well the games are known.
var families = []string{
	"Klondike", "Spider", "FreeCell", "Pyramid", "TriPeaks", "Golf", "Yukon", "Canfield", "Forty Thieves", "Gypsy",
	"Adding and pairing",
	"Baker's Dozen", "Beleaguered Castle", "Fan", "King Albert", "Accordion", "Gaps", Other,
}

// popular are the games that most people look for, the first ones first: the five of Microsoft's
// collection, then those of most other collections.
var popular = []string{
	"klondike", "spider", "free-cell", "pyramid", "tripeaks", "golf",
	"yukon", "canfield", "forty-thieves", "scorpion", "russian-solitaire", "east-haven",
}

// Family is a group of related games.
type Family struct {
	Name  string
	Games []Entry // the popular ones first, the others by title
}

// Entry is a game in a list, with its variants.
type Entry struct {
	Game
	Variants []Game // by title
}

// Families returns the catalogue as lists show it: in families, the popular ones first, and with
// variants under their game. All callers share the list.
func Families() []Family { return inFamilies() }

var inFamilies = sync.OnceValue(func() []Family {
	entries := map[string]*Entry{}
	for _, g := range Games() {
		if g.VariantOf == "" {
			entries[g.Name] = &Entry{Game: g}
		}
	}
	for _, g := range Games() {
		if e := entries[g.VariantOf]; e != nil {
			e.Variants = append(e.Variants, g)
		}
	}
	list := make([]Family, len(families))
	for i, name := range families {
		list[i].Name = name
	}
	for _, e := range entries {
		slices.SortFunc(e.Variants, byTitle)
		i := slices.Index(families, e.Family)
		list[i].Games = append(list[i].Games, *e)
	}
	for _, f := range list {
		slices.SortFunc(f.Games, func(a, b Entry) int {
			return cmp.Or(cmp.Compare(place(a.Rank), place(b.Rank)), byTitle(a.Game, b.Game))
		})
	}
	return slices.DeleteFunc(list, func(f Family) bool { return len(f.Games) == 0 })
})

// Popular returns the games that most people look for, the first ones first.
func Popular() []Game {
	var list []Game
	for _, name := range popular {
		if g, ok := Lookup(name); ok {
			list = append(list, g)
		}
	}
	return list
}

// place returns a number that sorts by rank, with games that have none last.
func place(rank int) int {
	if rank == 0 {
		return len(popular) + 1
	}
	return rank
}

func byTitle(a, b Game) int { return strings.Compare(titleKey(a.Title), titleKey(b.Title)) }

var digits = regexp.MustCompile(`\d+`)

// titleKey returns a text that sorts as people sort titles: draw 2 before draw 10.
func titleKey(title string) string {
	return digits.ReplaceAllStringFunc(strings.ToLower(title), func(number string) string { return fmt.Sprintf("%9s", number) })
}

// fileUnder gives every game the family and the rank that lists need.
func fileUnder(games map[string]Game) {
	for name, g := range games {
		main := g
		if g.VariantOf != "" {
			main = games[g.VariantOf]
		}
		g.Family = main.Family
		if !slices.Contains(families, g.Family) {
			g.Family = Other
		}
		g.Rank = slices.Index(popular, name) + 1
		games[name] = g
	}
}
