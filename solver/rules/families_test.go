package rules_test

import (
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestFamilies checks that each game is listed once, in the family that its file names, and that
// the popular ones come first.
func TestFamilies(t *testing.T) {
	listed := map[string]string{}
	var names []string
	last := 0
	for _, f := range rules.Families() {
		names = append(names, f.Name)
		for _, e := range f.Games {
			for _, g := range append([]rules.Game{e.Game}, e.Variants...) {
				if listed[g.Name] != "" {
					t.Errorf("%s is listed twice", g.Name)
				}
				listed[g.Name] = f.Name
				if g.Family != f.Name {
					t.Errorf("%s of family %s is listed under %s", g.Name, g.Family, f.Name)
				}
			}
			for i, v := range e.Variants {
				if v.VariantOf != e.Name || v.Rank != 0 {
					t.Errorf("%s is a variant of %s, of rank %d, listed under %s", v.Name, v.VariantOf, v.Rank, e.Name)
				}
				if i > 0 && v.Title == e.Variants[i-1].Title {
					t.Errorf("two variants of %s are called %q", e.Name, v.Title)
				}
			}
		}
		first := f.Games[0]
		if first.Rank == 0 && last == 0 || first.Rank != 0 && first.Rank < last {
			t.Errorf("%s is led by %s, of rank %d, after rank %d", f.Name, first.Name, first.Rank, last)
		}
		last = max(last, first.Rank)
	}
	for _, g := range rules.Games() {
		if listed[g.Name] == "" {
			t.Errorf("%s is in no list", g.Name)
		}
	}
	if names[0] != "Klondike" || names[len(names)-1] != rules.Other {
		t.Errorf("families: %q", names)
	}
	for i, g := range rules.Popular() {
		if g.Rank != i+1 || g.VariantOf != "" {
			t.Errorf("%s, popular game %d, has rank %d", g.Name, i+1, g.Rank)
		}
	}
}

// TestKlondikeFolds checks that Klondike's draw sizes fold into its entry, in order.
func TestKlondikeFolds(t *testing.T) {
	klondike := rules.Families()[0].Games[0]
	at := func(name string) int {
		return slices.IndexFunc(klondike.Variants, func(g rules.Game) bool { return g.Name == name })
	}
	if klondike.Name != "klondike" || len(klondike.Variants) < 47 || at("klondike-draw-2") < 0 || at("klondike-draw-2") > at("klondike-draw-10") {
		t.Errorf("%s with %d variants; draw 2 is at %d, draw 10 at %d", klondike.Name, len(klondike.Variants), at("klondike-draw-2"), at("klondike-draw-10"))
	}
}
