package deal_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// lookup returns the rules of a catalogue game.
func lookup(t testing.TB, name string) *rules.Rules {
	t.Helper()
	g, ok := rules.Lookup(name)
	if !ok {
		t.Fatalf("unknown game %s", name)
	}
	return &g.Rules
}

func dealt(t testing.TB, game, seed string) deal.Position {
	t.Helper()
	s, err := deal.ParseSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Deal(lookup(t, game))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSolvitaire compares the deals of seeds 1 and 2 with the output of the Solvitaire
// program (0.10.1), in every game that it knows and in the paper's variants.
func TestSolvitaire(t *testing.T) {
	file, err := os.Open("testdata/solvitaire.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for lines := bufio.NewScanner(unzipped); lines.Scan(); count++ {
		var line struct {
			Game string
			Seed int
			Deal map[string]any
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		r := lookup(t, line.Game)
		if flat, founded := line.Deal["foundations"].([]any); founded && r.Decks == 2 {
			// The program writes a flat list, from which the foundations of two packs can
			// be read only because each has one card.
			for i, c := range flat {
				flat[i] = []any{c}
			}
		}
		text, err := json.Marshal(line.Deal)
		if err != nil {
			t.Fatal(err)
		}
		want, err := deal.Parse(text, r)
		if err != nil {
			t.Errorf("%s %d: %v", line.Game, line.Seed, err)
			continue
		}
		got := dealt(t, line.Game, fmt.Sprintf("solvitaire:%d", line.Seed))
		if g, w := string(got.Document(r)), string(want.Document(r)); g != w {
			t.Errorf("%s %d: dealt %s\nwant %s", line.Game, line.Seed, g, w)
		}
	}
	if count != 234 {
		t.Errorf("%d deals compared; want 234", count)
	}
}

// TestCatalogueDeals deals every game of the catalogue and finds each card of its deck
// once on the table.
func TestCatalogueDeals(t *testing.T) {
	for _, g := range rules.Games() {
		r := &g.Rules
		for _, seed := range []string{"solvitaire:1", "solvitaire:0", "solvitaire:2147483647"} {
			p := dealt(t, g.Name, seed)
			want := map[card.Card]int{}
			for _, c := range card.Deck(r.MaxRank, r.Decks, r.Suits) {
				if r.Sequences.Count == 0 || c.Rank() != card.Ace {
					want[c]++
				}
			}
			got := onTable(r, &p)
			for c, n := range got {
				if n > want[c] || n < want[c] && r.Accordion.Size == 0 {
					t.Errorf("%s %s: %s lies there %d times; the deck has it %d times", g.Name, seed, c, n, want[c])
				}
			}
			if len(got) != len(want) && r.Accordion.Size == 0 {
				t.Errorf("%s %s: %d different cards lie there; the deck has %d", g.Name, seed, len(got), len(want))
			}
			if len(p.Accordion) != r.Accordion.Size || len(p.Stock)+len(p.Waste) != r.Stock.Size || len(p.Tableau) != r.Tableau.Count {
				t.Errorf("%s %s: sizes other than the rules': %s", g.Name, seed, p.Document(r))
			}
			text := p.Document(r)
			back, err := deal.Parse(text, r)
			if err != nil || string(back.Document(r)) != string(text) {
				t.Errorf("%s %s: %s reads back as %s, %v", g.Name, seed, text, back.Document(r), err)
			}
		}
	}
}

// onTable counts the cards that lie on the table.
func onTable(r *rules.Rules, p *deal.Position) map[card.Card]int {
	count := map[card.Card]int{}
	add := func(cards ...card.Card) {
		for _, c := range cards {
			if c != card.None {
				count[c]++
			}
		}
	}
	for _, c := range p.Tableau {
		add(c.Cards...)
	}
	for i, height := range p.Foundations {
		for h := range height {
			add(deal.FoundationCard(r, p.Base, card.Suit(i/r.Copies()), h+1))
		}
	}
	add(p.Cells...)
	add(p.Reserve...)
	add(p.Stock...)
	add(p.Waste...)
	add(p.Hole)
	for _, row := range slices.Concat(p.Sequences, p.Rows) {
		add(row...)
	}
	add(p.Accordion...)
	return count
}

// TestShapes checks how many cards the deal puts where, in the games of special shape.
// The summaries in the catalogue say the same in words.
func TestShapes(t *testing.T) {
	for game, want := range map[string]string{
		"klondike":                   "1 2 3 4 5 6 7",
		"fan":                        "3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 2 2",
		"scotch-patience":            "3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 2 2",
		"raglan":                     "1 2 3 4 5 6 7 7 7",
		"somerset":                   "1 2 3 4 5 6 7 8 8 8",
		"simple-simon":               "1 2 3 4 5 6 7 8 8 8",
		"king-albert":                "1 2 3 4 5 6 7 8 9",
		"northwest-territory":        "1 2 3 4 5 6 7 8",
		"spider":                     "6 6 6 6 5 5 5 5 5 5",
		"lucas":                      "3 3 3 3 3 3 3 3 3 2 2 2 2",
		"one-cell":                   "4 4 4 4 4 4 4 4 4 3 3 3 3",
		"free-cell":                  "7 7 7 7 6 6 6 6",
		"duchess":                    "0 0 0 0",
		"chameleon":                  "1 1 1",
		"thirty":                     "6 6 6 6 6",
		"ultra-klondike-2-deck":      "1 2 3 4 5 6 7 8 9 10 11 12",
		"will-o-the-wisp":            "3 3 3 3 3 3 3",
		"canfield":                   "1 1 1 1",
		"american-toad":              "1 1 1 1 1 1 1 1",
		"flower-garden":              "6 6 6 6 6 6",
		"klondike-two-deck-9":        "1 2 3 4 5 6 7 8 9",
		"eight-off":                  "6 6 6 6 6 6 6 6",
		"beleaguered-castle":         "6 6 6 6 6 6 6 6",
		"spanish-patience":           "4 4 4 4 4 4 4 4 4 4 4 4 4",
		"mrs-mop":                    "8 8 8 8 8 8 8 8 8 8 8 8 8",
		"limited":                    "3 3 3 3 3 3 3 3 3 3 3 3",
		"maria":                      "4 4 4 4 4 4 4 4 4",
		"fortunes-favor":             "1 1 1 1 1 1 1 1 1 1 1 1",
		"east-haven":                 "3 3 3 3 3 3 3",
		"spiderette":                 "1 2 3 4 5 6 7",
		"seahaven-towers":            "5 5 5 5 5 5 5 5 5 5",
		"thirtysix":                  "6 6 6 6 6 6",
		"golf":                       "5 5 5 5 5 5 5",
		"black-hole":                 "3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3",
		"carpet":                     "",
		"gargantua":                  "1 2 3 4 5 6 7 8 9",
		"alpha-star":                 "4 4 4 4 4 4 4 4 4 4 4 4",
		"castles-of-spain":           "4 4 4 4 4 4 4 4 4 4 4 4 4",
		"rank-and-file":              "4 4 4 4 4 4 4 4 4 4",
		"forty-thieves":              "4 4 4 4 4 4 4 4 4 4",
		"will-o-the-wisp-solvitaire": "3 3 3 3 3 3 3",
	} {
		p := dealt(t, game, "solvitaire:7")
		var sizes []string
		for _, c := range p.Tableau {
			sizes = append(sizes, fmt.Sprint(len(c.Cards)))
			down := 0
			if lookup(t, game).Tableau.OnlyTopFaceUp {
				down = len(c.Cards) - 1
			}
			if c.Down != down {
				t.Errorf("%s: %d of %d cards lie face down; want %d", game, c.Down, len(c.Cards), down)
			}
		}
		if got := strings.Join(sizes, " "); got != want {
			t.Errorf("%s: columns of %s cards; want %s", game, got, want)
		}
	}
}

// TestFewerSuits compares deals of games that differ only in the suits of their pack.
func TestFewerSuits(t *testing.T) {
	four := dealt(t, "spider", "solvitaire:5")
	for game, suits := range map[string]int{"spider-1-suit": 1, "spider-2-suit": 2} {
		fewer := dealt(t, game, "solvitaire:5")
		for i, column := range four.Tableau {
			for j, c := range column.Cards {
				if got, want := fewer.Tableau[i].Cards[j], card.Fold(c, suits); got != want {
					t.Errorf("%s: card %d of column %d is %s; want %s", game, j+1, i+1, got, want)
				}
			}
		}
		for i, c := range four.Stock {
			if got, want := fewer.Stock[i], card.Fold(c, suits); got != want {
				t.Errorf("%s: card %d of the stock is %s; want %s", game, i+1, got, want)
			}
		}
	}
}

// TestMicrosoft has published deals of Microsoft FreeCell, of FreeCell Pro from 2^31, and
// of its three ways to draw numbers.
func TestMicrosoft(t *testing.T) {
	for seed, want := range map[string]string{
		"1":          "JD KD 2S 4C 3S 6D 6S",
		"24":         "4C 2C 9C 8C QS 4S 2H",
		"11982":      "AH 3D KD JC 6C JD KC",
		"2147483648": "QH 3H 7D 4D TS QD 6D",
		"4294967297": "JH KD 3C 6D 9D QC 4H",
	} {
		p := dealt(t, "free-cell", "microsoft:"+seed)
		if got := text(p.Tableau[0].Cards); got != want {
			t.Errorf("microsoft:%s: the first column is %s; want %s", seed, got, want)
		}
		if n := len(onTable(lookup(t, "free-cell"), &p)); n != 52 {
			t.Errorf("microsoft:%s: %d different cards", seed, n)
		}
	}
	// The whole of the most famous one, row by row.
	p := dealt(t, "free-cell", "microsoft:1")
	want := []string{
		"JD KD 2S 4C 3S 6D 6S", "2D KC KS 5C TD 8S 9C", "9H 9S 9D TS 4S 8D 2H", "JC 5S QD QH TH QS 6H",
		"5D AD JS 4H 8H 6C", "7H QC AS AC 2C 3D", "7C KH AH 4D JH 8C", "5H 3H 3C 7S 7D TC",
	}
	for i, column := range p.Tableau {
		if got := text(column.Cards); got != want[i] {
			t.Errorf("microsoft:1: column %d is %s; want %s", i+1, got, want[i])
		}
	}
	// The same cards in the same order go round other numbers of columns.
	for game, columns := range map[string]int{"free-cell-4-pile": 4, "bakers-game": 8, "spanish-patience": 13, "fan": 18} {
		other := dealt(t, game, "microsoft:1")
		for i := range 52 {
			got, want := other.Tableau[i%columns].Cards[i/columns], p.Tableau[i%8].Cards[i/8]
			if got != want {
				t.Errorf("%s: card %d is %s; want %s", game, i+1, got, want)
			}
		}
	}
}

func text(cards []card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}

func TestMicrosoftRefuses(t *testing.T) {
	for _, game := range []string{
		"carpet", "thirty", "penguin", "gaps-one-deal", "klondike-reserve", "spiderette-1-suit", "lucas",
	} {
		_, err := deal.Seed{Scheme: deal.Microsoft, Number: 1}.Deal(lookup(t, game))
		if err == nil || err.Error() != "scheme microsoft has no deals of this game, which has solvitaire" {
			t.Errorf("%s: %v", game, err)
		}
	}
	if _, err := (deal.Seed{Scheme: "pysolitaire", Number: 1}).Deal(lookup(t, "free-cell")); err == nil {
		t.Error("a scheme that does not exist deals cards")
	}
}

// TestParseSeed reads seeds as people write them.
func TestParseSeed(t *testing.T) {
	for text, want := range map[string]string{
		"solvitaire:0": "", "solvitaire:2147483647": "", "microsoft:8589934591": "", "pysol:37500088040934891520": "", "exact:7": "",
		"17":                               "solvitaire:17",
		" 17\n":                            "solvitaire:17",
		"017":                              "solvitaire:17",
		"#17":                              "solvitaire:17",
		"11,982":                           "solvitaire:11982",
		"000":                              "solvitaire:0",
		"Microsoft:11982":                  "microsoft:11982",
		" MICROSOFT : 11982 ":              "microsoft:11982",
		"microsoft:#11982":                 "microsoft:11982",
		"microsoft: # 11982":               "microsoft:11982",
		"microsoft:11,982":                 "microsoft:11982",
		"microsoft:11.982":                 "microsoft:11982",
		"microsoft:3_000_000_000":          "microsoft:3000000000",
		"microsoft:3’000’000’000":          "microsoft:3000000000",
		"ms:11982":                         "microsoft:11982",
		"ms3000000000":                     "microsoft:3000000000",
		"MS #11,982":                       "microsoft:11982",
		"microsoft 11982":                  "microsoft:11982",
		"microsoft:ms11982":                "microsoft:11982",
		"pysol:ms100001":                   "microsoft:100001",
		"PySol 24":                         "pysol:24",
		"pysol:00375000880409348915":       "pysol:375000880409348915",
		"pysol:37,500,088,040,934,891,520": "pysol:37500088040934891520",
		"pysol-legacy:ms24":                "microsoft:24",
	} {
		s, err := deal.ParseSeed(text)
		if want == "" {
			want = text
		}
		if err != nil || s.String() != want {
			t.Errorf("ParseSeed(%q) = %s, %v; want %s", text, s, err, want)
		}
	}
	for _, test := range []struct{ text, want string }{
		{"", "a seed is scheme:number"},
		{"#", "a seed is scheme:number"},
		{"seventeen", "a seed is scheme:number"},
		{"1e3", "a seed is scheme:number"},
		{"17-", `"17-" is not a number of scheme solvitaire`},
		{strings.Repeat("solvitaire:", 20), "a seed is scheme:number"},
		{"solitaire:17", `unknown scheme "solitaire": must be one of solvitaire, microsoft, pysol, pysol-legacy, greenfelt, klondike-solver, ms-collection, exact`},
		{"Solvitare:17", `unknown scheme "Solvitare"`},
		{":17", `unknown scheme ""`},
		{"solvitaire:", `"" is not a number of scheme solvitaire: must be 0–2147483647`},
		{"ms", "a seed is scheme:number"},
		{"ms:", `"" is not a number of scheme microsoft: must be 1–8589934591`},
		{"greenfelt:ms5", `"ms5" is not a number of scheme greenfelt`},
		{"solvitaire:-1", `"-1" is not a number of scheme solvitaire: must be 0–2147483647`},
		{"solvitaire:2147483648", `"2147483648" is not a number of scheme solvitaire: must be 0–2147483647`},
		{"solvitaire:99999999999999999999999", `is not a number of scheme solvitaire: must be 0–2147483647`},
		{"solvitaire:+7", `"+7" is not a number of scheme solvitaire`},
		{"solvitaire:7:8", `"7:8" is not a number of scheme solvitaire`},
		{"solvitaire:1e3", `"1e3" is not a number of scheme solvitaire`},
		{"microsoft:0", `"0" is not a number of scheme microsoft: must be 1–8589934591`},
		{"microsoft:8589934592", `"8589934592" is not a number of scheme microsoft: must be 1–8589934591`},
		{"pysol:1" + strings.Repeat("0", 60), "must be 1–9999"},
		{"1,2", `"1,2" is not one number: write it without separators, or with groups of three digits as in 11,982; give one deal at a time`},
		{"microsoft:1,2345", `"1,2345" is not one number`},
		{"microsoft:1234,567", `"1234,567" is not one number`},
		{"microsoft:1,234.567", `"1,234.567" is not one number`},
		{"microsoft:11,982,", `"11,982," is not one number`},
		{"microsoft:0.123", `"0.123" is not one number`},
		{"microsoft:11 982", `"11 982" is not one number`},
		{"1 2", `"1 2" is not one number`},
	} {
		s, err := deal.ParseSeed(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("ParseSeed(%q) = %s, %v; want an error with %q", test.text, s, err, test.want)
		}
	}
}

// TestParseRange reads the ends of ranges, however far apart they are.
func TestParseRange(t *testing.T) {
	for text, want := range map[string][2]string{
		"solvitaire:7":            {"solvitaire:7", "solvitaire:7"},
		"solvitaire:0-2147483647": {"solvitaire:0", "solvitaire:2147483647"},
		"pysol-legacy:9-11":       {"pysol-legacy:9", "pysol-legacy:11"},
		"1-1,000":                 {"solvitaire:1", "solvitaire:1000"},
		" Microsoft: #1 – #100 ":  {"microsoft:1", "microsoft:100"},
		"ms1-100":                 {"microsoft:1", "microsoft:100"},
		"pysol:ms1-ms100":         {"microsoft:1", "microsoft:100"},
		"pysol:9223372036854775805-9223372036854775806": {"pysol:9223372036854775805", "pysol:9223372036854775806"},
	} {
		first, last, err := deal.ParseRange(text)
		if got := [2]string{first.String(), last.String()}; got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	const tooLarge = "the numbers of a range of deals must be at most 9223372036854775806"
	for text, want := range map[string]string{
		"solvitaire:3-2":               "a range must go upwards: 2 is less than 3",
		"solvitaire:1-2147483648":      `"2147483648" is not a number of scheme solvitaire: must be 0–2147483647`,
		"exact:5":                      "scheme exact has no ranges of deals",
		"pysol:37500088040934891520":   tooLarge,
		"exact:5-6":                    "scheme exact has no ranges of deals",
		"pysol:1-ms5":                  "a range must have one scheme: not from pysol:1 to microsoft:5",
		"pysol:1-9223372036854775807":  tooLarge,
		"pysol:37500088040934891520-5": tooLarge,
		"pysol:37500088040934891520-37500088040934891521": tooLarge,
		"a-b":              `a seed is scheme:number, for example solvitaire:17 or microsoft:11982`,
		"1-b":              `"b" is not a number of scheme solvitaire: must be 0–2147483647`,
		"-5":               `a seed is scheme:number, for example solvitaire:17 or microsoft:11982`,
		"solvitaire:1-2-3": `"2-3" is not a number of scheme solvitaire: must be 0–2147483647`,
	} {
		if _, _, err := deal.ParseRange(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestParseSeeds reads ranges.
func TestParseSeeds(t *testing.T) {
	for text, want := range map[string][]deal.Seed{
		"solvitaire:7":              {{Scheme: deal.Solvitaire, Number: 7}},
		"pysol-legacy:9-11":         {{Scheme: deal.PySolLegacy, Number: 9}, {Scheme: deal.PySolLegacy, Number: 10}, {Scheme: deal.PySolLegacy, Number: 11}},
		"exact:5":                   {{Scheme: deal.Exact, Large: "5"}},
		"pysol:9223372036854775807": {{Scheme: deal.PySol, Large: "9223372036854775807"}},
		"exact:5-6":                 nil,
		"solvitaire:3-2":            nil,
		"solvitaire:1-":             nil,
		"solvitaire":                nil,
		"":                          nil,
		"microsoft:1-10000001":      nil,
	} {
		got, err := deal.ParseSeeds(text)
		if !slices.Equal(got, want) || (err == nil) != (want != nil) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}
