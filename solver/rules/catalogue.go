package rules

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Game is a named set of rules.
type Game struct {
	Name    string
	Slug    string   // its name in addresses of pages, made from the title; one of Aliases if it isn't Name
	Title   string   // as people write it
	Summary string   // one line on how to play
	Source  string   // where the rules come from
	Aliases []string // other names of the same rules
	Rules   Rules

	Family    string // the group of related games in lists
	VariantOf string // the name of the game under which lists show it; empty if none
	Rank      int    // its place among the popular games, from 1; 0 if it is not popular
}

//go:embed games/*.json
var files embed.FS

type catalogue struct {
	games   []Game
	byName  map[string]int
	loosely map[string]int // by loose names
}

// load reads the embedded files once. Tests check their names and that each is valid, so
// an error in one panics.
var load = sync.OnceValue(func() catalogue {
	games := map[string]Game{}
	entries, err := files.ReadDir("games")
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		text, err := files.ReadFile("games/" + entry.Name())
		if err != nil {
			panic(err)
		}
		g, err := readGame(strings.TrimSuffix(path.Base(entry.Name()), ".json"), text)
		if err != nil {
			panic(err)
		}
		games[g.Name] = g
	}
	for _, g := range klondikes(games["klondike"]) {
		games[g.Name] = g
	}
	fileUnder(games)
	c := catalogue{byName: map[string]int{}, loosely: map[string]int{}}
	for i, name := range slices.Sorted(maps.Keys(games)) {
		g := games[name]
		if g.Slug = slugOf(&g); g.Slug != g.Name && !slices.Contains(g.Aliases, g.Slug) {
			g.Aliases = append(slices.Clip(g.Aliases), g.Slug)
		}
		c.games = append(c.games, g)
		for _, n := range append([]string{g.Name}, g.Aliases...) {
			if _, taken := c.byName[n]; taken {
				panic(fmt.Sprintf("catalogue: two games are called %s", n))
			}
			c.byName[n] = i
			if j, taken := c.loosely[Loose(n)]; taken && j != i {
				panic(fmt.Sprintf("catalogue: %s and %s differ only in case, spaces and hyphens", n, c.games[j].Name))
			}
			c.loosely[Loose(n)] = i
		}
	}
	return c
})

func readGame(name string, text []byte) (Game, error) {
	var file struct {
		Title, Summary, Source, Family string
		VariantOf                      string `json:"variant of"`
		Aliases                        []string
		Rules                          json.RawMessage
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return Game{}, fmt.Errorf("games/%s.json: %w", name, err)
	}
	r, err := Parse(file.Rules)
	if err != nil {
		return Game{}, fmt.Errorf("games/%s.json: %w", name, err)
	}
	return Game{
		Name: name, Title: file.Title, Summary: file.Summary, Source: file.Source, Aliases: file.Aliases, Rules: r,
		Family: file.Family, VariantOf: file.VariantOf,
	}, nil
}

// klondikes derives the family of Table 3 of Blake & Gent from draw 3: every draw size,
// with and without worrying back. Draw 3 with worrying back is `klondike` itself.
func klondikes(klondike Game) []Game {
	var family []Game
	for draw := 1; draw <= klondike.Rules.Stock.Size; draw++ {
		for _, worrying := range []bool{true, false} {
			if draw == 3 && worrying {
				continue
			}
			g := klondike
			g.Aliases = nil
			g.VariantOf = klondike.Name
			g.Name = fmt.Sprintf("klondike-draw-%d", draw)
			g.Title = fmt.Sprintf("Klondike, draw %d", draw)
			g.Summary = strings.Replace(klondike.Summary, "three cards", cards(draw), 1)
			g.Source = "Klondike with another draw size; Blake & Gent, JAIR 85 (2026), Table 3, has the sizes up to 13."
			g.Rules.Stock.Count = draw
			if draw == 1 && worrying {
				g.Aliases = []string{"klondike-deal-1", "klondike-deal-1-arbitrary-built-moves", "klondike-deal-1-partial-piles-restricted"}
			}
			if !worrying {
				g.Name += "-no-worrying-back"
				g.Title += ", no worrying back"
				g.Summary = strings.Replace(g.Summary, "their top cards may come back", "keep what they have", 1)
				g.Source = "Klondike whose foundations keep their cards; Blake & Gent, JAIR 85 (2026), Table 3, has the draw sizes up to 13."
				g.Rules.Foundations.Removable = false
			}
			family = append(family, g)
		}
	}
	return family
}

func cards(n int) string {
	if n == 1 {
		return "one card"
	}
	return fmt.Sprintf("%d cards", n)
}

// slugOf returns the name of a game if it says what the title does, otherwise the words of the title.
func slugOf(g *Game) string {
	slug := strings.Join(word.FindAllString(strings.ReplaceAll(strings.ToLower(g.Title), "'", ""), -1), "-")
	if Loose(slug) == Loose(g.Name) {
		return g.Name
	}
	return slug
}

var word = regexp.MustCompile(`[a-z0-9]+`)

// Games returns the catalogue, by name.
func Games() []Game { return slices.Clone(load().games) }

// Lookup returns the game with a name or an alias, read without regard to case, spaces and hyphens.
func Lookup(name string) (Game, bool) {
	c := load()
	i, known := c.byName[name]
	if !known {
		i, known = c.loosely[Loose(name)]
	}
	if !known {
		return Game{}, false
	}
	return c.games[i], true
}

// Loose returns a name in lower case, without spaces and hyphens.
func Loose(name string) string { return looseness.Replace(strings.ToLower(name)) }

var looseness = strings.NewReplacer(" ", "", "-", "")
