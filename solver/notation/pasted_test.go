package notation_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// byRows writes a fresh deal of columns as people see it.
func byRows(columns string) string {
	var rows []string
	for i, column := range strings.Split(strings.TrimSpace(columns), "\n") {
		for row, card := range strings.Fields(column) {
			if row == len(rows) {
				rows = append(rows, "")
			}
			if i > 0 && rows[row] != "" {
				rows[row] += " "
			}
			rows[row] += card
		}
	}
	return strings.Join(rows, "\n") + "\n"
}

// TestPasted reads texts with what people paste around and between the cards, and says what it did.
func TestPasted(t *testing.T) {
	head, columns, _ := strings.Cut(klondike24, "\n")
	symbols := strings.NewReplacer("C", "♣", "D", "♦", "H", "♥", "S", "♠")
	open := strings.NewReplacer("C", "♧\uFE0F", "D", "♢\uFE0F", "H", "♡\uFE0F", "S", "♤\uFE0F")
	glued := strings.NewReplacer(" ", "")
	faceUp := strings.NewReplacer("<", "", ">", "")
	solved := "Founds: S-K D-K C-K H-Q\n"
	seven := "Freecells: 2H 7S 6C 7D\nFoundations: H-0 C-0 D-0 S-0\n" // with the last two columns but for 4D 8S 9D
	rest := strings.Replace(strings.TrimSuffix(strings.Replace(freeCell24, " 2H\n", "\n", 1), "7S 6C 7D 4D 8S 9D\n"), "8H JD\n", "8H JD 4D 8S 9D\n", 1)
	squared := dealt(t, lookup(t, "scorpion"), "solvitaire:3")
	scorpion, err := notation.WriteDeal(notation.PySol, lookup(t, "scorpion"), &squared)
	if err != nil {
		t.Fatal(err)
	}
	scorpion = faceUp.Replace(scorpion)
	titles, scorpionColumns, _ := strings.Cut(scorpion, "\n")
	for _, test := range []struct{ name, format, game, text, same, note string }{
		{"symbols", notation.FCSolve, "free-cell", symbols.Replace(freeCell24), freeCell24, ""},
		{"open symbols with selectors", notation.FCSolve, "free-cell", open.Replace(freeCell24), freeCell24, ""},
		{"a mark, commas, other line ends", notation.FCSolve, "free-cell", "\uFEFF" + strings.NewReplacer(" ", ",", "\n", "\r\n").Replace(freeCell24), freeCell24, ""},
		{"a mark before a colon", notation.FCSolve, "free-cell", "\uFEFF: " + freeCell24, freeCell24, ""},
		{"semicolons and tabs", notation.FCSolve, "free-cell", strings.NewReplacer(" ", ";\t").Replace(freeCell24), freeCell24, ""},
		{"nothing between the cards", notation.FCSolve, "free-cell", glued.Replace(freeCell24), freeCell24, ""},
		{"symbols and nothing between the cards", notation.FCSolve, "free-cell", open.Replace(glued.Replace(freeCell24)), freeCell24, ""},
		{"symbols in brackets and on foundations", notation.PySol, "klondike", symbols.Replace("Foundations: H-0 C-0\n" + klondike24), klondike24, ""},
		{"a prompt", notation.PySol, "klondike", "$ ./pysol-board 24 klondike\n" + klondike24, klondike24, `deal line 1: skipped, because "$ ./pysol-board 24 klondike" is not a line of cards`},
		{"headlines", notation.FCSolve, "free-cell", "Game #24:\n\n-=-=-=-=-=-\n" + freeCell24, freeCell24, `deal line 1: skipped, because "Game #24:" is not a line of cards`},
		{"a headline before digits", notation.KlondikeSolver, "klondike", "The first deal:\n" + klondikeOne, klondikeOne, `deal line 1: skipped, because "The first deal:" is not a line of cards`},
		{"digits with commas", notation.KlondikeSolver, "klondike", strings.Join(split(klondikeOne, 3), ","), klondikeOne, ""},
		{"rows", notation.FCSolve, "free-cell", byRows(freeCell24), freeCell24, `deal: read by rows, from the top row down, because its lines fit only as rows: 7 lines for 8 columns`},
		{"rows with an empty line between", notation.FCSolve, "free-cell", strings.ReplaceAll(byRows(freeCell24), "\n", "\n\n"), freeCell24, `deal: read by rows`},
		{"rows of face-down cards", notation.PySol, "klondike", head + "\n" + byRows(columns), klondike24, `deal: read by rows, from the top row down, because its lines fit only as rows: 7 lines for 7 columns`},
		{"rows of open cards", notation.PySol, "klondike", faceUp.Replace(head + "\n" + byRows(columns)), faceUp.Replace(klondike24), `deal: read by rows, from the top row down, because its lines are a fresh deal only as rows: 7 lines for 7 columns; if the lines are columns, begin each with a colon`},
		{"rows with an empty line in them", notation.FCSolve, "free-cell", strings.Replace(byRows(freeCell24), "\n", "\n\n", 1), freeCell24, `deal: read by rows`},
		{"a square of open cards", notation.PySol, "scorpion", scorpion, titles + "\n: " + scorpionColumns, `deal: read as 7 columns, one per line; if the lines are rows`},
		{"an empty line behind titles and one at the end", notation.FCSolve, "free-cell", seven + "\n" + rest + "\n", seven + rest + ":\n", `deal: empty lines are read as empty columns: 8; write a colon for an empty column`},
		{"empty lines between titles", notation.FCSolve, "free-cell", "\n" + strings.Replace(seven, "\n", "\n\n", 1) + rest + "\n", seven + rest + ":\n", `deal: empty lines are read as empty columns: 8; `},
		{"an empty line behind a headline", notation.FCSolve, "free-cell", "\nGame #24:\n\n" + seven + rest + "\n", seven + rest + ":\n", `deal line 2: skipped`},
		{"empty columns as empty lines at the end", notation.FCSolve, "free-cell", solved + "KH\n\n\n\n\n\n\n\n", solved + "KH\n:\n:\n:\n:\n:\n:\n:\n", `deal: empty lines are read as empty columns: 2, 3, 4, 5, 6, 7, 8;`},
		{"the first column an empty line", notation.FCSolve, "free-cell", solved + "\n:\n:\nKH\n:\n:\n:\n:", solved + ":\n:\n:\nKH\n:\n:\n:\n:\n", `deal: empty lines are read as empty columns: 1;`},
		{"empty columns as empty lines before", notation.FCSolve, "free-cell", solved + ":\n\n\n\n\nKH\n\n\n\n\n\n", solved + ":\n:\n:\n:\n:\nKH\n:\n:\n", `deal: empty lines are read as empty columns: 2, 3, 4, 5, 7, 8;`},
		{"rows, ten as 0", notation.FCSolve, "free-cell", strings.ReplaceAll(byRows(freeCell24), "T", "0"), freeCell24, `deal: read by rows`},
	} {
		r := lookup(t, test.game)
		want, err := read(test.format, test.same, r)
		if err != nil {
			t.Fatal(err)
		}
		p, notes, err := notation.ReadDeal(test.format, test.text, r, deal.Decode)
		if err != nil || string(p.Document(r)) != string(want.Document(r)) {
			t.Errorf("%s: %s, %v\nwant %s", test.name, p.Document(r), err, want.Document(r))
		}
		if len(notes) > 0 != (test.note != "") || len(notes) > 0 && !strings.HasPrefix(notes[0], test.note) {
			t.Errorf("%s: notes %q\nwant %s", test.name, notes, test.note)
		}
	}
}

func split(text string, n int) (parts []string) {
	for text = strings.TrimSpace(text); text != ""; text = text[n:] {
		parts = append(parts, text[:n])
	}
	return parts
}

// TestBothWays reads lines that fit as columns and as rows as columns, and notes it, if they are no
// fresh deal as rows; lines that begin with a colon are columns without doubt.
func TestBothWays(t *testing.T) {
	r := lookup(t, "klondike")
	head, columns, _ := strings.Cut(strings.NewReplacer("<", "", ">", "").Replace(klondike24), "\n")
	rows := byRows(columns)
	p, notes, err := notation.ReadDeal(notation.PySol, head+"\n: "+rows, r, deal.Decode)
	if err != nil || len(p.Tableau[0].Cards) != 7 || len(notes) != 0 {
		t.Errorf("%s, %q, %v", p.Document(r), notes, err)
	}
	turned := strings.Replace(head, "TC TS", "TC ==> TS", 1) + " <=="
	p, notes, err = notation.ReadDeal(notation.PySol, turned+"\n"+rows, r, deal.Decode)
	if err != nil || len(p.Tableau[0].Cards) != 7 || len(notes) != 1 || !strings.HasPrefix(notes[0], "deal: read as 7 columns, one per line; if the lines are rows") {
		t.Errorf("%s, %q, %v", p.Document(r), notes, err)
	}
}

// TestNoBoard has texts that are no board: the first line that is none is named first.
func TestNoBoard(t *testing.T) {
	rows := byRows(freeCell24)
	for _, test := range []struct{ name, format, game, text, want string }{
		{
			"a transcript", notation.PySol, "free-cell", "$ ./pysol-board 24\n" + freeCell24 + "\n4h 7a 7b 3h 65\n73 84\n",
			`deal line 1: "$ ./pysol-board 24" is not a line of cards; deal line 11: "4h 7a 7b 3h 65" is not a line of cards; deal line 12: "73 84" is not a line of cards`,
		},
		{"a headline and a column too few", notation.FCSolve, "free-cell", "Game #24:\n" + strings.SplitN(freeCell24, "\n", 2)[1], `deal line 1: "Game #24:" is not a line of cards; deal: 7 columns found, 8 expected (one per line)`},
		{"rows with a card that is none", notation.FCSolve, "free-cell", strings.Replace(rows, "9C", "9X", 1), `deal line 3 card 1: "9X" is not a card: suit "X" must be C, D, H or S`},
		{"rows of another position", notation.FCSolve, "free-cell", strings.Replace(rows, " 9D", "", 1), `deal: 7 columns found, 8 expected (one per line); lines of up to 8 cards look like rows: give one column per line`},
		{"rows with a card too many in the first", notation.FCSolve, "free-cell", "AS " + rows, `deal: 7 columns found, 8 expected (one per line)`},
		{"a face-down card on top", notation.PySol, "klondike", strings.Replace(klondike24, "\n5C\n", "\n<5C>\n", 1), `deal line 2 card 1: 5C lies face down on top of its pile: write the top card without brackets`},
		{"an empty hole", notation.PySol, "golf", "Talon: AS\nFoundations: -\n:\n:\n:\n:\n:\n:\n:\n", `deal line 2: the hole is empty, but this game begins with a card in it`},
		{"two cards in a hole", notation.PySol, "golf", "Foundations: AS KH\n:\n:\n:\n:\n:\n:\n:\n", `deal line 1: 2 cards found, 1 expected: the one on top of the hole`},
		{"too few rows", notation.Rows, "pyramid", "6D\n5H AH\n", `deal: 3 cards found, 52 expected: 28 of the rows, from the top row down and each from left to right, then the stock, beginning with the card that is turned first`},
		{"rows upside down", notation.Rows, "tripeaks", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC\nJC QC KC AH 2H 3H 4H 5H 6H\n7H 8H 9H TH JH QH\nKH AS 2S\n3S\n4S 5S 6S 7S 8S 9S TS JS QS KS AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD\n", `deal: the lines of 10 … 3 cards are upside down: give 28 of the rows, from the top row down and each from left to right, then the card on the waste, then the stock`},
		{"an unseen card", notation.PySol, "klondike", strings.Replace(klondike24, "<2D>", "??", 1), `deal line 4 card 1: ?? is an unseen card`},
	} {
		_, _, err := notation.ReadDeal(test.format, test.text, lookup(t, test.game), deal.Decode)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.name, err, test.want)
		}
	}
	if _, _, err := notation.ReadDeal(notation.FCSolve, strings.Repeat("no card\n", 4000), lookup(t, "free-cell"), deal.Decode); len(err.(strict.Error)) != strict.MaxErrors {
		t.Errorf("%d errors", len(err.(strict.Error)))
	}
}

// TestUnseenBoard reads a board as a player sees it, in brackets or not.
func TestUnseenBoard(t *testing.T) {
	r := lookup(t, "klondike")
	var unseen []string
	seen := func(node *strict.Node, r *rules.Rules) deal.Position {
		p, cards := deal.DecodeSeen(node, r, true)
		unseen = nil
		for _, c := range cards {
			unseen = append(unseen, c.String())
		}
		return p
	}
	text := strings.NewReplacer("<2D>", "<??>", "<9S>", "??").Replace(klondike24)
	p, notes, err := notation.ReadDeal(notation.PySol, text, r, seen)
	if err != nil || len(notes) > 0 || len(unseen) != 21 || !slices.Contains(unseen, "2D") || p.Tableau[2].Down != 2 {
		t.Errorf("%s, %q, %q, %v", p.Document(r), unseen, notes, err)
	}
}

// TestSpelling writes random positions of every game in spellings of every format, and reads them back
// the same.
func TestSpelling(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	spellings := []*strings.Replacer{
		strings.NewReplacer("C", "♣", "D", "♦", "H", "♥", "S", "♠"),
		strings.NewReplacer("C", "♧\uFE0E", "D", "♢\uFE0E", "H", "♡\uFE0E", "S", "♤\uFE0E"),
		strings.NewReplacer("T", "10"),
		strings.NewReplacer("T", "0", " ", ", "),
		strings.NewReplacer(" ", "\t", "\n", "\r\n"),
		strings.NewReplacer(" ", " ; "),
	}
	for _, g := range rules.Games() {
		r := &g.Rules
		for _, format := range []string{notation.FCSolve, notation.PySol, notation.Rows} {
			if notation.CheckFormat(format, r) != nil {
				continue
			}
			walk(t, r, random.IntN(1000), 12, func(p deal.Position) {
				text, err := notation.WriteDeal(format, r, &p)
				if err != nil {
					return // how many redeals are left
				}
				title, rest, found := strings.Cut(text, "Talon:")
				if !found {
					title, rest = "", text
				} else {
					title += "Talon:"
				}
				spelt := title + spellings[random.IntN(len(spellings))].Replace(rest)
				for _, word := range []string{"Foundations:", "Freecells:"} { // titles stay
					for _, s := range spellings {
						spelt = strings.ReplaceAll(spelt, s.Replace(word), word)
					}
				}
				back, err := read(format, "\uFEFF"+spelt, r)
				if err != nil || string(back.Document(r)) != string(p.Document(r)) {
					t.Fatalf("%s in %s: %s, %v\nwant %s\nthe text is\n%s", g.Name, format, back.Document(r), err, p.Document(r), spelt)
				}
			})
		}
	}
}

// TestByRows writes fresh deals of every game of columns by rows, and reads them, with a note, unless
// they are columns as well.
func TestByRows(t *testing.T) {
	games := 0
	for _, g := range rules.Games() {
		r := &g.Rules
		if notation.CheckFormat(notation.PySol, r) != nil {
			continue
		}
		p := dealt(t, r, "solvitaire:3")
		text, err := notation.WriteDeal(notation.PySol, r, &p)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
		titled := len(lines) - r.Tableau.Count
		rows := strings.Join(lines[:titled], "") + byRows(strings.Join(lines[titled:], ""))
		back, notes, err := notation.ReadDeal(notation.PySol, rows, r, deal.Decode)
		switch {
		case err != nil:
			t.Errorf("%s: %v\n%s", g.Name, err, rows)
		case rows == text: // one row of one card each, or a single column
		case string(back.Document(r)) == string(p.Document(r)) && len(notes) == 1:
			games++
		case len(notes) != 1:
			t.Errorf("%s is read without a note: %s\nwant %s\nthe text is\n%s", g.Name, back.Document(r), p.Document(r), rows)
		}
	}
	if games < 50 {
		t.Errorf("only %d games", games)
	}
}

// TestGolf reads boards of black-hole-solver's tests and of PySol, and writes them as they are.
func TestGolf(t *testing.T) {
	text, err := os.ReadFile("testdata/holes.txt")
	if err != nil {
		t.Fatal(err)
	}
	boards := strings.Split(strings.TrimSpace(string(text)), "\n\n")
	if len(boards) < 4 {
		t.Fatalf("%d boards", len(boards))
	}
	for _, board := range boards {
		game, board, _ := strings.Cut(board, "\n")
		r := lookup(t, game)
		p, err := read(notation.PySol, board, r)
		if err != nil {
			t.Errorf("%s: %v", game, err)
			continue
		}
		if out, err := notation.WriteDeal(notation.PySol, r, &p); err != nil || out != board+"\n" {
			t.Errorf("%s: %v\n%s\nwant\n%s", game, err, out, board)
		}
	}
}
