package rules_test

import (
	"errors"
	"strings"
	"testing"

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
			`reserve, accordion, sequences, rows, discard, max rank, two decks, suits`},
		{`{"tableau piles":{"piles":3}}`, `rules.tableau piles.piles: unknown field; allowed: count, build policy, ` +
			`spaces policy, diagonal deal, move built group, move built group policy, face up cards, group target`},
		{`{"foundations":{"complete piles":true}}`, `rules.foundations.complete piles: unknown field; allowed: ` +
			`present, initial cards, base card, removable, only complete pile moves`},
		{`{"hole":{"size":1}}`, `rules.hole.size: unknown field; allowed: present, base card, build loops, nothing on kings`},
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
		{`{"tableau piles":{"count":7.5}}`, `rules.tableau piles.count: expected a whole number, written with digits only, found 7.5`},
		{
			`{"tableau piles":{"build policy":"black-red"}}`,
			`rules.tableau piles.build policy: "black-red" is not one of: any-suit, red-black, same-suit, no-build, same-colour, other-suit`,
		},
		{`{"tableau piles":{"build policy":"same-color"}}`, `rules.tableau piles.build policy: "same-color" is not one of: any-suit, red-black, same-suit, no-build, same-colour, other-suit`},
		{`{"tableau piles":{"build direction":"up"}}`, `rules.tableau piles.build direction: "up" is not one of: down, up-or-down`},
		{`{"tableau piles":{"build direction":true}}`, `rules.tableau piles.build direction: expected a string, found true`},
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
			`rules.tableau piles.move built group policy: "same" is not one of: any-suit, red-black, same-suit, no-build, same-colour, other-suit`,
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
		{`{"sequences":{"build policy":"same-colour"}}`, `rules.sequences.build policy: "same-colour" is not one of: any-suit, red-black, same-suit`},
		{`{"sequences":{"fixed suit":"C"}}`, `rules.sequences.fixed suit: expected true or false, found the string "C"`},

		{`{"tableau piles":{"count":3,"pile sizes":[50,1]}}`, `rules.tableau piles.pile sizes: 2 numbers found, 3 expected (one per tableau pile)`},
		{`{"tableau piles":{"count":2,"pile sizes":[53,-1]}}`, `rules.tableau piles.pile sizes[0]: 53 is out of range: must be 0–52; ` +
			`rules.tableau piles.pile sizes[1]: -1 is out of range: must be 0–52`},
		{`{"tableau piles":{"count":2,"face down cards":[3,3,3]}}`, `rules.tableau piles.face down cards: 3 numbers found, 2 expected (one per tableau pile)`},
		{`{"tableau piles":{"count":2,"face down cards":"all"}}`, `rules.tableau piles.face down cards: expected a list, found the string "all"`},
		{`{"tableau piles":{"kings to the bottom":"yes"}}`, `rules.tableau piles.kings to the bottom: expected true or false, found the string "yes"`},
		{`{"tableau piles":{"spaces freeze":1}}`, `rules.tableau piles.spaces freeze: expected true or false, found 1`},

		{`{"tableau piles":{"redeal packets":-1}}`, `rules.tableau piles.redeal packets: -1 is out of range: must be 0–52`},
		{`{"tableau piles":{"redeal packets":"4"}}`, `rules.tableau piles.redeal packets: expected a whole number, found the string "4"`},
		{`{"tableau piles":{"redeal packets":7,"redeals":105}}`, `rules.tableau piles.redeals: 105 is out of range: must be 0–104`},
		{`{"tableau piles":{"redeals":2}}`, `rules.tableau piles.redeals: requires "redeal packets": the number of cards for each column`},
		{`{"hole":{"nothing on kings":1}}`, `rules.hole.nothing on kings: expected true or false, found 1`},

		// Several errors are reported together, and hide those between fields.
		{
			`{"cells":{"count":-1},"max rank":"x","hole":{"present":true}}`,
			`rules.max rank: expected a whole number, found the string "x"; rules.cells.count: -1 is out of range: must be 0–52`,
		},

		// Goals.
		{`{"foundations":{"present":false}}`, `rules: no goal: must have one of foundations, hole, accordion, sequences, rows`},
		{`{"hole":{"present":true}}`, `rules: contradictory goals: must have exactly one of foundations, hole, accordion, sequences, rows, discard ` +
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

		{
			`{"foundations":{"present":false},"hole":{"present":true,"nothing on kings":true}}`,
			`rules.hole.nothing on kings: requires "build loops": false`,
		},
		{
			`{"tableau piles":{"count":12,"redeal packets":4}}`,
			`rules.tableau piles.redeal packets: 12 piles of 4 cards don't take the 52 cards that may lie there`,
		},
		{
			`{"tableau piles":{"redeal packets":7,"face up cards":"top"}}`,
			`rules.tableau piles.redeal packets: requires all cards of the tableau to be dealt face up`,
		},
		{
			`{"tableau piles":{"redeal packets":7,"spaces policy":"auto-reserve-then-any"}}`,
			`rules.tableau piles.redeal packets: contradicts spaces that are filled by force`,
		},
		{
			`{"tableau piles":{"redeal packets":7},"stock":{"size":4}}`,
			`rules.tableau piles.redeal packets: requires a game without a stock`,
		},

		// Discards.
		{`{"discard":{"policy":"pairs"}}`, `rules.discard.policy: "pairs" is not one of: none, pair-sum, pair-rank, lower-in-suit`},
		{`{"discard":{"policy":"pair-sum","sum":27}}`, `rules.discard.sum: 27 is out of range: must be 2–26`},
		{`{"discard":{"rows":5}}`, `rules.discard.rows: unknown field; allowed: policy, sum, row`},
		{`{"discard":{"policy":"pair-rank"}}`, `rules: contradictory goals: must have exactly one of foundations, hole, accordion, sequences, rows, discard`},
		{discards(`{"count":0}`, `{"policy":"pair-rank"}`, `{"size":52,"deal type":"spaces"}`), `rules.tableau piles.count: cards are discarded from tableau piles, but there are none`},
		{discards(`{}`, `{"policy":"pair-rank"}`, `{}`), `rules.tableau piles.build policy: must be "no-build" in a game with discards`},
		{
			discards(`{"build policy":"no-build","spaces policy":"auto-reserve-then-any"}`, `{"policy":"pair-rank"}`, `{}`),
			`rules.tableau piles.spaces policy: must be any, no-build or kings in a game with discards`,
		},
		{
			discards(`{"build policy":"no-build","face up cards":"top"}`, `{"policy":"pair-rank"}`, `{}`),
			`rules.discard.policy: requires all cards of the tableau to be dealt face up`,
		},
		{
			discards(`{"build policy":"no-build"}`, `{"policy":"pair-rank"}`, `{"size":24}`),
			`rules.stock.deal type: must be "tableau piles", "spaces" or "redeal" in a game with discards`,
		},
		{
			discards(`{"build policy":"no-build"}`, `{"policy":"pair-rank","row":9}`, `{}`),
			`rules.discard.row: a row of 9 needs as many tableau piles, but there are 8`,
		},
		{
			`{"foundations":{"present":false},"tableau piles":{"build policy":"no-build"},"discard":{"policy":"pair-rank"},"cells":{"count":1}}`,
			`rules.discard: a game with discards can't have cells or a reserve`,
		},
		{
			`{"max rank":6,"foundations":{"present":false},"tableau piles":{"build policy":"no-build"},"discard":{"policy":"pair-sum"}}`,
			`rules.discard.sum: no two cards up to rank 6 make 13`,
		},
		{
			discards(`{"build policy":"no-build"}`, `{"policy":"pair-rank"}`, `{"size":24,"deal type":"redeal"}`),
			`rules.stock.deal type: "redeal" requires "redeal packets", and at least one redeal`,
		},
		{
			discards(`{"build policy":"no-build","redeal packets":3}`, `{"policy":"pair-rank"}`, `{"size":24,"deal type":"redeal"}`),
			`rules.tableau piles.redeal packets: 8 piles of 3 cards don't take the 28 cards that may lie there`,
		},
		{`{"stock":{"size":24,"deal type":"spaces"}}`, `rules.stock.deal type: "spaces" requires a discard policy`},

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
		var fieldErrors strict.Error
		if !errors.As(err, &fieldErrors) || !strings.HasPrefix(err.Error(), test.want) {
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

// discards writes the rules of a game with discards.
func discards(tableau, discard, stock string) string {
	return `{"foundations":{"present":false},"tableau piles":` + tableau + `,"discard":` + discard + `,"stock":` + stock + `}`
}
