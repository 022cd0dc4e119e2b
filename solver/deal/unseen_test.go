package deal_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// golf has a stock whose cards go to a hole.
const pairs = `{"max rank":3,"tableau piles":{"count":0},"foundations":{"present":false},"rows":{"shape":"pyramid","count":3,"pair sum":4,"stock in play":true},"stock":{"size":6,"redeals":1}}`

const golf = `{"max rank":3,"tableau piles":{"count":2,"build policy":"no-build"},"foundations":{"present":false},"hole":{"present":true,"base card":"random"},"stock":{"size":3,"deal type":"hole"}}`

// stacked has a reserve that is a pile.
const stacked = `{"max rank":3,"tableau piles":{"count":2,"build policy":"red-black"},"reserve":{"size":4,"stacked":true},"stock":{"size":4,"redeal":true}}`

func cards(t testing.TB, text string) []card.Card {
	t.Helper()
	var all []card.Card
	for word := range strings.FieldsSeq(text) {
		c, _, err := card.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// parseSeen reads a document as a player sees the table.
func parseSeen(text []byte, r *rules.Rules, stockKnown bool) (deal.Position, []card.Card, error) {
	node, err := strict.Parse(text, "deal")
	if err != nil {
		return deal.Position{}, nil, err
	}
	p, unseen := deal.DecodeSeen(node, r, stockKnown)
	return p, unseen, node.Err()
}

// TestSeen reads positions as players see them: however a hidden card is written, it is
// forgotten.
func TestSeen(t *testing.T) {
	for _, test := range []struct {
		name, rules string
		stockKnown  bool
		text, want  string
		unseen      string
	}{
		{
			"columns and stock not seen", down, false,
			`{"tableau piles":[["AC"],["??","3C"],["??","??","3H"]],"stock":["??","??","??","??","??","??"]}`,
			`{"tableau piles":[["AC"],["??","3C"],["??","??","3H"]],"foundations":[],"stock":["??","??","??","??","??","??"],"redeals left":2}`,
			"2C AH 2H AS 2S 3S AD 2D 3D",
		},
		{
			"a stock that was seen", down, false,
			`{"tableau piles":[["AC"],["??","3C"],["??","??","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC"],["??","3C"],["??","??","3H"]],"foundations":[],"stock":["AS","2S","3S","AD","2D","3D"],"redeals left":2}`,
			"2C AH 2H",
		},
		{
			"a stock that is known", down, true,
			`{"tableau piles":[["AC"],["??","3C"],["??","??","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC"],["??","3C"],["??","??","3H"]],"foundations":[],"stock":["AS","2S","3S","AD","2D","3D"],"redeals left":2}`,
			"2C AH 2H",
		},
		{
			"a card has left the table, and those that have not are written", golf, false,
			`{"tableau piles":[["AC","2C","3C"],["2H","3H","2S","3S"]],"hole":"3D","stock":["ad","2d","as"]}`,
			`{"tableau piles":[["AC","2C","3C"],["2H","3H","2S","3S"]],"stock":["??","??","??"],"hole":"3D"}`,
			"AS AD 2D",
		},
		{
			"some of the stock was seen, a lower-case card not", down, false,
			`{"tableau piles":[["AC"],["??","3C"],["??","??","3H"]],"stock":["AS","2S","??","ad"],"waste":["2D","3D"],"redeals left":1}`,
			`{"tableau piles":[["AC"],["??","3C"],["??","??","3H"]],"foundations":[],"stock":["AS","2S","??","??"],"waste":["2D","3D"],"redeals left":1}`,
			"2C AH 2H 3S AD",
		},
		{
			"hidden cards filled in", down, true,
			`{"tableau piles":[["AC"],["2c","3C"],["Ah","2h","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC"],["??","3C"],["??","??","3H"]],"foundations":[],"stock":["AS","2S","3S","AD","2D","3D"],"redeals left":2}`,
			"2C AH 2H",
		},
		{
			"some filled in, in another way", down, true,
			`{"tableau piles":[["AC"],["2h","3C"],["??","2c","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC"],["??","3C"],["??","??","3H"]],"foundations":[],"stock":["AS","2S","3S","AD","2D","3D"],"redeals left":2}`,
			"2C AH 2H",
		},
		{
			"faces as dealt", down, false,
			`{"faces":"dealt","tableau piles":[["AC"],["2C","3C"],["AH","2H","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC"],["??","3C"],["??","??","3H"]],"foundations":[],"stock":["AS","2S","3S","AD","2D","3D"],"redeals left":2}`,
			"2C AH 2H",
		},
		{
			"every card face up", down, true,
			`{"tableau piles":[["AC"],["2C","3C"],["AH","2H","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`,
			`{"tableau piles":[["AC"],["2C","3C"],["AH","2H","3H"]],"foundations":[],"stock":["AS","2S","3S","AD","2D","3D"],"redeals left":2}`,
			"",
		},
		{
			"lower case where the cards lie open", small, false,
			`{"tableau piles":[["ac","2C"],["3C"],["AH","2h","3H"]],"cells":["","1s"],"reserve":["2S"],"waste":["3s","ad"],"stock":["??","??"]}`,
			`{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"foundations":[],"cells":["","AS"],"reserve":["2S",""],"stock":["??","??"],"waste":["3S","AD"]}`,
			"2D 3D",
		},
		{
			"a card twice among the unseen", strings.Replace(two, `"count":2}`, `"count":2,"face up cards":"top"}`, 1), true,
			`{"tableau piles":[["??","??","??","2C","AC","AD","2D","AS"],["??","AH","2H","2S","2D","AD","AS","2S"]]}`,
			`{"tableau piles":[["??","??","??","2C","AC","AD","2D","AS"],["??","AH","2H","2S","2D","AD","AS","2S"]],"foundations":[]}`,
			"AC 2C AH 2H",
		},
		{
			"the stock of a game with a hole", golf, false,
			`{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","2S","3S"]],"hole":"3D","stock":["??","??","??"]}`,
			`{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","2S","3S"]],"stock":["??","??","??"],"hole":"3D"}`,
			"AS AD 2D",
		},
		{
			"covered cards of rows", pairs, false,
			`{"rows":[["??"],["??","??"],["AH","2H","3H"]],"stock":["??","??","??","??","??","AD"]}`,
			`{"stock":["??","??","??","??","??","AD"],"redeals left":1,"rows":[["??"],["??","??"],["AH","2H","3H"]]}`,
			"AC 2C 3C AS 2S 3S 2D 3D",
		},
		{
			"covered cards of rows filled in, others seen or gone", pairs, false,
			`{"rows":[["3c"],["2S","3d"],["","2h","3H"]],"stock":["as","AC","2D","AD"],"waste":["2C"],"redeals left":1}`,
			`{"stock":["??","AC","2D","AD"],"waste":["2C"],"redeals left":1,"rows":[["??"],["2S","??"],["","2H","3H"]]}`,
			"AS 3C 3D",
		},
		{
			"cards under the top of a reserve", stacked, false,
			`{"tableau piles":[["AC","2C"],["3C","AH"]],"reserve":["??","2s","3S","3h"],"stock":["AS","AD","2D","3D"]}`,
			`{"tableau piles":[["AC","2C"],["3C","AH"]],"foundations":[],"reserve":["??","??","3S","3H"],"stock":["AS","AD","2D","3D"]}`,
			"2H 2S",
		},
		{
			"covered cards in the explicit form", stacked, false,
			`{"piles":{"tableau":[[{"card":"AC","face_up":true},{"card":"2C","face_up":true}],[{"card":"3C","face_up":true},{"card":"AH","face_up":true}]],"reserve":[{"card":"??","face_up":false},{"card":"2S","face_up":false},{"card":"3S","face_up":true},{"card":"3H","face_up":true}],"stock":[{"card":"AS","face_up":false},{"card":"AD","face_up":false},{"card":"2D","face_up":false},{"card":"3D","face_up":false}]}}`,
			`{"tableau piles":[["AC","2C"],["3C","AH"]],"foundations":[],"reserve":["??","??","3S","3H"],"stock":["AS","AD","2D","3D"]}`,
			"2H 2S",
		},
	} {
		r := parsed(t, test.rules)
		p, unseen, err := parseSeen([]byte(test.text), r, test.stockKnown)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		want := cards(t, test.unseen)
		slices.Sort(want)
		if got := string(p.Document(r)); got != test.want || !slices.Equal(unseen, want) {
			t.Errorf("%s: %s, unseen %v\nwant %s, %v", test.name, got, unseen, test.want, want)
		}
	}
}

// TestUnseenErrors has a wrong position for each possible error with unseen cards.
func TestUnseenErrors(t *testing.T) {
	start := `{"tableau piles":[["AC"],["??","3C"],["??","??","3H"]],"stock":["AS","2S","3S","AD","2D","3D"]}`
	open := `{"tableau piles":[["AC","2C"],["3C"],["AH","2H","3H"]],"reserve":["AS","2S"],"stock":["3S","AD","2D","3D"]}`
	replaced := func(in, old, with string) string {
		if strings.Count(in, old) != 1 {
			t.Fatalf("%s is in the document %d times", old, strings.Count(in, old))
		}
		return strings.Replace(in, old, with, 1)
	}
	const seen = `: ?? is not allowed here: only cards that lie face down, those of the stock, and those that others cover in rows or in a reserve that is a pile, may be unseen`
	for _, test := range []struct {
		name, rules string
		stockKnown  bool
		text, want  string
	}{
		{"on top of a pile", down, false, replaced(start, `"3C"`, `"??"`), `deal.tableau piles[1][1]: ?? lies face down on top of its pile; the top card must lie face up`},
		{"a single card", down, false, replaced(start, `"AC"`, `"??"`), `deal.tableau piles[0][0]: ?? lies face down on top of its pile; the top card must lie face up`},
		{"on a face-up card", down, false, replaced(start, `["??","??","3H"]`, `["2H","??","3H"]`), `deal.tableau piles[2][1]: ?? lies face down on the face-up 2H; a card under a face-down card must lie face down`},
		{"where nothing lies face down", small, false, replaced(open, `"AH"`, `"??"`), `deal.tableau piles[2][0]: no card of a column can be unseen, because this game deals none face down`},
		{"in the waste", down, false, replaced(start, `"stock":["AS","2S"`, `"redeals left":0,"waste":["??","2S"],"stock":["AS"`), `deal.waste[0]` + seen},
		{"in a cell", small, false, replaced(open, `"reserve"`, `"cells":["??"],"reserve"`), `deal.cells[0]` + seen},
		{"in the reserve", small, false, replaced(open, `"AS"`, `"??"`), `deal.reserve[0]` + seen},
		{"on a foundation", down, false, replaced(start, `"stock"`, `"foundations":["??"],"stock"`), `deal.foundations[0]` + seen},
		{"in the hole", golf, false, `{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","2S","3S"]],"hole":"??","stock":["AS","AD","2D"]}`, `deal.hole` + seen},
		{"in a row", gaps, false, `{"sequences":[["2C","3C",""],["","??","3H"],["2S","3S",""],["2D","","3D"]]}`, `deal.sequences[1][1]` + seen},
		{
			"the next card of a stock in play", pairs, false, `{"rows":[["AC"],["2C","3C"],["AH","2H","3H"]],"stock":["??","??","??","??","AD","??"]}`,
			`deal.stock[5]: the next card of the stock lies face up in this game: write it, with an upper-case suit`,
		},
		{
			"a card of the rows that none covers", pairs, false, `{"rows":[["AC"],["2C","??"],["AH","",""]],"stock":["3S","AD"],"redeals left":0}`,
			`deal.rows[1][1]: no card covers this one, so it lies face up: write it`,
		},
		{
			"an empty place under an unseen card", pairs, false, `{"rows":[[""],["??","3C"],["AH","2H","3H"]],"stock":["AD"],"redeals left":0}`,
			`deal.rows[0][0]: the place is empty, but ?? covers it`,
		},
		{
			"the top of a reserve", stacked, false, `{"tableau piles":[["AC","2C"],["3C","AH"]],"reserve":["??","??"],"stock":["AS","AD","2D","3D"]}`,
			`deal.reserve[1]: no card covers this one, so it lies face up: write it`,
		},
		{"in an accordion", row, false, `{"accordion":["AC","??"]}`, `deal.accordion[1]` + seen},

		{"in a stock that is known", down, true, replaced(start, `"3S"`, `"??"`), `deal.stock[2]: "??" is an unseen card, which contradicts "stock-known": use "stock-seen", or write the card with an upper-case suit`},
		{"lower case in a stock that is known", down, true, replaced(start, `"3S"`, `"3s"`), `deal.stock[2]: "3s" is an unseen card, which contradicts "stock-known": use "stock-seen", or write the card with an upper-case suit`},
		{"a card of the stock that is none", down, false, replaced(start, `"3S"`, `"3X"`), `deal.stock[2]: "3X" is not a card`},
		{"a card of the stock that is no text", down, false, replaced(start, `"3S"`, `3`), `deal.stock[2]: expected a string, found 3`},

		{"too few unseen", down, false, replaced(start, `["??","??","3H"]`, `["??","3H"]`), `deal: 2 cards are ??, but 3 are missing elsewhere: AH, 2C, 2H`},
		{"one unseen", down, false, replaced(replaced(start, `["??","??","3H"]`, `["3H"]`), `["??","3C"]`, `["??","3C","2H"]`), `deal: one card is ??, but 2 are missing elsewhere: AH, 2C`},
		{"too many unseen", down, false, replaced(start, `["??","3C"]`, `["??","??","3C"]`), `deal: 4 cards are ??, but 3 are missing elsewhere: AH, 2C, 2H`},
		{"none is left to be unseen", down, false, replaced(start, `["??","3C"],["??","??","3H"]`, `["??","2C","3C"],["AH","2H","3H"]`), `deal: one card is ??, but no card is missing elsewhere`},
		{"a card seen twice", down, false, replaced(start, `"3S"`, `"3H"`), `deal: 3H occurs twice: at deal.tableau piles[2][2], deal.stock[2]`},
		{"a filled-in card that is seen", down, false, replaced(start, `["??","3C"]`, `["3h","3C"]`), `deal: 3H occurs twice: at deal.tableau piles[1][0], deal.tableau piles[2][2]`},
		{"missing, and nothing unseen", down, false, replaced(replaced(start, `["??","??","3H"]`, `["3H"]`), `["??","3C"]`, `["3C"]`), `deal: AH, 2C, 2H are missing`},
		{"faces said twice, differently", down, false, `{"faces":"dealt",` + replaced(start, `"??","3C"`, `"2C","3C"`)[1:], `deal.faces: contradicts the face-down cards (lower-case suits) of the deal`},
		{
			"cards that have left the table", golf, false, `{"tableau piles":[["AC","2C","3C"],["2H","3H","2S","3S"]],"hole":"3D","stock":["??","??","??"]}`,
			`deal: 3 cards are ??, but 4 are missing elsewhere, and some may have left the table: write those still in play in the places of ??, in any order, with a lower-case suit`,
		},
	} {
		_, _, err := parseSeen([]byte(test.text), parsed(t, test.rules), test.stockKnown)
		var fieldErrors strict.Error
		if !errors.As(err, &fieldErrors) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %s: %v\nwant %s", test.name, test.text, err, test.want)
		}
	}
}

// FuzzParseSeen reads documents as a player sees the table. The position holds no card
// that the player does not know, reads back the same, and is a whole position once the
// unseen cards fill the empty places.
func FuzzParseSeen(f *testing.F) {
	var all []*rules.Rules
	for _, text := range []string{small, down, two, pile, golf, row, gaps} {
		all = append(all, parsed(f, text))
	}
	all = append(all, lookup(f, "klondike"), lookup(f, "spider"), parsed(f, pairs), parsed(f, stacked), lookup(f, "tripeaks"))
	for i, r := range all {
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, i%2 == 0, []byte(p.Document(r)))
	}
	f.Add(1, false, []byte(`{"tableau piles":[["AC"],["??","3C"],["??","2h","3H"]],"stock":["??","2S","??","ad","??","??"]}`))
	f.Add(4, false, []byte(`{"tableau piles":[["AC","2C","3C","AH"],["2H","3H","2S","3S"]],"hole":"3D","stock":["??","AS","??"]}`))
	f.Add(4, false, []byte(`{"tableau piles":[["AC","2C","3C"],["2H","3H","2S","3S"]],"hole":"3D","stock":["ad","2d","as"]}`))
	f.Add(9, false, []byte(`{"rows":[["3c"],["2S","3d"],["","2h","3H"]],"stock":["as","AC","2D","AD"],"waste":["2C","3S"],"redeals left":1}`))
	f.Add(10, true, []byte(`{"tableau piles":[["AC","2C"],["3C","AH"]],"reserve":["??","2s","3S","3h"],"stock":["AS","AD","2D","3D"]}`))
	f.Fuzz(func(t *testing.T, game int, stockKnown bool, text []byte) {
		if game < 0 {
			return
		}
		r := all[game%len(all)]
		p, unseen, err := parseSeen(text, r, stockKnown)
		if err != nil {
			return
		}
		written := p.Document(r)
		back, again, err := parseSeen(written, r, stockKnown)
		gone := err != nil && (r.Hole.Present || r.Rows.PairSum > 0) // cards have left, and the document does not say which
		if !gone && (err != nil || string(back.Document(r)) != string(written) || !slices.Equal(unseen, again)) {
			t.Fatalf("%s is read as %s, unseen %v, and that as %s, unseen %v, %v", text, written, unseen, back.Document(r), again, err)
		}
		left := slices.Clone(unseen)
		fill := func(pile []card.Card, unknown card.Card) {
			for i, c := range pile {
				if c == unknown {
					pile[i], left = left[0], left[1:]
				}
			}
		}
		for _, c := range p.Tableau {
			for _, x := range c.Cards[:c.Down] {
				if x != card.None {
					t.Fatalf("%s: %s lies face down and is known", text, x)
				}
			}
			fill(c.Cards, card.None)
		}
		if stockKnown && slices.Contains(p.Stock, card.None) {
			t.Fatalf("%s: the stock is known, but not all of it", text)
		}
		fill(p.Stock, card.None)
		for _, c := range p.Covered(r) {
			if *c == card.Unknown {
				*c, left = left[0], left[1:]
			}
		}
		if _, err := deal.Parse(p.Document(r), r); err != nil || len(left) > 0 {
			t.Fatalf("%s: %d unseen cards are left, and %s: %v", text, len(left), p.Document(r), err)
		}
	})
}
