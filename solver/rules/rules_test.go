package rules_test

import (
	"bytes"
	"strings"
	"testing"
)

// TestDefaults reads each field of the empty document.
func TestDefaults(t *testing.T) {
	want := must(t, `{
		"tableau piles": {"count": 8, "build policy": "any-suit", "spaces policy": "any", "diagonal deal": false,
			"move built group": "no", "move built group policy": "same-as-build", "face up cards": "all", "group target": "build"},
		"foundations": {"present": true, "initial cards": "none", "base card": "A", "removable": false, "only complete pile moves": false},
		"hole": {"present": false, "base card": "AS", "build loops": true},
		"cells": {"count": 0, "pre-filled": 0},
		"stock": {"size": 0, "deal type": "waste", "deal count": 1, "redeal": false, "redeals": 0, "deal onto spaces": true},
		"reserve": {"size": 0, "stacked": false},
		"accordion": {"size": 0, "moves": [], "build policies": []},
		"sequences": {"count": 0, "direction": "L", "build policy": "same-suit", "fixed suit": false},
		"max rank": 13, "two decks": false, "suits": 4}`)
	if got := must(t, `{}`); got != want {
		t.Errorf("%+v; want %+v", got, want)
	}
	canonical := `{"tableau piles":{"count":8,"build policy":"any-suit","spaces policy":"any","diagonal deal":false,` +
		`"move built group":"no","face up cards":"all"},"foundations":{"present":true,"initial cards":"none","base card":"A",` +
		`"removable":false,"only complete pile moves":false},"max rank":13,"two decks":false}`
	if got := string(want.Canonical()); got != canonical {
		t.Errorf("canonical: %s\nwant       %s", got, canonical)
	}
}

// TestSameRules has documents that differ only where it has no effect on the game.
func TestSameRules(t *testing.T) {
	for _, test := range []struct{ name, one, other string }{
		{"the order of fields", `{"max rank":9,"cells":{"count":1,"pre-filled":1}}`, `{"cells":{"pre-filled":1,"count":1},"max rank":9}`},
		{"the policy of groups where none move", `{"tableau piles":{"move built group policy":"same-suit"}}`, `{}`},
		{
			"the policy of groups said twice",
			`{"tableau piles":{"build policy":"red-black","move built group":"yes","move built group policy":"red-black"}}`,
			`{"tableau piles":{"build policy":"red-black","move built group":"yes","move built group policy":"same-as-build"}}`,
		},
		{"the target of groups where none move", `{"tableau piles":{"move built group policy":"same-suit","group target":"group"}}`, `{}`},
		{
			"the target of groups built as single cards are",
			`{"tableau piles":{"move built group":"yes","group target":"group"}}`, `{"tableau piles":{"move built group":"yes"}}`,
		},
		{"a way to search", `{"tableau piles":{"move built group":"partial-if-card-above-buildable"}}`, `{"tableau piles":{"move built group":"yes"}}`},
		{"groups where nothing is built", `{"tableau piles":{"build policy":"no-build","move built group":"yes"}}`, `{"tableau piles":{"build policy":"no-build"}}`},
		{"building down", `{"tableau piles":{"build direction":"down"}}`, `{}`},
		{"the direction of building where nothing is built", `{"tableau piles":{"build policy":"no-build","build direction":"up-or-down"}}`, `{"tableau piles":{"build policy":"no-build"}}`},
		{"spaces where nothing is built", `{"tableau piles":{"build policy":"no-build","spaces policy":"kings"}}`, `{"tableau piles":{"build policy":"no-build"}}`},
		{
			"a tableau that is not there",
			`{"tableau piles":{"count":0,"build policy":"red-black","diagonal deal":true,"face up cards":"top"},"stock":{"size":52}}`,
			`{"tableau piles":{"count":0},"stock":{"size":52}}`,
		},
		{
			"foundations that are not there",
			`{"foundations":{"present":false,"removable":true,"base card":"random"},"hole":{"present":true}}`,
			`{"foundations":{"present":false},"hole":{"present":true}}`,
		},
		{"a hole that is not there", `{"hole":{"present":false,"base card":"random","build loops":false}}`, `{}`},
		{"a stock that is not there", `{"stock":{"size":0,"deal type":"hole","deal count":3,"redeal":true,"deal onto spaces":false}}`, `{}`},
		{"a draw larger than the stock", `{"stock":{"size":2,"deal count":3}}`, `{"stock":{"size":2,"deal count":2}}`},
		{
			"a draw larger than what the deal leaves of the stock",
			`{"tableau piles":{"count":0},"foundations":{"present":false},"rows":{"shape":"tripeaks","build on waste":true},"stock":{"size":24,"deal count":24}}`,
			`{"tableau piles":{"count":0},"foundations":{"present":false},"rows":{"shape":"tripeaks","build on waste":true},"stock":{"size":24,"deal count":23}}`,
		},
		{
			"the draw of a stock that is dealt to the tableau",
			`{"stock":{"size":8,"deal type":"tableau piles","deal count":3}}`, `{"stock":{"size":8,"deal type":"tableau piles"}}`,
		},
		{"dealing onto spaces from a stock that goes to a waste", `{"stock":{"size":8,"deal onto spaces":false}}`, `{"stock":{"size":8}}`},
		{"no redeals", `{"stock":{"size":8,"redeals":0}}`, `{"stock":{"size":8,"redeal":false}}`},
		{"limited redeals said twice", `{"stock":{"size":8,"redeals":2,"redeal":true}}`, `{"stock":{"size":8,"redeals":2}}`},
		{"a reserve that is not there", `{"reserve":{"size":0,"stacked":true}}`, `{}`},
		{"an accordion that is not there", `{"accordion":{"size":0,"moves":["L1"],"build policies":["same-suit"]}}`, `{}`},
		{"sequences that are not there", `{"sequences":{"count":0,"direction":"R","fixed suit":true}}`, `{}`},
		{
			"the order of an accordion's moves",
			`{"tableau piles":{"count":0},"foundations":{"present":false},"accordion":{"size":9,"moves":["R1","L12","L3","L3"],"build policies":["same-rank","same-suit"]}}`,
			`{"tableau piles":{"count":0},"foundations":{"present":false},"accordion":{"size":9,"moves":["L3","L12","R1"],"build policies":["same-suit","same-rank","same-rank"]}}`,
		},
		{"the sizes of piles dealt row by row", `{"tableau piles":{"pile sizes":[7,7,7,7,6,6,6,6]}}`, `{}`},
		{
			"piles of which only the top cards lie face up",
			`{"tableau piles":{"count":3,"face down cards":[17,16,16]}}`, `{"tableau piles":{"count":3,"face up cards":"top"}}`,
		},
		{"no cards face down", `{"tableau piles":{"count":3,"face down cards":[0,0,0]}}`, `{"tableau piles":{"count":3}}`},
		{"how a rank is written", `{"foundations":{"base card":"t"}}`, `{"foundations":{"base card":"10"}}`},
		{
			"how a card is written",
			`{"foundations":{"present":false},"hole":{"present":true,"base card":"10d"}}`, `{"foundations":{"present":false},"hole":{"present":true,"base card":"TD"}}`,
		},
	} {
		one, other := must(t, test.one), must(t, test.other)
		if one != other || !bytes.Equal(one.Canonical(), other.Canonical()) {
			t.Errorf("%s makes two games: %s and %s", test.name, one.Canonical(), other.Canonical())
		}
	}
}

// TestOtherRules changes one field after the other; each time it is another game.
func TestOtherRules(t *testing.T) {
	base := `{"tableau piles":{"count":7,"move built group":"yes","move built group policy":"same-suit"},"stock":{"size":16},"cells":{"count":2},"reserve":{"size":2}}`
	seen := map[string]string{string(canonical(t, base)): base}
	for _, text := range []string{
		strings.Replace(base, `"count":7`, `"count":6`, 1),
		strings.Replace(base, `"count":7`, `"count":7,"build policy":"red-black"`, 1),
		strings.Replace(base, `"count":7`, `"count":7,"build policy":"same-colour"`, 1),
		strings.Replace(base, `"count":7`, `"count":7,"build policy":"other-suit"`, 1),
		strings.Replace(base, `"count":7`, `"count":7,"build direction":"up-or-down"`, 1),
		strings.Replace(base, `"count":7`, `"count":7,"spaces policy":"kings"`, 1),
		strings.Replace(base, `"count":7`, `"count":7,"spaces policy":"no-build"`, 1),
		strings.Replace(base, `"count":7`, `"count":7,"diagonal deal":true`, 1),
		strings.Replace(base, `"count":7`, `"count":7,"face up cards":"top"`, 1),
		strings.Replace(base, `"count":7`, `"count":7,"group target":"group"`, 1),
		strings.Replace(base, `"count":7`, `"count":7,"pile sizes":[4,4,5,5,5,5,6]`, 1),
		strings.Replace(base, `"count":7`, `"count":7,"face down cards":[4,4,4,4,3,3,3]`, 1),
		strings.Replace(base, `"count":7`, `"count":7,"kings to the bottom":true`, 1),
		strings.Replace(base, `"yes"`, `"any"`, 1),
		strings.Replace(base, `"yes"`, `"no"`, 1),
		strings.Replace(base, `"yes"`, `"whole-pile"`, 1),
		strings.Replace(base, `"yes"`, `"maximal-group"`, 1),
		strings.Replace(base, `"same-suit"`, `"red-black"`, 1),
		strings.Replace(base, `"same-suit"`, `"same-as-build"`, 1),
		strings.Replace(base, `"size":16`, `"size":15`, 1),
		strings.Replace(base, `"size":16`, `"size":16,"deal count":3`, 1),
		strings.Replace(base, `"size":16`, `"size":16,"redeal":true`, 1),
		strings.Replace(base, `"size":16`, `"size":16,"redeals":1`, 1),
		strings.Replace(base, `"size":16`, `"size":16,"redeals":2`, 1),
		strings.Replace(base, `"size":16`, `"size":16,"deal type":"tableau piles"`, 1),
		strings.Replace(base, `"size":16`, `"size":16,"deal type":"tableau piles","deal onto spaces":false`, 1),
		strings.Replace(base, `{"count":2}`, `{"count":3}`, 1),
		strings.Replace(base, `{"count":2}`, `{"count":2,"pre-filled":1}`, 1),
		strings.Replace(base, `{"size":2}`, `{"size":3}`, 1),
		strings.Replace(base, `{"size":2}`, `{"size":2,"stacked":true}`, 1),
		strings.Replace(base, `{"tab`, `{"max rank":12,"tab`, 1),
		strings.Replace(base, `{"tab`, `{"two decks":true,"tab`, 1),
		strings.Replace(base, `{"tab`, `{"suits":2,"tab`, 1),
		strings.Replace(base, `{"tab`, `{"foundations":{"removable":true},"tab`, 1),
		strings.Replace(base, `{"tab`, `{"foundations":{"initial cards":"one"},"tab`, 1),
		strings.Replace(base, `{"tab`, `{"foundations":{"initial cards":"all"},"tab`, 1),
		strings.Replace(base, `{"tab`, `{"foundations":{"base card":"2"},"tab`, 1),
		strings.Replace(base, `{"tab`, `{"foundations":{"base card":"random"},"tab`, 1),
		strings.Replace(base, `{"tab`, `{"foundations":{"only complete pile moves":true},"tab`, 1),
		strings.Replace(base, `{"tab`, `{"foundations":{"present":false},"hole":{"present":true},"tab`, 1),
		strings.Replace(base, `{"tab`, `{"foundations":{"present":false},"hole":{"present":true,"base card":"2S"},"tab`, 1),
		strings.Replace(base, `{"tab`, `{"foundations":{"present":false},"hole":{"present":true,"base card":"random"},"tab`, 1),
		strings.Replace(base, `{"tab`, `{"foundations":{"present":false},"hole":{"present":true,"build loops":false},"tab`, 1),
	} {
		c := string(canonical(t, text))
		if other, taken := seen[c]; taken {
			t.Errorf("the same game:\n%s\n%s", text, other)
		}
		seen[c] = text
	}
}

func canonical(t *testing.T, text string) []byte {
	t.Helper()
	r := must(t, text)
	return r.Canonical()
}
