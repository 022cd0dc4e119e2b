package deal_test

import (
	"errors"
	"math/big"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// vectors reads a table of deals by other programs: a seed, a tab, the deal.
func vectors(t *testing.T, file string, count int) [][2]string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var table [][2]string
	for line := range strings.Lines(string(text)) {
		seed, cards, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			t.Fatalf("%s: no tab in %q", file, line)
		}
		table = append(table, [2]string{seed, cards})
	}
	if len(table) != count {
		t.Fatalf("%s has %d deals; want %d", file, len(table), count)
	}
	return table
}

// TestMicrosoftVectors compares deals of all three ranges of numbers with those of
// make-microsoft-freecell-board (fc-solve 5.0).
func TestMicrosoftVectors(t *testing.T) {
	for _, v := range vectors(t, "microsoft.txt", 36) {
		p := dealt(t, "free-cell", v[0])
		if got := text(inRows(&p)); got != v[1] {
			t.Errorf("%s: %s\nwant %s", v[0], got, v[1])
		}
	}
}

// inRows lists the cards of a tableau row by row.
func inRows(p *deal.Position) []card.Card {
	var cards []card.Card
	for row, found := 0, true; found; row++ {
		found = false
		for _, c := range p.Tableau {
			if row < len(c.Cards) {
				cards, found = append(cards, c.Cards[row]), true
			}
		}
	}
	return cards
}

// TestPySolVectors compares deals with those of a model of PySol in Python, whose
// generator PySolFC uses, from 32,000 on and for numbers of any length.
func TestPySolVectors(t *testing.T) {
	for _, v := range vectors(t, "pysol.txt", 48) {
		for _, game := range []string{"free-cell", "bakers-game", "free-cell-1-cell", "free-cell-4-pile"} {
			p := dealt(t, game, v[0])
			if got := text(inRows(&p)); got != v[1] {
				t.Errorf("%s %s: %s\nwant %s", game, v[0], got, v[1])
			}
		}
	}
}

// TestPySolLayouts has the games that PySol does not deal in rows alone. The first
// Klondike is the documented example of fc-solve's generator, the second is one of
// Klondike-Solver's test deals.
func TestPySolLayouts(t *testing.T) {
	for _, test := range []struct{ game, seed, want string }{
		{
			"klondike", "pysol:300000000000",
			"7C / 6c 2C / Qh Jc AS / 5s 7s 2s 2D / Th Kd 9d 5c TD / Qs Kh Ts 6h 8d 8S / 4s 9c 4c 3s 9s Ac 9H | " +
				"KS 2H 3H 5D QC KC 3D JD TC JH 6D 7H 4D 6S 4H 8C 5H 3C QD AD AH 8H 7D JS",
		},
		{
			"klondike", "pysol:32000",
			"QS / 3h 5H / 6d 2c 7D / 8d 3c 9c 6H / Js Jc Ac 6s QD / 4d Th 9d 4h 9s KD / 7s 3d 5s 2s 8s Ts 9H | " +
				"AD QH TC 4C AH JD 4S JH TD 3S 7H 8C 6C 2H 2D 5D KS QC KH 5C 7C 8H KC AS",
		},
		{
			"klondike-draw-1", "pysol:24",
			"5C / 7h 9H / 2d 9s AC / 5d Qh 5s 8C / Qc 2c Js 3c 7D / 5h 7s Kd 9c Jc 6S / 4c Ah 2s 6c 6h Th KH | " +
				"TC TS AD 4D QS 3H 3S JH TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS",
		},
		{
			"klondike", "pysol-legacy:198246790",
			"9C / 8d 3C / Ts 3s 8H / Tc Jd 7c 7D / 4d Jh Ac 5d 6C / 3h Ad 8c 5h 6d 4S / Kd 6h 9s Kh Qc 7s AH | " +
				"TH 4H 5S 2H 9H QH 6S QD 2C JC 5C 3D KC 7H QS 8S AS 4C JS 2S 9D 2D KS TD",
		},
	} {
		p := dealt(t, test.game, test.seed)
		if got := asKlondike(&p); got != test.want {
			t.Errorf("%s %s: %s\nwant %s", test.game, test.seed, got, test.want)
		}
	}
	for game, want := range map[string]struct {
		columns int
		cells   string
	}{
		"fore-cell": {8, "6S 9C 2H 6H"}, "eight-off": {8, "6S - 9C - 2H - 6H -"}, "seahaven-towers": {10, "- 2H 6H -"},
	} {
		p := dealt(t, game, "pysol:1")
		var cells []string
		for _, c := range p.Cells {
			if cells = append(cells, c.String()); c == card.None {
				cells[len(cells)-1] = "-"
			}
		}
		if got := strings.Join(cells, " "); got != want.cells {
			t.Errorf("%s: the cells are %s; want %s", game, got, want.cells)
		}
		rows := inRows(&p)
		if one := inRows(ptr(dealt(t, "free-cell", "microsoft:1"))); !slices.Equal(rows, one[:len(rows)]) || len(p.Tableau) != want.columns {
			t.Errorf("%s: the rows are %s", game, text(rows))
		}
	}
}

func ptr[T any](v T) *T { return &v }

// asKlondike writes a deal of Klondike as the tables have it: the columns, face-down
// cards with a lower-case suit, and the stock in the order in which it is turned.
func asKlondike(p *deal.Position) string {
	var columns, stock []string
	for _, c := range p.Tableau {
		var cards []string
		for i, x := range c.Cards {
			if i < c.Down {
				cards = append(cards, x.Down())
			} else {
				cards = append(cards, x.String())
			}
		}
		columns = append(columns, strings.Join(cards, " "))
	}
	for _, c := range slices.Backward(p.Stock) {
		stock = append(stock, c.String())
	}
	return strings.Join(columns, " / ") + " | " + strings.Join(stock, " ")
}

// TestKlondikeVectors compares deals with what other programs print: the numbers of
// lonelybot's schemes, which it has from those programs.
func TestKlondikeVectors(t *testing.T) {
	for _, v := range vectors(t, "klondike.txt", 10) {
		p := dealt(t, "klondike", v[0])
		if got := asKlondike(&p); got != v[1] {
			t.Errorf("%s: %s\nwant %s", v[0], got, v[1])
		}
	}
}

// TestDigits has the deals of three schemes in the digits of Klondike-Solver.
func TestDigits(t *testing.T) {
	for seed, want := range map[string]string{
		"greenfelt:1":       "064093062022074073054051112081103134123041052034023063014132111042131024124082101032122011133033084021102053114031113013094043071061083091104012044121092072",
		"klondike-solver:1": "042031094013012043033041072074064083044063021023022034112104134052014111113051061132092101024121133054091011123122084062071093114124081053102032131073082103",
		"solvitaire:1":      "092041122094064032023014102114083031052111084053081132062082073074113093021013133112104061033103072054091044071131042022051012034124121043024011123101134063",
	} {
		s, err := deal.ParseSeed(seed)
		if err != nil {
			t.Fatal(err)
		}
		var pack []card.Card
		for ; want != ""; want = want[3:] {
			rank := card.Rank((want[0]-'0')*10 + want[1] - '0')
			pack = append(pack, card.New(rank, []card.Suit{card.Clubs, card.Diamonds, card.Hearts, card.Spades}[want[2]-'1']))
		}
		p, err := s.Deal(lookup(t, "klondike"))
		if err != nil {
			t.Fatal(err)
		}
		columns, stock := deal.Triangle(pack)
		slices.Reverse(stock)
		for i, c := range p.Tableau {
			if !slices.Equal(c.Cards, columns[i]) {
				t.Errorf("%s: column %d is %s; want %s", seed, i+1, text(c.Cards), text(columns[i]))
			}
		}
		if !slices.Equal(p.Stock, stock) {
			t.Errorf("%s: the stock is %s; want %s", seed, text(p.Stock), text(stock))
		}
	}
}

// TestExact finds a deal of another scheme under its exact number.
func TestExact(t *testing.T) {
	one := dealt(t, "klondike", "exact:75815935119064350470717521029623259780400326814603147288883495865917")
	other := dealt(t, "klondike", "solvitaire:22")
	if asKlondike(&one) != asKlondike(&other) {
		t.Errorf("%s\nwant %s", asKlondike(&one), asKlondike(&other))
	}
}

// TestEnds deals the first and the last number of each scheme, and finds the whole pack
// each time.
func TestEnds(t *testing.T) {
	last := new(big.Int).MulRange(1, 52)
	last.Sub(last, big.NewInt(1))
	for _, test := range []struct{ scheme, first, last string }{
		{"solvitaire", "0", "2147483647"},
		{"microsoft", "1", "8589934591"},
		{"pysol", "1", strings.Repeat("9", 60)},
		{"pysol-legacy", "1", "18446744073709551615"},
		{"greenfelt", "0", "2147483646"},
		{"klondike-solver", "0", "2147483647"},
		{"ms-collection", "0", last.String()},
		{"exact", "0", last.String()},
	} {
		for _, number := range []string{test.first, test.last} {
			seed := test.scheme + ":" + number
			game := "klondike"
			if test.scheme == "microsoft" {
				game = "free-cell"
			}
			p := dealt(t, game, seed)
			if n := len(onTable(lookup(t, game), &p)); n != 52 {
				t.Errorf("%s: %d different cards", seed, n)
			}
			if s, err := deal.ParseSeed(seed); err != nil || s.String() != seed {
				t.Errorf("ParseSeed(%q) = %s, %v", seed, s, err)
			}
		}
		beyond, _ := new(big.Int).SetString(test.last, 10)
		text := test.scheme + ":" + beyond.Add(beyond, big.NewInt(1)).String()
		if s, err := deal.ParseSeed(text); err == nil || !strings.Contains(err.Error(), ": must be "+test.first+"–"+test.last) {
			t.Errorf("ParseSeed(%q) = %s, %v", text, s, err)
		}
	}
}

// TestSchemesGames deals every game of the catalogue under every scheme, and checks which
// games each has.
func TestSchemesGames(t *testing.T) {
	klondike := []string{"klondike", "klondike-draw-1", "klondike-draw-3-passes-3", "klondike-draw-1-passes-1", "klondike-whole-blocks", "trigon"}
	freeCell := []string{"free-cell", "free-cell-1-cell", "free-cell-4-pile", "bakers-game"}
	for scheme, want := range map[string][2][]string{
		"microsoft":       {slices.Concat([]string{"fan", "free-cell-0-cell", "streets-and-alleys", "fore-cell", "eight-off", "seahaven-towers"}, freeCell, klondike, slices.Concat(deal.PySolGames()...)), []string{"carpet", "penguin"}},
		"pysol":           {slices.Concat([]string{"fore-cell", "eight-off", "seahaven-towers"}, freeCell, klondike, slices.Concat(deal.PySolGames()...)), {"fan", "one-cell", "spiderette-2-suit", "forty-and-eight", "spanish-patience"}},
		"pysol-legacy":    {slices.Concat([]string{"simple-simon", "golf-wrap"}, freeCell, klondike), {"fan", "spiderette", "somerset"}},
		"greenfelt":       {klondike, freeCell},
		"klondike-solver": {klondike, slices.Concat([]string{"spiderette", "klondike-reserve", "raglan", "klondike-two-deck-9"}, freeCell)},
		"ms-collection":   {klondike, freeCell},
		"exact":           {klondike, freeCell},
	} {
		for _, game := range want[0] {
			if _, err := (deal.Seed{Scheme: scheme, Number: 1}).Deal(lookup(t, game)); err != nil {
				t.Errorf("%s has no deal of %s: %v", scheme, game, err)
			}
		}
		for _, game := range want[1] {
			_, err := deal.Seed{Scheme: scheme, Number: 1}.Deal(lookup(t, game))
			var mismatch *deal.SchemeMismatch
			if !errors.As(err, &mismatch) || mismatch.Scheme != scheme || !strings.Contains(err.Error(), strings.Join(mismatch.Has, ", ")) || slices.Contains(mismatch.Has, scheme) {
				t.Errorf("%s has a deal of %s: %v", scheme, game, err)
			}
		}
		for _, g := range rules.Games() {
			p, err := deal.Seed{Scheme: scheme, Number: 33_333}.Deal(&g.Rules)
			if err != nil {
				continue
			}
			text := p.Document(&g.Rules)
			if back, err := deal.Parse(text, &g.Rules); err != nil || string(back.Document(&g.Rules)) != string(text) {
				t.Errorf("%s %s: %s reads back as %s, %v", g.Name, scheme, text, back.Document(&g.Rules), err)
			}
		}
	}
}

// FuzzParseSeed reads seeds: what is written of one is read as the same seed, as the ends of a range
// too, and deals a position of a game or fails with a reason.
func FuzzParseSeed(f *testing.F) {
	for _, text := range []string{
		"solvitaire:17", "microsoft:8589934591", "pysol:32001", "pysol-legacy:9223372036854775807", "greenfelt:0",
		"klondike-solver:2147483647", "ms-collection:80658175170943878571660636856403766975289505440883277823999999999999",
		"exact:1", "exact:-1", "exact:0x10", "exact:1_000", "pysol:+1", ":", "pysol:", "ms3000000000", "ms:11,982", " # 007 ",
		"pysol:ms100001", "PySol: # 37500088040934891520", "1,2", "1.234.567",
	} {
		f.Add(text, 0)
	}
	games := rules.Games()
	f.Fuzz(func(t *testing.T, text string, game int) {
		s, err := deal.ParseSeed(text)
		if err != nil {
			return
		}
		if back, err := deal.ParseSeed(s.String()); err != nil || back != s {
			t.Fatalf("%q is written %q, which reads as %s, %v", text, s, back, err)
		}
		if first, last, err := deal.ParseRange(s.String()); (err == nil) != (s.Large == "") || err == nil && (first != s || last != s) {
			t.Fatalf("the range %s is %s to %s, %v", s, first, last, err)
		}
		// The digits are those of the text.
		digits := strings.TrimLeft(digitsIn(text), "0")
		if _, number, _ := strings.Cut(s.String(), ":"); digits != number && digits+number != "0" {
			t.Fatalf("%q is read as %s", text, s)
		}
		if plain, ok := deal.PlainNumber(text); ok != !strings.ContainsFunc(text, unicode.IsLetter) || ok && "solvitaire:"+plain != s.String() {
			t.Fatalf("the plain number of %q is %q, %t", text, plain, ok)
		}
		r := &games[uint(game)%uint(len(games))].Rules
		p, err := s.Deal(r)
		var mismatch *deal.SchemeMismatch
		if err != nil && !errors.As(err, &mismatch) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		if back, err := deal.Parse(p.Document(r), r); err != nil || string(back.Document(r)) != string(p.Document(r)) {
			t.Fatalf("%s: %s, %v", text, p.Document(r), err)
		}
	})
}

// digitsIn returns the digits of a text.
func digitsIn(text string) string {
	return strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, text)
}

// TestNumbering checks that schemes whose numbers are known to stand for the same deals
// share a numbering, and others don't.
func TestNumbering(t *testing.T) {
	schemes := deal.RangedSchemes()
	for _, game := range []string{"free-cell", "klondike", "eight-off"} {
		for i, one := range schemes {
			for _, other := range schemes[:i] {
				alike := 0
				for _, number := range []string{"1", "617", "32000", "32001", "1000000"} {
					a, err := deal.ParseSeed(one + ":" + number)
					if err != nil {
						t.Fatal(err)
					}
					b, err := deal.ParseSeed(other + ":" + number)
					if err != nil {
						t.Fatal(err)
					}
					p, err1 := a.Deal(lookup(t, game))
					q, err2 := b.Deal(lookup(t, game))
					if err1 == nil && err2 == nil && reflect.DeepEqual(p, q) {
						alike++
					}
				}
				if same := deal.Numbering(one) == deal.Numbering(other); alike > 0 && !same {
					t.Errorf("%s: %d deals of %s and %s are the same", game, alike, one, other)
				}
			}
		}
	}
	if deal.Numbering(deal.Solvitaire) == deal.Numbering(deal.Microsoft) {
		t.Error("these have nothing in common")
	}
}
