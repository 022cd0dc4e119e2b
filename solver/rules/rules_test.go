package rules_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// TestErrors has an invalid document for each possible error, and the errors, which name
// the field.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		// The shape of the document.
		{`[]`, `rules: expected an object, found a list`},
		{`{"tableau":{}}`, `rules.tableau: unknown field; allowed: tableau piles, foundations, hole, cells, stock, ` +
			`reserve, accordion, sequences, max rank, two decks, suits`},
		{`{"tableau piles":{"piles":3}}`, `rules.tableau piles.piles: unknown field; allowed: count, build policy, ` +
			`spaces policy, diagonal deal, move built group, move built group policy, face up cards, group target`},
		{`{"foundations":{"complete piles":true}}`, `rules.foundations.complete piles: unknown field; allowed: ` +
			`present, initial cards, base card, removable, only complete pile moves`},
		{`{"hole":{"size":1}}`, `rules.hole.size: unknown field; allowed: present, base card, build loops`},
		{`{"cells":{"size":1}}`, `rules.cells.size: unknown field; allowed: count, pre-filled`},
		{`{"stock":{"count":1}}`, `rules.stock.count: unknown field; allowed: size, deal type, deal count, redeal, redeals, deal onto spaces`},
		{`{"reserve":{"count":1}}`, `rules.reserve.count: unknown field; allowed: size, stacked`},
		{`{"accordion":{"count":1}}`, `rules.accordion.count: unknown field; allowed: size, moves, build policies`},
		{`{"sequences":{"rows":1}}`, `rules.sequences.rows: unknown field; allowed: count, direction, build policy, fixed suit`},
		{`{"stock":{"size":24,"size":24}}`, `rules.stock.size: given twice`},
		{`{"cells":4}`, `rules.cells: expected an object, found 4`},

		// Each field by itself.
		{`{"max rank":0}`, `rules.max rank: 0 is out of range: must be 1–13`},
		{`{"max rank":14}`, `rules.max rank: 14 is out of range: must be 1–13`},
		{`{"max rank":"K"}`, `rules.max rank: expected a whole number, found the string "K"`},
		{`{"two decks":2}`, `rules.two decks: expected true or false, found 2`},
		{`{"suits":0}`, `rules.suits: 0 is out of range: must be 1–4`},
		{`{"suits":3}`, `rules.suits: must be 1, 2 or 4`},
		{`{"suits":8}`, `rules.suits: 8 is out of range: must be 1–4`},
		{`{"tableau piles":{"count":-1}}`, `rules.tableau piles.count: -1 is out of range: must be 0–52`},
		{`{"tableau piles":{"count":53}}`, `rules.tableau piles.count: 53 is out of range: must be 0–52`},
		{`{"tableau piles":{"count":7.5}}`, `rules.tableau piles.count: 7.5 is not a whole number`},
		{
			`{"tableau piles":{"build policy":"black-red"}}`,
			`rules.tableau piles.build policy: "black-red" is not one of: any-suit, red-black, same-suit, no-build`,
		},
		{
			`{"tableau piles":{"spaces policy":"king"}}`,
			`rules.tableau piles.spaces policy: "king" is not one of: any, no-build, kings, auto-reserve-then-any, auto-reserve-then-waste, auto-waste-then-stock`,
		},
		{`{"tableau piles":{"diagonal deal":"yes"}}`, `rules.tableau piles.diagonal deal: expected true or false, found the string "yes"`},
		{`{"tableau piles":{"move built group":true}}`, `rules.tableau piles.move built group: expected a string, found true`},
		{
			`{"tableau piles":{"move built group":"some"}}`,
			`rules.tableau piles.move built group: "some" is not one of: no, yes, whole-pile, maximal-group, any, partial-if-card-above-buildable`,
		},
		{
			`{"tableau piles":{"move built group policy":"same"}}`,
			`rules.tableau piles.move built group policy: "same" is not one of: any-suit, red-black, same-suit, no-build`,
		},
		{
			`{"tableau piles":{"move built group policy":null}}`,
			`rules.tableau piles.move built group policy: expected a string, found null`,
		},
		{`{"tableau piles":{"face up cards":"none"}}`, `rules.tableau piles.face up cards: "none" is not one of: all, top`},
		{`{"tableau piles":{"group target":"any"}}`, `rules.tableau piles.group target: "any" is not one of: build, group`},
		{`{"foundations":{"present":1}}`, `rules.foundations.present: expected true or false, found 1`},
		{`{"foundations":{"initial cards":"two"}}`, `rules.foundations.initial cards: "two" is not one of: none, one, all`},
		{`{"foundations":{"base card":"AS"}}`, `rules.foundations.base card: "AS" is not a rank or "random"`},
		{`{"foundations":{"base card":1}}`, `rules.foundations.base card: expected a string, found 1`},
		{`{"foundations":{"removable":"no"}}`, `rules.foundations.removable: expected true or false, found the string "no"`},
		{`{"foundations":{"only complete pile moves":0}}`, `rules.foundations.only complete pile moves: expected true or false, found 0`},
		{`{"hole":{"base card":"S"}}`, `rules.hole.base card: "S" is not a card: write rank and suit, for example TH for the ten of hearts; or write "random"`},
		{`{"hole":{"build loops":"yes"}}`, `rules.hole.build loops: expected true or false, found the string "yes"`},
		{`{"cells":{"count":53}}`, `rules.cells.count: 53 is out of range: must be 0–52`},
		{`{"cells":{"count":4,"pre-filled":-1}}`, `rules.cells.pre-filled: -1 is out of range: must be 0–52`},
		{`{"stock":{"size":53}}`, `rules.stock.size: 53 is out of range: must be 0–52`},
		{`{"stock":{"deal type":"tableau"}}`, `rules.stock.deal type: "tableau" is not one of: waste, tableau piles, hole`},
		{`{"stock":{"size":24,"deal count":0}}`, `rules.stock.deal count: 0 is out of range: must be 1–104`},
		{`{"stock":{"redeal":2}}`, `rules.stock.redeal: expected true or false, found 2`},
		{`{"stock":{"size":24,"redeals":-1}}`, `rules.stock.redeals: -1 is out of range: must be 0–104`},
		{`{"stock":{"size":24,"redeal":true,"redeals":105}}`, `rules.stock.redeals: 105 is out of range: must be 0–104`},
		{`{"stock":{"deal onto spaces":1}}`, `rules.stock.deal onto spaces: expected true or false, found 1`},
		{`{"reserve":{"size":53}}`, `rules.reserve.size: 53 is out of range: must be 0–52`},
		{`{"reserve":{"stacked":"no"}}`, `rules.reserve.stacked: expected true or false, found the string "no"`},
		{`{"accordion":{"size":53}}`, `rules.accordion.size: 53 is out of range: must be 0–52`},
		{
			`{"accordion":{"moves":["L1","X3","L0","L53",3]}}`,
			`rules.accordion.moves[1]: "X3" is not an accordion move: write L or R and a distance 1–52, for example L3; ` +
				`rules.accordion.moves[2]: "L0" is not an accordion move: write L or R and a distance 1–52, for example L3; ` +
				`rules.accordion.moves[3]: "L53" is not an accordion move: write L or R and a distance 1–52, for example L3; ` +
				`rules.accordion.moves[4]: expected a string, found 3`,
		},
		{`{"accordion":{"moves":"L1"}}`, `rules.accordion.moves: expected a list, found the string "L1"`},
		{
			`{"accordion":{"build policies":["same-rank","rank"]}}`,
			`rules.accordion.build policies[1]: "rank" is not one of: same-suit, red-black, any-suit, same-rank`,
		},
		{`{"sequences":{"count":53}}`, `rules.sequences.count: 53 is out of range: must be 0–52`},
		{`{"sequences":{"direction":"left"}}`, `rules.sequences.direction: "left" is not one of: L, R, LR`},
		{`{"sequences":{"build policy":"no-build"}}`, `rules.sequences.build policy: "no-build" is not one of: any-suit, red-black, same-suit`},
		{`{"sequences":{"fixed suit":"C"}}`, `rules.sequences.fixed suit: expected true or false, found the string "C"`},

		{`{"tableau piles":{"count":3,"pile sizes":[50,1]}}`, `rules.tableau piles.pile sizes: 2 numbers found, 3 expected (one per tableau pile)`},
		{`{"tableau piles":{"count":2,"pile sizes":[53,-1]}}`, `rules.tableau piles.pile sizes[0]: 53 is out of range: must be 0–52; ` +
			`rules.tableau piles.pile sizes[1]: -1 is out of range: must be 0–52`},
		{`{"tableau piles":{"count":2,"face down cards":[3,3,3]}}`, `rules.tableau piles.face down cards: 3 numbers found, 2 expected (one per tableau pile)`},
		{`{"tableau piles":{"count":2,"face down cards":"all"}}`, `rules.tableau piles.face down cards: expected a list, found the string "all"`},
		{`{"tableau piles":{"kings to the bottom":"yes"}}`, `rules.tableau piles.kings to the bottom: expected true or false, found the string "yes"`},
		{`{"tableau piles":{"spaces freeze":1}}`, `rules.tableau piles.spaces freeze: expected true or false, found 1`},

		// Several errors are reported together, and hide those between fields.
		{
			`{"cells":{"count":-1},"max rank":"x","hole":{"present":true}}`,
			`rules.max rank: expected a whole number, found the string "x"; rules.cells.count: -1 is out of range: must be 0–52`,
		},

		// Goals.
		{`{"foundations":{"present":false}}`, `rules: no goal: must have one of foundations, hole, accordion, sequences`},
		{`{"hole":{"present":true}}`, `rules: contradictory goals: must have exactly one of foundations, hole, accordion, sequences ` +
			`(foundations are present unless "present" is false)`},
		{`{"tableau piles":{"count":0},"accordion":{"size":52,"moves":["L1"],"build policies":["same-suit"]}}`, `rules: contradictory goals`},
		{`{"tableau piles":{"count":0},"sequences":{"count":4}}`, `rules: contradictory goals`},

		// Fields against fields.
		{`{"cells":{"count":2,"pre-filled":3}}`, `rules.cells.pre-filled: 3 cards can't be dealt to 2 cells`},
		{`{"max rank":9,"foundations":{"base card":"10"}}`, `rules.foundations.base card: a deck up to rank 9 has no T`},
		{
			`{"foundations":{"only complete pile moves":true,"removable":true}}`,
			`rules.foundations.only complete pile moves: foundations for complete runs must start empty, with base A, and not be removable`,
		},
		{`{"foundations":{"only complete pile moves":true,"initial cards":"one"}}`, `rules.foundations.only complete pile moves: `},
		{`{"foundations":{"only complete pile moves":true,"base card":"2"}}`, `rules.foundations.only complete pile moves: `},
		{`{"suits":2,"foundations":{"initial cards":"all"}}`, `rules.foundations.initial cards: initial cards need a deck of four suits`},
		{
			`{"max rank":9,"foundations":{"present":false},"hole":{"present":true,"base card":"TS"}}`,
			`rules.hole.base card: a deck up to rank 9 has no TS`,
		},
		{
			`{"suits":2,"foundations":{"present":false},"hole":{"present":true,"base card":"AC"}}`,
			`rules.hole.base card: a deck of 2 suits has no AC`,
		},
		{`{"stock":{"size":4,"deal type":"hole"}}`, `rules.stock.deal type: there is no hole to deal the stock to`},
		{
			`{"tableau piles":{"count":0},"stock":{"size":52,"deal type":"tableau piles"}}`,
			`rules.stock.deal type: there is no tableau to deal the stock to`,
		},
		{
			`{"stock":{"size":4,"deal type":"tableau piles","redeal":true}}`,
			`rules.stock.redeal: only a waste can be redealt, and this game has none`,
		},
		{`{"stock":{"size":24,"redeal":false,"redeals":2}}`, `rules.stock.redeals: 2 redeals contradict "redeal": false`},
		{`{"stock":{"size":24,"redeal":true,"redeals":0}}`, `rules.stock.redeals: 0 redeals contradict "redeal": true`},
		{
			`{"tableau piles":{"count":0},"foundations":{"present":false},"accordion":{"size":52}}`,
			`rules.accordion.moves: an accordion needs at least one move; ` +
				`rules.accordion.build policies: an accordion needs at least one build policy`,
		},
		{
			`{"foundations":{"present":false},"accordion":{"size":52,"moves":["L1"],"build policies":["same-suit"]}}`,
			`rules.accordion: an accordion can't have tableau piles, cells, stock or reserve`,
		},
		{
			`{"foundations":{"present":false},"tableau piles":{"count":0},"sequences":{"count":3}}`,
			`rules.sequences.count: 3 rows of 13 places don't hold the deck of 52 cards`,
		},
		{
			`{"foundations":{"present":false},"tableau piles":{"count":0},"cells":{"count":1},"sequences":{"count":4}}`,
			`rules.sequences: sequences can't have tableau piles, cells, stock or reserve`,
		},

		{
			`{"tableau piles":{"count":2,"pile sizes":[26,26],"diagonal deal":true}}`,
			`rules.tableau piles.pile sizes: contradicts "diagonal deal": true`,
		},
		{
			`{"tableau piles":{"count":2,"face down cards":[1,2],"face up cards":"top"}}`,
			`rules.tableau piles.face down cards: contradicts "face up cards": "top"`,
		},
		{
			`{"tableau piles":{"count":2,"pile sizes":[50,2],"face down cards":[1,2]}}`,
			`rules.tableau piles.face down cards: pile 2 has 2 cards: at most 1 can lie face down`,
		},
		{
			`{"tableau piles":{"count":2,"face down cards":[1,26]}}`,
			`rules.tableau piles.face down cards: pile 2 has 26 cards: at most 25 can lie face down`,
		},
		{
			`{"tableau piles":{"spaces policy":"auto-waste-then-stock"}}`,
			`rules.tableau piles.spaces policy: there is no waste to fill spaces from`,
		},
		{
			`{"tableau piles":{"spaces policy":"auto-reserve-then-any","spaces freeze":true}}`,
			`rules.tableau piles.spaces freeze: requires "spaces policy": "auto-reserve-then-waste"`,
		},
		{
			`{"foundations":{"initial cards":"three"}}`,
			`rules.foundations.initial cards: three requires a random base, one deck, and all other cards dealt row by row to tableau piles, with at least one in the first`,
		},
		{
			`{"foundations":{"initial cards":"three","base card":"random"},"stock":{"size":4}}`,
			`rules.foundations.initial cards: three requires a random base, one deck, and all other cards dealt row by row to tableau piles, with at least one in the first`,
		},
		{
			`{"tableau piles":{"kings to the bottom":true},"foundations":{"initial cards":"three","base card":"random"}}`,
			`rules.foundations.initial cards: three requires a random base`,
		},
		{
			`{"tableau piles":{"count":2,"pile sizes":[0,49]},"foundations":{"initial cards":"three","base card":"random"}}`,
			`rules.foundations.initial cards: three requires a random base`,
		},

		// Sizes against the deck.
		{
			`{"tableau piles":{"count":2,"pile sizes":[26,25]}}`,
			`rules.tableau piles.pile sizes: sum is 51, but 52 cards are left for the tableau`,
		},
		{
			`{"stock":{"size":40},"reserve":{"size":13}}`,
			`rules: stock, reserve, cells, hole and foundations take 53 cards, but the deck has 52`,
		},
		{
			`{"stock":{"size":49},"foundations":{"initial cards":"all"}}`,
			`rules: stock, reserve, cells, hole and foundations take 53 cards, but the deck has 52`,
		},
		{
			`{"max rank":2,"stock":{"size":8},"foundations":{"initial cards":"one"}}`,
			`rules: stock, reserve, cells, hole and foundations take 9 cards, but the deck has 8`,
		},
		{
			`{"tableau piles":{"count":0},"stock":{"size":50}}`,
			`rules.tableau piles.count: 2 cards are left over, but there are no tableau piles`,
		},
	} {
		_, err := rules.Parse([]byte(test.text))
		var complaints strict.Error
		if !errors.As(err, &complaints) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.text, err, test.want)
		}
	}
}

// TestBounds has the largest and smallest games.
func TestBounds(t *testing.T) {
	for _, text := range []string{
		`{"tableau piles":{"count":104},"two decks":true}`,
		`{"tableau piles":{"count":52}}`,
		`{"tableau piles":{"count":1},"max rank":1}`,
		`{"tableau piles":{"count":0},"stock":{"size":104},"two decks":true}`,
		`{"tableau piles":{"count":0},"cells":{"count":52,"pre-filled":52}}`,
		`{"tableau piles":{"count":0},"reserve":{"size":52,"stacked":true}}`,
		`{"tableau piles":{"count":4},"foundations":{"initial cards":"all"},"max rank":1}`,
		`{"tableau piles":{"count":0},"foundations":{"present":false},"accordion":{"size":104,"moves":["R52"],"build policies":["any-suit"]},"two decks":true}`,
		`{"tableau piles":{"count":0},"foundations":{"present":false},"sequences":{"count":8},"two decks":true}`,
		`{"stock":{"size":24,"redeals":104}}`,
		`{"stock":{"size":24,"deal count":104}}`,
	} {
		if _, err := rules.Parse([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

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
			"count": {0, 1, 4, 7}, "build policy": {"any-suit", "red-black", "same-suit", "no-build"},
			"spaces policy": {"any", "no-build", "kings", "auto-reserve-then-any", "auto-reserve-then-waste", "auto-waste-then-stock"},
			"diagonal deal": bools, "face up cards": {"all", "top"}, "group target": {"build", "group"},
			"move built group":        {"no", "yes", "whole-pile", "maximal-group", "any", "partial-if-card-above-buildable"},
			"move built group policy": {"same-as-build", "any-suit", "red-black", "same-suit", "no-build"},
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
	if valid == 0 || equal == 0 {
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
