package notation_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

func lookup(t testing.TB, name string) *rules.Rules {
	t.Helper()
	g, ok := rules.Lookup(name)
	if !ok {
		t.Fatalf("unknown game %s", name)
	}
	return &g.Rules
}

func dealt(t testing.TB, r *rules.Rules, seed string) deal.Position {
	t.Helper()
	s, err := deal.ParseSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Deal(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// read reads a deal whose cards are all known, of which nothing has to be noted, but for a square of
// open cards that it may be one of rows.
func read(format, text string, r *rules.Rules) (deal.Position, error) {
	p, notes, err := notation.ReadDeal(format, text, r, deal.Decode)
	sizes := r.ColumnSizes()
	square := len(sizes) > 0 && slices.Min(sizes) == len(sizes) && slices.Max(sizes) == len(sizes)
	if len(notes) > 0 && !(square && len(notes) == 1 && strings.HasPrefix(notes[0], "deal: read as ")) {
		return p, fmt.Errorf("notes: %q", notes)
	}
	return p, err
}

// The boards of TestBoards.
const (
	freeCell24 = `4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD TH TC TD 8D
7H JS KH TS KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
`
	klondike24 = `Talon: TC TS AD 4D QS 3H 3S JH TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS
5C
<7H> 9H
<2D> <9S> AC
<5D> <QH> <5S> 8C
<QC> <2C> <JS> <3C> 7D
<5H> <7S> <KD> <9C> <JC> 6S
<4C> <AH> <2S> <6C> <6H> <TH> KH
`
	klondikeOne = "042031094013012043033041072074064083044063021023022034112104134052014111113051061132092101024121133054091011123122084062071093114124081053102032131073082103\n"
)

// TestBoards writes deals as other programs write them, and reads them back. The
// boards are those of fc-solve's documentation, of the test deals of Klondike-Solver,
// and of the program itself for its first game.
func TestBoards(t *testing.T) {
	for _, test := range []struct{ format, game, seed, want string }{
		{notation.FCSolve, "free-cell", "microsoft:24", freeCell24},
		{notation.FCSolve, "bakers-game", "pysol:24", freeCell24},
		{notation.PySol, "free-cell", "pysol:24", freeCell24},
		{notation.PySol, "klondike", "pysol:24", klondike24},
		{notation.KlondikeSolver, "klondike-draw-1", "klondike-solver:1", klondikeOne},
		{
			notation.FCSolve, "eight-off", "pysol:24",
			"Freecells: 2H - QD - 3D - AS -\n4C 2C 9C 8C QS 4S\n5H QH 3C AC 3H 4H\nQC 9S 6H 9H 3S KS\n5D 2S JC 5C JH 6D\n" +
				"2D KD TH TC TD 8D\n7H JS KH TS KC 7C\nAH 5S 6S AD 8H JD\n7S 6C 7D 4D 8S 9D\n",
		},
		{
			notation.FCSolve, "beleaguered-castle", "solvitaire:1",
			"Foundations: H-A C-A D-A S-A\n6H 3S 5S 6S JS 7H\nKS 5C 7D 9S TD 8D\nTC 2D TH QD KD 6D\nQH 4D 3H 4C 8C 2C\n" +
				"2S KC 6C 9D 5H 9H\n4H 7C TS 5D 8S JH\nQC 4S 2H 3C JC KH\nQS 9C 3D 8H 7S JD\n",
		},
	} {
		r := lookup(t, test.game)
		p := dealt(t, r, test.seed)
		got, err := notation.WriteDeal(test.format, r, &p)
		if err != nil || got != test.want {
			t.Errorf("%s %s in %s: %v\n%s\nwant\n%s", test.game, test.seed, test.format, err, got, test.want)
		}
		back, err := read(test.format, test.want, r)
		if err != nil || string(back.Document(r)) != string(p.Document(r)) {
			t.Errorf("%s %s in %s: %v\n%s\nwant\n%s", test.game, test.seed, test.format, err, back.Document(r), p.Document(r))
		}
	}
}

// TestRead reads boards in every way in which they are written.
func TestRead(t *testing.T) {
	columns := strings.SplitAfter(freeCell24, "\n")[:8]
	swapped := strings.Replace(freeCell24, "2D KD TH TC TD 8D\n", "2D KD TH TC TD\n", 1)
	late := "FC: - 8D\n" + swapped
	for _, test := range []struct{ name, format, game, text, same string }{
		{"colons, tens with two digits, lower case, other line ends", notation.FCSolve, "free-cell", strings.NewReplacer("t", "10", "\n", "\r\n  :").Replace(":" + strings.TrimSpace(strings.ToLower(freeCell24))), freeCell24},
		{"no line feed at the end", notation.FCSolve, "free-cell", strings.TrimSpace(freeCell24), freeCell24},
		{"empty lines between all columns", notation.FCSolve, "free-cell", "\n\n" + strings.Join(columns, "\n") + "\n\n", freeCell24},
		{"empty foundations and cells", notation.FCSolve, "free-cell", "Foundations: H-0 C-0 D-0 S-0\nFreecells: - - - -\n" + freeCell24, freeCell24},
		{"titles in lower case, no cards", notation.FCSolve, "free-cell", "founds:\nfreecells:\n" + freeCell24, freeCell24},
		{"a cell", notation.FCSolve, "free-cell", late, "Freecells: - 8D - -\n" + swapped},
		{"a talon without brackets: all cards face up", notation.PySol, "klondike", strings.NewReplacer("<", "", ">", "").Replace(klondike24), ""},
		{"a comment and the digits in lines", notation.KlondikeSolver, "klondike", "#Draw count 1\n" + klondikeOne[:84] + "\n  " + klondikeOne[84:], klondikeOne},
		{"a number", notation.KlondikeSolver, "klondike", "# the first\nGame: 1\n", klondikeOne},
		{"a number, otherwise", notation.KlondikeSolver, "klondike", "game:1", klondikeOne},
	} {
		r := lookup(t, test.game)
		p, err := read(test.format, test.text, r)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if test.same == "" {
			test.same = test.text
		}
		q, err := read(test.format, test.same, r)
		if err != nil || string(p.Document(r)) != string(q.Document(r)) {
			t.Errorf("%s: %s, %v\nwant %s", test.name, p.Document(r), err, q.Document(r))
		}
	}
}

// TestPrograms reads the deals of MinimalKlondike's documentation and Klondike-Solver's
// tests, and compares the cards.
func TestPrograms(t *testing.T) {
	r := lookup(t, "klondike-draw-1")
	digits, err := read(notation.KlondikeSolver, minimalDeal, r)
	if err != nil {
		t.Fatal(err)
	}
	letters, err := read(notation.KlondikeSolver,
		"7D TH 9D 2H 5C 5D 4D 3S QH AD 9S 4S AC KC QS KS 7S 8H 9C 6S 9H JC JS QD 8D AS 3H JD "+
			"QC 3D 2D TC 2C 2S 6D JH 5S 8C 4H 6C 3C 6H 7H AH 4C 8S TD KH 5H KD TS 7C", r)
	if err != nil || string(letters.Document(r)) != string(digits.Document(r)) {
		t.Errorf("%s, %v\nwant %s", letters.Document(r), err, digits.Document(r))
	}
	const want = "Talon: 7C TS KD 5H KH TD 8S 4C AH 7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC\n7D\n<TH> 9D\n<2H> <5C> 5D\n" +
		"<4D> <3S> <QH> AD\n<9S> <4S> <AC> <KC> QS\n<KS> <7S> <8H> <9C> <6S> 9H\n<JC> <JS> <QD> <8D> <AS> <3H> JD\n"
	if text, err := notation.WriteDeal(notation.PySol, r, &digits); err != nil || text != want {
		t.Errorf("%s, %v\nwant %s", text, err, want)
	}
	// A file of deals for Klondike-Solver also has boards of PySol.
	board, err := read(notation.KlondikeSolver, "#Pysol game\n#1 = 136 moves\n"+klondike24, r)
	if p := dealt(t, r, "pysol:24"); err != nil || string(board.Document(r)) != string(p.Document(r)) {
		t.Errorf("%s, %v", board.Document(r), err)
	}
}

// minimalDeal is the deal of MinimalKlondike's documentation.
const minimalDeal = "072103023042094134111092051034044074114052123011083122012131091082124064014093033112071104132053133102084041013073063031061043081054113062024021101022032121"

// TestMistakes has errors in texts, by line, card or number.
func TestMistakes(t *testing.T) {
	for _, test := range []struct{ name, format, game, text, want string }{
		{"nothing", notation.FCSolve, "free-cell", "", `deal: 0 columns found, 8 expected (one per line)`},
		{"a column too few", notation.FCSolve, "free-cell", strings.Replace(freeCell24, "7S 6C 7D 4D 8S 9D\n", "", 1), `deal: 7 columns found, 8 expected (one per line)`},
		{"a column too many", notation.FCSolve, "free-cell", freeCell24 + "AS\n", `deal: 9 columns found, 8 expected (one per line)`},
		{"no card", notation.FCSolve, "free-cell", strings.Replace(freeCell24, "8C", "8X", 1), `deal line 1 card 4: "8X" is not a card: suit "X" must be C, D, H or S`},
		{"a card twice", notation.FCSolve, "free-cell", strings.Replace(freeCell24, "8D", "4C", 1), `deal: 4C occurs twice: at deal line 1 card 1, deal line 5 card 6; deal: 8D is missing`},
		{"a card on a foundation too", notation.FCSolve, "free-cell", "Foundations: C-2\n" + freeCell24, `deal: AC occurs twice: at deal line 3 card 4, deal line 1 C-2; deal: 2C occurs twice: at deal line 2 card 2, deal line 1 C-2`},
		{"a foundation of no suit", notation.FCSolve, "free-cell", "Foundations: X-2 2-C\n" + freeCell24, `deal line 1: "X-2" is not a foundation: write suit and top rank, for example H-6, or H-0 if empty; deal line 1: "2-C" is not a foundation`},
		{"a foundation twice", notation.FCSolve, "free-cell", "Foundations: H-2 H-0\n" + freeCell24, `deal line 1: foundation of H given twice`},
		{"two lines of cells", notation.FCSolve, "free-cell", "Freecells: -\nFC: -\n" + freeCell24, `deal line 2: second line of cells`},
		{"too many cells", notation.FCSolve, "free-cell", "Freecells: - - - - -\n" + freeCell24, `deal line 1: 5 places found, at most 4 allowed`},
		{"cells in a game without", notation.FCSolve, "simple-simon", "Freecells: AC\n:\n:\n:\n:\n:\n:\n:\n:\n:\n:\n", `deal line 1: this game has no cells`},
		{"cells behind a column", notation.FCSolve, "free-cell", freeCell24 + "Freecells: -\n", `deal line 9: Freecells: must come before all columns`},
		{"a talon", notation.FCSolve, "free-cell", "Talon: AC\n" + freeCell24, `deal line 1: fc-solve has no talon`},
		{"a column and no card", notation.FCSolve, "free-cell", "4C 2C 9Z", `deal: 1 column found, 8 expected (one per line); deal line 1 card 3: "9Z" is not a card: suit "Z" must be C, D, H or S`},
		{"brackets", notation.FCSolve, "free-cell", strings.Replace(freeCell24, "4C", "<4C>", 1), `deal line 1 card 1: "<4C>" is not a card`},
		{"JSON", notation.FCSolve, "free-cell", `{"tableau piles":[]}`, `deal: looks like JSON, not like a deal of fc-solve: leave out the format`},
		{"a face-down card on a face-up one", notation.PySol, "klondike", strings.Replace(klondike24, "<2D> <9S> AC", "2D <9S> AC", 1), `deal line 4 card 2: 9S lies face down on the face-up 2D`},
		{"a face-down card on top", notation.PySol, "klondike", strings.Replace(klondike24, "<9S> AC", "<9S> <AC>", 1), `deal line 4 card 3: AC lies face down on top of its pile`},
		{"half a bracket", notation.PySol, "klondike", strings.Replace(klondike24, "<2D>", "<2D", 1), `deal line 4 card 1: "<2D" is not a card`},
		{"no talon", notation.PySol, "klondike", strings.SplitN(klondike24, "\n", 2)[1], `deal: AS, AD, 2H, 3H,`},
		{"an open talon", notation.PySol, "klondike", strings.Replace(klondike24, "TS", "==> TS", 1), `deal line 1: the stock after ==> must end in <==`},
		{"a card in the talon and in a column", notation.PySol, "klondike", strings.Replace(klondike24, "TS", "5C", 1), `deal: 5C occurs twice: at deal line 2 card 1, deal line 1 card 2; deal: TS is missing`},
		{"redeals", notation.PySol, "klondike-draw-3-passes-3", strings.Replace(strings.Replace(klondike24, "AD", "AD ==>", 1), "AS", "AS <==", 1), `deal.redeals left: missing: required in the middle of a game with at most 2 redeals`},
		{"no digits", notation.KlondikeSolver, "klondike", "", `deal: 0 cards found, 52 expected; missing: AC, AH, AS, AD, 2C`},
		{"a digit too few", notation.KlondikeSolver, "klondike", klondikeOne[1:], `deal: 155 digits found, 156 expected (three per card)`},
		{"two deals", notation.KlondikeSolver, "klondike", klondikeOne + klondikeOne, `deal: 104 cards found, 52 expected; more than once: AC, AH, AS, AD, 2C`},
		{"another character", notation.KlondikeSolver, "klondike", "é" + klondikeOne, `deal: 'é' is not a digit`},
		{"a suit beyond", notation.KlondikeSolver, "klondike", "145" + klondikeOne[3:6] + "000" + klondikeOne[9:], `deal card 1: 145 is not a card: write rank 01–13, then suit 1–4 (C D H S); deal card 3: 000 is not a card`},
		{"a card twice in digits", notation.KlondikeSolver, "klondike", klondikeOne[3:6] + klondikeOne[3:], `deal: 3C occurs twice: at deal card 1, deal card 2; deal: 4D is missing`},
		{"a game's number", notation.KlondikeSolver, "klondike", "Game: one", `deal: "one" is not a number of scheme klondike-solver: must be 0–2147483647`},
		{"two games' numbers", notation.KlondikeSolver, "klondike", "Game: 1\nGame: 2", `deal: more text than one game's number: give one deal at a time`},
		{"letters too few", notation.KlondikeSolver, "klondike", "7D TH 9D", `deal: 3 cards found, 52 expected; missing: AC, AH, AS, AD,`},
		{"a pack cut short", notation.KlondikeSolver, "klondike", klondikeOne[:31*3], `deal: 31 cards found, 52 expected; missing: AC, 3D, 5H, 5S, 6D, 7C, 7H, 8C, 8S, 8D, 9C, 9H, TH, TD, JS, QC, QH, QS, QD, KC, KH`},
		{"a card too many", notation.KlondikeSolver, "klondike", klondikeOne[:156] + "011", `deal: 53 cards found, 52 expected; more than once: AC`},
		{"letters that are no card", notation.KlondikeSolver, "klondike", strings.Repeat("7X ", 52), `deal card 1: "7X" is not a card`},
		{"a flood", notation.FCSolve, "free-cell", strings.Repeat("AS ", 20_000), `deal: text has 60000 bytes, at most 32768 allowed`},
	} {
		_, err := read(test.format, test.text, lookup(t, test.game))
		var mistakes strict.Error
		if !errors.As(err, &mistakes) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.name, err, test.want)
		}
	}
}

// TestUnsupported has games and positions that a format can't express.
func TestUnsupported(t *testing.T) {
	for _, test := range []struct{ format, game, want string }{
		{notation.FCSolve, "spider", "fc-solve can't express a deck other than one pack of 52 cards in four suits"},
		{notation.FCSolve, "spiderette-1-suit", "fc-solve can't express a deck other than one pack"},
		{notation.FCSolve, "klondike", "a stock"},
		{notation.FCSolve, "black-hole", "a hole in place of foundations"},
		{notation.FCSolve, "gaps-basic-variant", "sequences"},
		{notation.FCSolve, "accordion", "an accordion"},
		{notation.FCSolve, "northwest-territory", "a reserve"},
		{notation.FCSolve, "thirty", "a deck other than one pack"},
		{notation.PySol, "canfield", "a foundation base that the deal decides"},
		{notation.FCSolve, "forty-thieves", "a deck other than one pack"},
		{notation.FCSolve, "black-hole", "a hole in place of foundations; pysol can"},
		{notation.PySol, "pyramid", "rows of cards that cover each other; rows can"},
		{notation.FCSolve, "klondike", "a stock; pysol and klondike-solver can"},
		{notation.Rows, "klondike", "a game without rows of cards that cover each other; pysol and klondike-solver can"},
		{notation.PySol, "klondike-reserve", "a reserve"},
		{notation.KlondikeSolver, "free-cell", "cells"},
		{notation.KlondikeSolver, "fan", "another layout than Klondike's"},
		{notation.KlondikeSolver, "spiderette", "another layout than Klondike's"},
	} {
		r := lookup(t, test.game)
		p := dealt(t, r, "solvitaire:1")
		_, wrote := notation.WriteDeal(test.format, r, &p)
		_, read := read(test.format, klondikeOne, r)
		for _, err := range []error{wrote, read, notation.CheckFormat(test.format, r)} {
			var unsupported *notation.Unsupported
			if !errors.As(err, &unsupported) || unsupported.Dialect != test.format || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s in %s: %v\nwant %s", test.game, test.format, err, test.want)
			}
		}
	}
	limited := lookup(t, "klondike-draw-3-passes-3")
	for _, test := range []struct {
		format string
		rules  *rules.Rules
		change func(*deal.Position)
		want   string
	}{
		{notation.PySol, limited, func(p *deal.Position) { p.RedealsLeft-- }, "how many redeals are left"},
		{notation.PySol, limited, draw, "how many redeals are left"},
		{notation.KlondikeSolver, lookup(t, "klondike"), draw, "a position that is not a fresh deal"},
		{notation.KlondikeSolver, lookup(t, "klondike"), func(p *deal.Position) { p.Tableau[6].Down-- }, "a position that is not a fresh deal"},
		{notation.KlondikeSolver, lookup(t, "klondike"), func(p *deal.Position) { p.Tableau[0], p.Tableau[6] = p.Tableau[6], p.Tableau[0] }, "a position that is not a fresh deal"},
	} {
		p := dealt(t, test.rules, "solvitaire:1")
		test.change(&p)
		if text, err := notation.WriteDeal(test.format, test.rules, &p); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %s%v\nwant %s", test.format, text, err, test.want)
		}
	}
}

func draw(p *deal.Position) {
	n := len(p.Stock) - 1
	p.Waste, p.Stock = append(p.Waste, p.Stock[n]), p.Stock[:n]
}

// walk plays random moves from a deal and shows each position.
func walk(t *testing.T, r *rules.Rules, seed, moves int, show func(deal.Position)) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(seed), 7))
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(seed)}.Deal(r)
	if err != nil {
		t.Fatal(err)
	}
	show(p)
	s := game.New(r, &p)
	for range moves {
		legal := s.Legal()
		if len(legal) == 0 {
			return
		}
		s.Do(legal[random.IntN(len(legal))])
		show(s.Position())
	}
}

// TestRoundTrips writes and reads positions on random walks through every game that a
// format can express.
func TestRoundTrips(t *testing.T) {
	written := map[string]int{}
	games := map[string]int{}
	for _, g := range rules.Games() {
		r := &g.Rules
		for _, format := range notation.Formats() {
			if notation.CheckFormat(format, r) != nil {
				continue
			}
			games[format]++
			for seed := range 2 {
				walk(t, r, seed, 40, func(p deal.Position) {
					text, err := notation.WriteDeal(format, r, &p)
					if err != nil {
						var unsupported *notation.Unsupported
						if !errors.As(err, &unsupported) || format == notation.FCSolve {
							t.Fatalf("%s in %s: %v", g.Name, format, err)
						}
						return
					}
					written[format]++
					back, err := read(format, text, r)
					if err != nil || string(back.Document(r)) != string(p.Document(r)) {
						t.Fatalf("%s in %s: %s, %v\nwant %s\nthe text is\n%s", g.Name, format, back.Document(r), err, p.Document(r), text)
					}
				})
			}
		}
	}
	if games[notation.FCSolve] < 15 || games[notation.PySol] < 25 || games[notation.KlondikeSolver] < 10 ||
		written[notation.FCSolve] < 1000 || written[notation.PySol] < 2000 || written[notation.KlondikeSolver] < 20 {
		t.Errorf("only %v positions of %v games", written, games)
	}
}

// FuzzReadDeal reads texts in every format under rules of every game. A position read is
// one that package deal reads too, and if it can be written, it reads back the same.
func FuzzReadDeal(f *testing.F) {
	games := rules.Games()
	formats := notation.Formats()
	for i, g := range games {
		for j, format := range formats {
			p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&g.Rules)
			if err != nil {
				f.Fatal(err)
			}
			if text, err := notation.WriteDeal(format, &g.Rules, &p); err == nil {
				f.Add(i, j, text)
			}
		}
	}
	for i, g := range games {
		if g.Name == "klondike" || g.Name == "free-cell" {
			f.Add(i, 2, "Game: 7")
			f.Add(i, 0, "\uFEFF# 24;\r\n"+byRows(freeCell24))
			f.Add(i, 1, "$ deal 24\n"+strings.ReplaceAll(klondike24, "H", "♥\uFE0F"))
			f.Add(i, 1, strings.ReplaceAll(freeCell24, " ", "")+"4h 7a\n")
			f.Add(i, 1, "Foundations: S-K D-K C-K H-Q\nTalon: ==> <==\nFC: KH -\n:\n\n:\n:\n:\n:\n:\n:\n")
			f.Add(i, 1, strings.Replace(strings.Replace(klondike24, "AD", "AD ==>", 1), "AS", "AS <==", 1))
		}
	}
	f.Fuzz(func(t *testing.T, i, j int, text string) {
		r := &games[uint(i)%uint(len(games))].Rules
		format := formats[uint(j)%uint(len(formats))]
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p, _, err := notation.ReadDeal(format, text, r, deal.Decode)
		runtime.ReadMemStats(&after)
		if most := uint64(2<<20 + 2000*len(text)); after.TotalAlloc-before.TotalAlloc > most {
			t.Fatalf("%d bytes for the %d of %.1000q", after.TotalAlloc-before.TotalAlloc, len(text), text)
		}
		if err != nil {
			var mistakes strict.Error
			var unsupported *notation.Unsupported
			if !errors.As(err, &mistakes) && !errors.As(err, &unsupported) {
				t.Fatal(err)
			}
			return
		}
		document := p.Document(r)
		if q, err := deal.Parse(document, r); err != nil || string(q.Document(r)) != string(document) {
			t.Fatalf("%s is read as %s, which is %v", text, document, err)
		}
		written, err := notation.WriteDeal(format, r, &p)
		if err != nil {
			return
		}
		if q, err := read(format, written, r); err != nil || string(q.Document(r)) != string(document) {
			t.Fatalf("%s is read as %s, but what is written of it as %s, %v", text, document, q.Document(r), err)
		}
	})
}
