package deal_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// The small games of the tests below, most of them with a deck of twelve cards, AC AH AS
// AD 2C … 3D.
const (
	small  = `{"max rank":3,"tableau piles":{"count":3},"cells":{"count":2},"reserve":{"size":2},"stock":{"size":4}}`
	down   = `{"max rank":3,"tableau piles":{"count":3,"diagonal deal":true,"face up cards":"top"},"stock":{"size":6,"redeals":2}}`
	base   = `{"max rank":3,"tableau piles":{"count":3},"foundations":{"base card":"random","initial cards":"one"}}`
	aces   = `{"max rank":3,"tableau piles":{"count":2},"foundations":{"initial cards":"all"}}`
	two    = `{"max rank":2,"tableau piles":{"count":2},"two decks":true}`
	runs   = `{"max rank":2,"tableau piles":{"count":2},"foundations":{"only complete pile moves":true}}`
	pair   = `{"max rank":2,"tableau piles":{"count":2},"suits":2}`
	hole   = `{"max rank":3,"tableau piles":{"count":3,"build policy":"no-build"},"foundations":{"present":false},"hole":{"present":true}}`
	dark   = `{"max rank":3,"tableau piles":{"count":3,"build policy":"no-build"},"foundations":{"present":false},"hole":{"present":true,"base card":"random"}}`
	pile   = `{"max rank":3,"tableau piles":{"count":3},"reserve":{"size":2,"stacked":true},"stock":{"size":4,"deal type":"tableau piles"}}`
	cruel  = `{"max rank":3,"tableau piles":{"count":3,"redeal packets":3,"redeals":2},"foundations":{"initial cards":"all"}}`
	row    = `{"max rank":3,"tableau piles":{"count":0},"foundations":{"present":false},"accordion":{"size":4,"moves":["L1"],"build policies":["same-suit"]}}`
	rows   = `{"max rank":3,"tableau piles":{"count":0},"foundations":{"present":false},"rows":{"shape":"pyramid","count":3,"pair sum":4},"stock":{"size":6}}`
	sums   = `{"max rank":4,"suits":1,"tableau piles":{"count":4,"build policy":"no-build"},"foundations":{"present":false},"discard":{"policy":"pair-sum","sum":5}}`
	threes = `{"max rank":4,"suits":1,"tableau piles":{"count":4,"build policy":"no-build"},"foundations":{"present":false},"discard":{"policy":"pair-sum","sum":3}}`
	ranks  = `{"max rank":3,"tableau piles":{"count":4,"build policy":"no-build"},"foundations":{"present":false},"discard":{"policy":"pair-rank"}}`
	lower  = `{"max rank":3,"tableau piles":{"count":4,"build policy":"no-build"},"foundations":{"present":false},"discard":{"policy":"lower-in-suit"}}`
	gaps   = `{"max rank":3,"tableau piles":{"count":0},"foundations":{"present":false},"sequences":{"count":4}}`
)

func parsed(t testing.TB, text string) *rules.Rules {
	t.Helper()
	r, err := rules.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return &r
}

// TestRead reads positions and writes them in the form in which the service returns them.
func TestRead(t *testing.T) {
	for _, test := range []struct{ name, rules, text, want string }{
		{
			"a start", small,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"reserve":["AS","2S"],"stock":["3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"foundations":[],"cells":["",""],"reserve":["AS","2S"],"stock":["3S","AD","2D","3D"]}`,
		},
		{
			"cards written every way, places left out, lower case where nothing lies face down", small,
			`{"tableau piles":[["1c","2c"],["3c"],["aH","2h","3h"]],"cells":["","1S"],"reserve":["2S"],"waste":["3S","ad"],"stock":["2d","3d"],"foundations":[]}`,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"foundations":[],"cells":["","AS"],"reserve":["2S",""],"stock":["2D","3D"],"waste":["3S","AD"]}`,
		},
		{
			"foundations in the order of placing", small,
			`{"tableau piles":[[],[],[]],"foundations":["AD","AC","2D","2C","3C","AH","AS","3D","2H","3H","2S"],"cells":["3S"]}`,
			`{"tableau piles":[[],[],[]],"foundations":["AC","2C","3C","AH","2H","3H","AS","2S","AD","2D","3D"],"cells":["3S",""],"reserve":["",""]}`,
		},
		{
			"foundations as lists", small,
			`{"tableau piles":[["3D"],[],[]],"foundations":[["AD","2D"],[],["AC","2C","3C"],["AH","2H","3H"]],"cells":["AS","2S"],"waste":["3S"]}`,
			`{"tableau piles":[["3D"],[],[]],"foundations":["AC","2C","3C","AH","2H","3H","AD","2D"],"cells":["AS","2S"],"reserve":["",""],"waste":["3S"]}`,
		},
		{
			"faces as written", down,
			`{"tableau piles":[["AC"],["2c","3C"],["Ah","2h","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC"],["2c","3C"],["Ah","2h","3H"]],"foundations":[],"stock":["AS","2S","3S","AD","2D","3D"],"redeals left":2}`,
		},
		{
			"no lower case: every card face up", down,
			`{"tableau piles":[["AC"],["2C","3C"],["AH","2H","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC"],["2C","3C"],["AH","2H","3H"]],"foundations":[],"stock":["AS","2S","3S","AD","2D","3D"],"redeals left":2}`,
		},
		{
			"faces as dealt", down,
			`{"faces":"dealt","tableau piles":[["AC"],["2C","3C"],["AH","2H","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC"],["2c","3C"],["Ah","2h","3H"]],"foundations":[],"stock":["AS","2S","3S","AD","2D","3D"],"redeals left":2}`,
		},
		{
			"faces as dealt, in lower case", down,
			`{"faces":"dealt","tableau piles":[["ac"],["2c","3c"],["ah","2h","3h"]],"stock":["as","2s","3s","ad","2d","3d"]}`,
			`{"tableau piles":[["AC"],["2c","3C"],["Ah","2h","3H"]],"foundations":[],"stock":["AS","2S","3S","AD","2D","3D"],"redeals left":2}`,
		},
		{
			"faces as dealt, and as written", down,
			`{"faces":"dealt","tableau piles":[["AC"],["2c","3C"],["Ah","2h","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC"],["2c","3C"],["Ah","2h","3H"]],"foundations":[],"stock":["AS","2S","3S","AD","2D","3D"],"redeals left":2}`,
		},
		{
			"the middle of a game", down,
			`{"tableau piles":[[],["2c","3C"],["Ah","2h","3H","2S"]],"foundations":["AC","AS"],"stock":["3D"],"waste":["3S","AD","2D"],"redeals left":0}`,
			`{"tableau piles":[[],["2c","3C"],["Ah","2h","3H","2S"]],"foundations":["AC","AS"],"stock":["3D"],"waste":["3S","AD","2D"],"redeals left":0}`,
		},
		{
			"the base read off a foundation", base,
			`{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","AS","2S"],["3S","AD","2D"]],"foundations":["3D"]}`,
			`{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","AS","2S"],["3S","AD","2D"]],"foundations":["3D"],"base":"3"}`,
		},
		{
			"the base said", base,
			`{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","AS","2S"],["3S","AD"]],"foundations":["2D","3D"],"base":"2"}`,
			`{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","AS","2S"],["3S","AD"]],"foundations":["2D","3D"],"base":"2"}`,
		},
		{
			"initial cards need not be written", aces,
			`{"tableau piles":[["2C","2H","2S","2D"],["3C","3H","3S","3D"]]}`,
			`{"tableau piles":[["2C","2H","2S","2D"],["3C","3H","3S","3D"]],"foundations":["AC","AH","AS","AD"]}`,
		},
		{
			"two packs", two,
			`{"tableau piles":[["AC","2C","AH","2C"],["2H","AH","2H","2S","2D"]],"foundations":[["AS","2S"],["AD"],["AS"],["AC"],["AD","2D"],[]]}`,
			`{"tableau piles":[["AC","2C","AH","2C"],["2H","AH","2H","2S","2D"]],"foundations":[["AC"],["AS","2S"],["AS"],["AD"],["AD","2D"]]}`,
		},
		{
			"two packs, a list for every foundation: an empty one keeps its place", two,
			`{"tableau piles":[["AC","2C","AH","2C"],["2H","AH","2H","2S","2D"]],"foundations":[[],["AC"],[],[],["AS","2S"],["AS"],["AD"],["AD","2D"]]}`,
			`{"tableau piles":[["AC","2C","AH","2C"],["2H","AH","2H","2S","2D"]],"foundations":[[],["AC"],[],[],["AS","2S"],["AS"],["AD"],["AD","2D"]]}`,
		},
		{
			"two packs, as many lists as foundations, but in another order", two,
			`{"tableau piles":[["AC","2C","AH","2C"],["2H","AH","2H","2S","2D"]],"foundations":[[],["AD"],["AS","2S"],[],["AS"],["AC"],["AD","2D"],[]]}`,
			`{"tableau piles":[["AC","2C","AH","2C"],["2H","AH","2H","2S","2D"]],"foundations":[["AC"],["AS","2S"],["AS"],["AD"],["AD","2D"]]}`,
		},
		{
			"two packs at the start", two,
			`{"tableau piles":[["AC","2C","AH","2C","AC","AD","2D","AS"],["2H","AH","2H","2S","2D","AD","AS","2S"]]}`,
			`{"tableau piles":[["AC","2C","AH","2C","AC","AD","2D","AS"],["2H","AH","2H","2S","2D","AD","AS","2S"]],"foundations":[]}`,
		},
		{
			"two suits", pair,
			`{"tableau piles":[["AS","2S","2H"],["2S","AH"]],"foundations":[["AS"],["AH","2H"]]}`,
			`{"tableau piles":[["AS","2S","2H"],["2S","AH"]],"foundations":[["AH","2H"],["AS"]]}`,
		},
		{
			"complete runs on foundations", runs,
			`{"tableau piles":[["AC","2C","AH"],["2H"]],"foundations":["AS","2S","AD","2D"]}`,
			`{"tableau piles":[["AC","2C","AH"],["2H"]],"foundations":["AS","2S","AD","2D"]}`,
		},
		{
			"a hole whose first card the rules say", hole,
			`{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","2S","3S"],["AD","2D","3D"]]}`,
			`{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","2S","3S"],["AD","2D","3D"]],"hole":"AS"}`,
		},
		{
			"a hole in the middle of a game: what lies under its top card is gone", hole,
			`{"tableau piles":[["AC","2C"],["2H","3H"],[]],"hole":"3D"}`,
			`{"tableau piles":[["AC","2C"],["2H","3H"],[]],"hole":"3D"}`,
		},
		{
			"a hole whose first card the deal says", dark,
			`{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","2S","3S"],["AD","2D","AS"]],"hole":"3d"}`,
			`{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","2S","3S"],["AD","2D","AS"]],"hole":"3D"}`,
		},
		{
			"a stacked reserve", pile,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"reserve":["AS","2S"],"stock":["3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"foundations":[],"reserve":["AS","2S"],"stock":["3S","AD","2D","3D"]}`,
		},
		{"an accordion", row, `{"accordion":["AC","3H","2S","AD"]}`, `{"accordion":["AC","3H","2S","AD"]}`},
		{"an accordion with piles laid together", row, `{"accordion":["AC","AD"]}`, `{"accordion":["AC","AD"]}`},
		{
			"sequences, a gap written as an ace too", gaps,
			`{"sequences":[["2C","3C","AS"],["","2H","3H"],["2S","3S",""],["2D","","3D"]]}`,
			`{"sequences":[["2C","3C",""],["","2H","3H"],["2S","3S",""],["2D","","3D"]]}`,
		},
	} {
		r := parsed(t, test.rules)
		p, err := deal.Parse([]byte(test.text), r)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := string(p.Document(r)); got != test.want {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.want)
		}
	}
}

// TestErrors has a wrong position for each possible error, and the errors, which name the
// card and the pile.
func TestErrors(t *testing.T) {
	// replaced returns a valid document with one part made invalid.
	start := `{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"reserve":["AS","2S"],"stock":["3S","AD","2D","3D"]}`
	replaced := func(old, with string) string {
		if strings.Count(start, old) != 1 {
			t.Fatalf("%s is in the document %d times", old, strings.Count(start, old))
		}
		return strings.Replace(start, old, with, 1)
	}
	faces := `{"tableau piles":[["AC"],["2c","3C"],["Ah","2h","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`
	for _, test := range []struct{ name, rules, text, want string }{
		{"no object", small, `[["AC"]]`, `deal: expected an object, found a list`},
		{
			"unknown field", small, replaced(`"reserve"`, `"reserves"`),
			`deal.reserves: unknown field; allowed: tableau piles, foundations, cells, reserve, stock, waste, hole, ` +
				`sequences, accordion, rows, base, redeals left, faces, foundation; deal: AS, 2S are missing`,
		},
		{"a pile twice", small, replaced(`"reserve"`, `"stock":[],"reserve"`), `deal.stock: given twice`},

		{"unknown card", small, replaced(`"3H"`, `"QX"`), `deal.tableau piles[2][2]: "QX" is not a card: suit "X" must be C, D, H or S`},
		{"hidden card", small, replaced(`"3H"`, `"??"`), `deal.tableau piles[2][2]: ?? is an unseen card; only POST /v1/advise, without moves, takes positions with unseen cards`},
		{"no card", small, replaced(`"3S"`, `""`), `deal.stock[0]: "" is not a card`},
		{"a card beyond the deck", small, replaced(`"3H"`, `"4H"`), `deal.tableau piles[2][2]: 4H is not in this game's deck, whose highest rank is 3`},
		{"a card that is no text", small, replaced(`"3H"`, `3`), `deal.tableau piles[2][2]: expected a string, found 3`},
		{"a card missing", small, replaced(`,"3H"`, ``), `deal: 3H is missing`},
		{"cards missing", small, replaced(`["AC","2C"]`, `[]`), `deal: AC, 2C are missing`},
		{"a card twice", small, replaced(`"3H"`, `"AC"`), `deal: AC occurs twice: at deal.tableau piles[0][0], deal.tableau piles[2][2]; deal: 3H is missing`},
		{"a card three times", small, replaced(`["3C"]`, `["AC","AC"]`), `deal: AC occurs twice: at deal.tableau piles[0][0], deal.tableau piles[1][0], deal.tableau piles[1][1]`},
		{
			"a card too often in two packs", two, `{"tableau piles":[["AC","2C","AH","2C","AC","AD","2D","AS"],["2H","AH","2H","2S","2D","AD","AC","2S"]]}`,
			`deal: AC occurs too often: at deal.tableau piles[0][0], deal.tableau piles[0][4], deal.tableau piles[1][6]; deal: AS is missing`,
		},
		{
			"a card of a suit not in play", pair, `{"tableau piles":[["AS","2C","2H"],["2S","AH"]],"foundations":[["AS"],["AH","2H"]]}`,
			`deal.tableau piles[0][1]: 2C is not in this game's deck, which has only cards of H and S`,
		},

		{"no tableau", small, `{"stock":["3S"]}`, `deal.tableau piles: missing: 3 piles expected`},
		{"a pile too few", small, replaced(`["3C"],`, ``), `deal.tableau piles: 2 piles found, 3 expected (a list for each column, its deepest card first)`},
		{"rows", small, `{"tableau piles":[["AC","3C","AH"],["2C","2H"]]}`, `deal.tableau piles: 2 piles found, 3 expected (a list for each column, its deepest card first; these look like rows)`},
		{"a pile too many", small, replaced(`["3C"],`, `["3C"],[],`), `deal.tableau piles: 4 piles found, 3 expected`},
		{"a pile that is no list", small, replaced(`["3C"]`, `"3C"`), `deal.tableau piles[1]: expected a list, found the string "3C"`},
		{"a tableau in a game without", row, `{"tableau piles":[["AC"]],"accordion":["2C"]}`, `deal.tableau piles: this game has no tableau piles`},

		{"too many cells", small, replaced(`"reserve"`, `"cells":["","",""],"reserve"`), `deal.cells: 3 places found, at most 2 allowed`},
		{"cells in a game without", down, strings.Replace(faces, `"stock"`, `"cells":["2C"],"stock"`, 1), `deal.cells: this game has no cells`},
		{"a cell that is no text", small, replaced(`"reserve"`, `"cells":[null],"reserve"`), `deal.cells[0]: expected a string, found null`},
		{"too large a reserve", small, replaced(`["AS","2S"]`, `["AS","2S",""]`), `deal.reserve: 3 places found, at most 2 allowed`},
		{"too large a stacked reserve", pile, replaced(`["AS","2S"]`, `["AS","2S","3C"]`), `deal.reserve: 3 cards found, at most 2 allowed`},
		{"a reserve in a game without", down, strings.Replace(faces, `"stock"`, `"reserve":["2C"],"stock"`, 1), `deal.reserve: this game has no reserve`},
		{"an empty place in a stacked reserve", pile, replaced(`["AS","2S"]`, `["AS",""]`), `deal.reserve[1]: "" is not a card`},
		{"too large a stock", small, replaced(`"stock":[`, `"stock":["AC",`), `deal.stock: 5 cards found, at most 4 allowed`},
		{
			"stock and waste too large together", small, replaced(`"stock"`, `"waste":["AC"],"stock"`),
			`deal: AC occurs twice: at deal.tableau piles[0][0], deal.waste[0]; deal.waste: 5 cards in stock and waste together, at most 4 allowed`,
		},
		{"a waste where the stock goes elsewhere", pile, replaced(`"stock"`, `"waste":["3S"],"stock"`), `deal.waste: this game has no waste`},
		{"a stock in a game without", two, `{"tableau piles":[[],[]],"stock":["AC"]}`, `deal.stock: this game has no stock`},

		{
			"a face-up card under a face-down one", down, strings.Replace(faces, `"Ah","2h"`, `"AH","2h"`, 1),
			`deal.tableau piles[2][1]: 2H lies face down on the face-up AH; a card under a face-down card must lie face down`,
		},
		{
			"a face-down card on top", down, strings.Replace(faces, `"3H"`, `"3h"`, 1),
			`deal.tableau piles[2][2]: 3H lies face down on top of its pile; the top card must lie face up`,
		},
		{
			"a single card face down", down, strings.Replace(faces, `["AC"]`, `["Ac"]`, 1),
			`deal.tableau piles[0][0]: AC lies face down on top of its pile; the top card must lie face up (a lower-case suit means face down: write AC, or add "faces":"dealt" to the deal, whose faces are then as the rules deal them)`,
		},
		{
			"faces said twice, differently", down, strings.NewReplacer(`{`, `{"faces":"dealt",`, `"2c"`, `"2C"`).Replace(faces),
			`deal.faces: contradicts the face-down cards (lower-case suits) of the deal`,
		},
		{
			"unknown faces", down, strings.Replace(faces, `{`, `{"faces":"up",`, 1),
			`deal.faces: "up" is not one of: dealt (faces as the rules deal them)`,
		},
		{"faces that are no text", down, strings.Replace(faces, `{`, `{"faces":true,`, 1), `deal.faces: expected a string, found true`},
		{"faces in a game without a tableau", row, `{"faces":"dealt","accordion":["AC"]}`, `deal.faces: this game has no tableau piles`},

		{
			"a foundation out of order", small, `{"foundations":["3C","2C"],` + replaced(`["AC","2C"],["3C"]`, `["AC"],[]`)[1:],
			`deal.foundations[0]: 3C is out of order: a foundation starts with A and goes up by one; ` +
				`deal.foundations[1]: 2C is out of order: a foundation starts with A and goes up by one`,
		},
		{
			"a foundation that skips a card", small, `{"foundations":["AC","3C"],` + replaced(`"AC","2C"],["3C"]`, `"2C"],[]`)[1:],
			`deal.foundations[1]: 3C is out of order: a foundation starts with A and goes up by one`,
		},
		{
			"a foundation of two suits", small, `{"foundations":[["AC","2H"]],` + replaced(`"AC","2C"],["3C"],["AH","2H"`, `"2C"],["3C"],["AH"`)[1:],
			`deal.foundations[0][1]: 2H is not of its foundation's suit, C`,
		},
		{
			"a foundation twice", small, `{"foundations":[["AC"],["AC"]],` + replaced(`"AC",`, ``)[1:],
			`deal.foundations[1][0]: too many foundations of C: this game has 1`,
		},
		{"too many foundations", small, `{"foundations":[["AC"],[],[],[],[]],` + replaced(`"AC",`, ``)[1:], `deal.foundations: 5 foundations found, at most 4 allowed`},
		{
			"foundations flat and as lists", small, `{"foundations":[["AC"],"AD"],` + replaced(`"AC",`, ``)[1:],
			`deal.foundations[1]: expected a list, found the string "AD"`,
		},
		{
			"foundations of two packs in one list", two, `{"tableau piles":[[],[]],"foundations":["AC"]}`,
			`deal.foundations: write a list for each foundation, because this deck has a card more than once`,
		},
		{"foundations in a game without", row, `{"foundations":["AC"],"accordion":["2C"]}`, `deal.foundations: this game has no foundations`},
		{
			"half a run on a foundation", runs, `{"tableau piles":[["AC","2C","AH"],["2H","2S"]],"foundations":["AS","AD","2D"]}`,
			`deal.foundations: this game's foundations hold a complete suit or nothing`,
		},
		{
			"initial cards on the table too", aces, `{"tableau piles":[["2C","2H","2S","AD"],["3C","3H","3S","3D"]]}`,
			`deal: AD occurs twice: at deal.tableau piles[0][3], foundations; deal: 2D is missing`,
		},

		{
			"no base", base, `{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","AS","2S"],["3S","AD","2D","3D"]],"foundations":[]}`,
			`deal.base: missing: the rules of this game do not fix the base, and no foundation shows it`,
		},
		{
			"another base than the foundations'", base, `{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","AS","2S"],["3S","AD","2D"]],"foundations":["3D"],"base":"2"}`,
			`deal.foundations[0]: 3D is out of order: a foundation starts with 2 and goes up by one`,
		},
		{"a base beyond the deck", base, `{"tableau piles":[[],[],[]],"base":"K"}`, `deal.base: "K" is not a rank of this deck`},
		{"a base that is no rank", base, `{"tableau piles":[[],[],[]],"base":"3D"}`, `deal.base: "3D" is not a rank of this deck`},
		{"another base than the rules'", small, `{"base":"2",` + start[1:], `deal.base: this game's foundations start with A`},
		{"a base in a game without foundations", row, `{"base":"A","accordion":["AC"]}`, `deal.base: this game has no foundations`},

		{"redeals left in a game that does not count them", small, `{"redeals left":1,` + start[1:], `deal.redeals left: this game does not count redeals`},
		{
			"redeals left missing", down, strings.Replace(faces, `"stock":["AS",`, `"waste":["AS"],"stock":[`, 1),
			`deal.redeals left: missing: required in the middle of a game with at most 2 redeals`,
		},
		{
			"redeals left missing where columns are redealt", cruel, `{"tableau piles":[["2C","3C","2H"],["3H","2S","3S","2D"],["3D"]],"foundations":["AC","AH","AS","AD"]}`,
			`deal.redeals left: missing: required in the middle of a game with at most 2 redeals`,
		},
		{
			"redeals left missing, and a king above another card", strings.Replace(cruel, `"count"`, `"kings to the bottom":true,"count"`, 1),
			`{"tableau piles":[["2C","3C","2H"],["3H","2S","3S"],["3D","2D"]],"foundations":["AC","AH","AS","AD"]}`,
			`deal.redeals left: missing: required in the middle of a game with at most 2 redeals`,
		},
		{
			"more cards than a redeal lays", cruel, `{"tableau piles":[["2C","3C","2H","AC"],["3H","2S","3S","AH"],["3D","2D"]],"foundations":["AS","AD"],"redeals left":1}`,
			`deal.tableau piles: 10 cards may come to lie there, but a redeal lays at most 9`,
		},
		{"too many redeals left", down, `{"redeals left":3,` + faces[1:], `deal.redeals left: 3 is out of range: must be 0–2`},
		{"redeals left that are no number", down, `{"redeals left":"all",` + faces[1:], `deal.redeals left: expected a whole number, found the string "all"`},

		{"no first card of the hole", dark, `{"tableau piles":[[],[],[]]}`, `deal.hole: missing: the rules of this game do not fix the first card of the hole`},
		{"a hole that is no card", hole, `{"tableau piles":[[],[],[]],"hole":["AS"]}`, `deal.hole: expected a string, found a list`},
		{"a hole in a game without", small, `{"hole":"AS",` + start[1:], `deal.hole: this game has no hole`},
		{"the hole's card on the table too", hole, `{"tableau piles":[["AS"],[],[]]}`, `deal: AS occurs twice: at deal.tableau piles[0][0], hole`},

		{"no accordion", row, `{}`, `deal.accordion: missing or empty: 1–4 piles expected`},
		{"too long an accordion", row, `{"accordion":["AC","2C","3C","AH","2H"]}`, `deal.accordion: 5 cards found, at most 4 allowed`},
		{"a card twice in an accordion", row, `{"accordion":["AC","2C","AC"]}`, `deal: AC occurs twice: at deal.accordion[0], deal.accordion[2]`},
		{"an accordion in a game without", hole, `{"tableau piles":[[],[],[]],"accordion":["AC"]}`, `deal.accordion: this game has no accordion`},

		{"no sequences", gaps, `{}`, `deal.sequences: missing: 4 rows expected`},
		{"a row too few", gaps, `{"sequences":[["2C","3C",""],["","2H","3H"],["2S","3S",""]]}`, `deal.sequences: 3 rows found, 4 expected`},
		{
			"a row too many", gaps, `{"sequences":[["2C","3C",""],["","2H","3H"],["2S","3S",""],["2D","","3D"],["","",""]]}`,
			`deal.sequences: 5 rows found, at most 4 allowed`,
		},
		{"a place too few", gaps, `{"sequences":[["2C","3C"],["","2H","3H"],["2S","3S",""],["2D","","3D"]]}`, `deal.sequences[0]: 2 places found, 3 expected`},
		{"a card missing from sequences", gaps, `{"sequences":[["2C","",""],["","2H","3H"],["2S","3S",""],["2D","","3D"]]}`, `deal: 3C is missing`},
		{"sequences in a game without", small, `{"sequences":[["2C"]],` + start[1:], `deal.sequences: this game has no sequences`},
	} {
		_, err := deal.Parse([]byte(test.text), parsed(t, test.rules))
		var fieldErrors strict.Error
		if !errors.As(err, &fieldErrors) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %s: %v\nwant %s", test.name, test.text, err, test.want)
		}
	}
}

// TestEmpty has games whose foundations or wastes are written although they are empty.
func TestEmpty(t *testing.T) {
	r := parsed(t, hole)
	p, err := deal.Parse([]byte(`{"tableau piles":[[],[],[]],"foundations":[],"waste":[],"cells":[],"hole":"2S"}`), r)
	if err != nil || p.Hole != card.New(2, card.Spades) || p.Foundations != nil {
		t.Errorf("%s, %v", p.Document(r), err)
	}
}

// FuzzParse reads documents under rules of every kind. A position that it returns has no
// card too often and no card missing that must be there; it reads back the same after
// being written, and so does its canonical form.
func FuzzParse(f *testing.F) {
	games := []string{small, down, base, aces, two, runs, pair, hole, dark, pile, row, gaps}
	for i, text := range games {
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(parsed(f, text))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, []byte(p.Document(parsed(f, text))))
	}
	for i, g := range rules.Games() {
		if len(g.Name) > 12 {
			continue
		}
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&g.Rules)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(len(games)+i, []byte(p.Document(&g.Rules)))
	}
	f.Add(4, []byte(`{"tableau piles":[[],[]],"foundations":[["AC","2C"],["AC"],["AS","AC"]]}`))
	f.Add(1, []byte(`{"tableau piles":[["2h"],["Ac","AC"],[]],"redeals left":1,"faces":"dealt","foundations":["AC",["AH"]]}`))
	var all []*rules.Rules
	for _, text := range games {
		all = append(all, parsed(f, text))
	}
	for _, g := range rules.Games() {
		all = append(all, &g.Rules)
	}
	f.Fuzz(func(t *testing.T, game int, text []byte) {
		if game < 0 {
			return
		}
		r := all[game%len(all)]
		p, err := deal.Parse(text, r)
		if err != nil {
			return
		}
		want := map[card.Card]int{}
		for _, c := range card.Deck(r.MaxRank, r.Decks, r.Suits) {
			if r.Sequences.Count == 0 || c.Rank() != card.Ace {
				want[c]++
			}
		}
		got := onTable(r, &p)
		for c, n := range got {
			if n > want[c] {
				t.Fatalf("%s: %s lies there %d times", text, c, n)
			}
		}
		for c, n := range want {
			if got[c] < n && !r.Hole.Present && r.Accordion.Size == 0 && r.Rows.PairSum == 0 {
				t.Fatalf("%s: %s lies there %d times; want %d", text, c, got[c], n)
			}
		}
		q, _ := p.Canonical(r)
		for _, x := range []deal.Position{p, q} {
			written := x.Document(r)
			back, err := deal.Parse(written, r)
			if err != nil || string(back.Document(r)) != string(written) {
				t.Fatalf("%s is written %s, which is %s, %v", text, written, back.Document(r), err)
			}
		}
	})
}

// TestLonelybot reads a position as lonelybot prints it; a field under both of its names
// is an error.
func TestLonelybot(t *testing.T) {
	const board = `{"tableau piles": [
["KC"],
["6s","8C"],
["9s","Ah","5S"],
["5d","Js","5h","QD"],
["Ac","7c","Jc","7h","KD"],
["10c","3h","4d","4h","6c","QS"],
["7d","3c","6h","5c","10h","9c","3S"]
],"stock": ["JD","10D","7S","10S","AD","8S","JH","2D","AS","3D","9D","9H","6D","KS","QH","2H","2S","4S","4C","KH","2C","8H","8D","QC"],
"foundation": [[],[],[],[]]}`
	r := lookup(t, "klondike")
	p, err := deal.Parse([]byte(board), r)
	if err != nil || len(p.Stock) != 24 || p.Tableau[6].Down != 6 {
		t.Errorf("%s, %v", p.Document(r), err)
	}
	end := `{"tableau piles": [[],[],[],[],[],[],["Ks","QS"]],"stock": ["QC","KC"],"waste": [],
"foundation": [["AH","2H","3H","4H","5H","6H","7H","8H","9H","10H","JH","QH","KH"],["AD","2D","3D","4D","5D","6D","7D","8D","9D","10D","JD","QD","KD"],["AC","2C","3C","4C","5C","6C","7C","8C","9C","10C","JC"],["AS","2S","3S","4S","5S","6S","7S","8S","9S","10S","JS"]]}`
	if p, err = deal.Parse([]byte(end), r); err != nil || p.Foundations[card.Hearts] != 13 || p.Foundations[card.Spades] != 11 {
		t.Errorf("%s, %v", p.Document(r), err)
	}
	_, err = deal.Parse([]byte(strings.Replace(end, `"waste": []`, `"foundations": []`, 1)), r)
	if err == nil || !strings.HasPrefix(err.Error(), "deal.foundation: same as \"foundations\", which is also given") {
		t.Errorf("both: %v", err)
	}
}

// TestOtherSuits gives the cards of a game to those that differ from it in the number of suits: the
// error names the game that has them.
func TestOtherSuits(t *testing.T) {
	for _, family := range [][]string{{"spider", "spider-2-suit", "spider-1-suit"}, {"spiderette", "spiderette-2-suit", "spiderette-1-suit"}, {"free-cell"}} {
		for _, deck := range family {
			p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(lookup(t, deck))
			if err != nil {
				t.Fatal(err)
			}
			document := p.Document(lookup(t, deck))
			for _, game := range family {
				_, err := deal.Parse(document, lookup(t, game))
				if game == deck {
					if err != nil {
						t.Errorf("%s: %v", game, err)
					}
				} else if err == nil || !strings.HasPrefix(err.Error(), "deal: these cards are of a deck with ") || !strings.HasSuffix(err.Error(), ": "+deck+" has them") {
					t.Errorf("%s in %s: %v", deck, game, err)
				}
			}
		}
	}
	r := *lookup(t, "free-cell")
	r.Suits = 2
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	_, err = deal.Parse(p.Document(&r), lookup(t, "free-cell"))
	if err == nil || err.Error() != `deal: these cards are of a deck with 2 suits, but this game has 4: rules with "suits": 2 have them` {
		t.Errorf("two suits in FreeCell: %v", err)
	}
}
