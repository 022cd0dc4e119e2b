package deals_test

import (
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

func TestGames(t *testing.T) {
	listed := map[string]bool{}
	for _, g := range deals.Games().Games {
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
	g, err := deals.Game("klondike-deal-1")
	if err != nil || g.Name != "klondike-draw-1" || !slices.Contains(g.Aliases, "klondike-deal-1") || g.Rules.Stock.Count != 1 {
		t.Errorf("%+v, %v", g, err)
	}
}
