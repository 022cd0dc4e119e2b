package rules_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// document draws a document of the language: each field is absent or has one of its
// values, and about half of the documents are valid.
func document(t *rapid.T) map[string]any {
	section := func(name string, fields map[string][]any) map[string]any {
		s := map[string]any{}
		for _, field := range slices.Sorted(maps.Keys(fields)) {
			if rapid.Bool().Draw(t, name+field+"?") {
				s[field] = rapid.SampledFrom(fields[field]).Draw(t, name+field)
			}
		}
		return s
	}
	bools := []any{false, true}
	d := map[string]any{
		"tableau piles": section("t ", map[string][]any{
			"count": {0, 1, 4, 7}, "build policy": {"any-suit", "red-black", "same-suit", "no-build", "same-colour", "other-suit"},
			"build direction": {"down", "up-or-down"},
			"spaces policy":   {"any", "no-build", "kings", "auto-reserve-then-any", "auto-reserve-then-waste", "auto-waste-then-stock"},
			"diagonal deal":   bools, "face up cards": {"all", "top"}, "group target": {"build", "group"},
			"move built group":        {"no", "yes", "whole-pile", "maximal-group", "any", "partial-if-card-above-buildable"},
			"move built group policy": {"same-as-build", "any-suit", "red-black", "same-suit", "no-build", "same-colour", "other-suit"},
			"kings to the bottom":     bools, "spaces freeze": {false, false, true},
			// Of a tableau of four columns and a deck of twenty cards.
			"pile sizes":      {[]int{5, 5, 5, 5}, []int{1, 2, 8, 9}, []int{20, 0, 0, 0}},
			"face down cards": {[]int{4, 4, 4, 4}, []int{0, 1, 1, 2}, []int{0, 0, 0, 0}},
		}),
		"cells": section("c ", map[string][]any{"count": {0, 1, 4}, "pre-filled": {0, 1}}),
		"stock": section("s ", map[string][]any{
			"size": {0, 2, 8, 9}, "deal type": {"waste", "tableau piles", "hole"}, "deal count": {1, 3, 9},
			"redeal": bools, "redeals": {0, 1, 2}, "deal onto spaces": bools,
		}),
		"reserve": section("r ", map[string][]any{"size": {0, 1, 5}, "stacked": bools}),
	}
	goal := rapid.SampledFrom([]string{"foundations", "foundations", "hole", "accordion", "sequences"}).Draw(t, "goal")
	switch goal {
	case "foundations":
		d[goal] = section("f ", map[string][]any{
			"initial cards": {"none", "one", "all", "three"}, "base card": {"A", "3", "K", "random"}, "removable": bools,
			"only complete pile moves": bools,
		})
	case "hole":
		s := section("h ", map[string][]any{"base card": {"AS", "3H", "random"}, "build loops": bools})
		s["present"] = true
		d[goal] = s
	case "accordion":
		d = map[string]any{"tableau piles": map[string]any{"count": 0}}
		d[goal] = section("a ", map[string][]any{
			"size": {9, 1}, "moves": {[]string{"L1", "L3"}, []string{"R2"}, []string{"R2", "L1", "R2"}},
			"build policies": {[]string{"same-suit"}, []string{"same-rank", "red-black"}, []string{"any-suit"}},
		})
	case "sequences":
		d = map[string]any{"tableau piles": map[string]any{"count": 0}}
		d[goal] = section("q ", map[string][]any{
			"count": {4, 8}, "direction": {"L", "R", "LR"}, "build policy": {"any-suit", "red-black", "same-suit"}, "fixed suit": bools,
		})
	}
	if goal != "foundations" {
		d["foundations"] = map[string]any{"present": false}
	}
	for field, value := range section("", map[string][]any{"max rank": {3, 5, 13}, "two decks": bools, "suits": {4, 4, 2, 1}}) {
		d[field] = value
	}
	return d
}

// TestCanonical reads random documents: their canonical text is the same if and only if
// the rules are, also after one field has been changed.
func TestCanonical(t *testing.T) {
	valid, equal := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := document(t)
		one, err := rules.Parse(marshal(t, d))
		if err != nil {
			return
		}
		valid++
		text := one.Canonical()
		if back, err := rules.Parse(text); err != nil || back != one {
			t.Fatalf("%s reads back as %+v, %v; want %+v", text, back, err, one)
		}
		change := document(t)
		for _, name := range []string{"tableau piles", "cells", "stock", "reserve", "foundations", "hole", "accordion", "sequences"} {
			to, _ := d[name].(map[string]any)
			from, _ := change[name].(map[string]any)
			if len(to) == 0 || len(from) == 0 || rapid.IntRange(0, 3).Draw(t, "change "+name) > 0 {
				continue
			}
			maps.Copy(to, from)
		}
		other, err := rules.Parse(marshal(t, d))
		if err != nil {
			return
		}
		if one == other {
			equal++
		}
		if (one == other) != bytes.Equal(text, other.Canonical()) {
			t.Fatalf("%+v\n%+v\nare written\n%s\n%s", one, other, text, other.Canonical())
		}
	})
	if !testing.Short() && (valid == 0 || equal == 0) {
		t.Errorf("%d random documents are rules, %d of them the same as another: the test tests nothing", valid, equal)
	}
}

func marshal(t *rapid.T, d map[string]any) []byte {
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func FuzzParse(f *testing.F) {
	for _, g := range rules.Games() {
		f.Add(g.Rules.Canonical())
	}
	f.Add([]byte(`{"stock":{"size":24,"redeals":2,"redeal":false},"suits":3,"accordion":{"moves":["L1"]}}`))
	f.Add([]byte(`{"tableau piles":{"count":13,"redeal packets":4,"redeals":2,"build policy":"other-suit"},"foundations":{"initial cards":"all"}}`))
	f.Add([]byte(`{"tableau piles":{"redeals":1,"build direction":"up-or-down","move built group":"yes","move built group policy":"same-colour"}}`))
	f.Add([]byte(`{"foundations":{"present":false},"hole":{"present":true,"build loops":false,"nothing on kings":true},"stock":{"size":17,"deal type":"hole"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := rules.Parse(text)
		if err != nil {
			return
		}
		canonical := r.Canonical()
		back, err := rules.Parse(canonical)
		if err != nil || back != r {
			t.Fatalf("%s means %+v, is written %s, which means %+v, %v", text, r, canonical, back, err)
		}
	})
}
