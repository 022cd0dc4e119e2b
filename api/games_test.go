package api

import (
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

func TestGames(t *testing.T) {
	listed := map[string]bool{}
	for _, g := range Games().Games {
		if g.Aliases == nil || g.Title == "" {
			t.Errorf("%+v is not complete", g)
		}
		listed[g.Name] = true
	}
	if len(listed) != len(rules.Games()) {
		t.Errorf("%d of %d games are listed", len(listed), len(rules.Games()))
	}
	for _, name := range []string{"klondike", "free-cell", "accordion", "gaps-one-deal"} {
		if !listed[name] {
			t.Errorf("%s is not listed", name)
		}
	}
}

func TestGameByAlias(t *testing.T) {
	g, err := Game("klondike-deal-1")
	if err != nil || g.Name != "klondike-draw-1" || !slices.Contains(g.Aliases, "klondike-deal-1") || g.Rules.Stock.Count != 1 {
		t.Errorf("%+v, %v", g, err)
	}
}

func TestNearGames(t *testing.T) {
	for _, c := range []struct {
		name string
		want []string
	}{
		{"klondyke", []string{"klondike"}},
		{"FreeCell", []string{"freecell", "free-cell", "fore-cell"}},
		{"spyder", []string{"spider"}},
		{"yukon solitaire", nil},
		{"", nil},
	} {
		if got := nearest(c.name, gameNames()); !slices.Equal(got, c.want) {
			t.Errorf("near %q are %q, not %q", c.name, got, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "golf", 4},
		{"golf", "", 4},
		{"golf", "golf", 0},
		{"golf", "gulf", 1},
		{"kitten", "sitting", 3},
		{"spider", "spiderette", 4},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, not %d", c.a, c.b, got, c.want)
		}
	}
}
