package notation_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// readMoves reads moves without saying how.
func readMoves(dialect, text string, r *rules.Rules, p *deal.Position) ([]game.Move, error) {
	reading, err := notation.ReadMoves(dialect, "", text, r, p)
	return singles(r, p, reading.Moves), err
}

// singles returns the single moves of legal moves.
func singles(r *rules.Rules, p *deal.Position, moves []game.Move) []game.Move {
	_, steps := game.ReplayRuns(r, p, moves)
	return slices.Concat(steps...)
}

// TestReadFCSolve reads what fc-solve prints, with all flags, and wins.
func TestReadFCSolve(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/fc-solve.txt")
	if err != nil {
		t.Fatal(err)
	}
	refused := map[string]string{
		"free-cell microsoft:11982 -mi 100 -m -sn": `moves: "I could not solve this game." comes from a search that found no solution`,
		"simple-simon solvitaire:75 -m -sn":        `step 72, "75": ambiguous: it could mean that 9 cards move or that 6 cards move, and the following steps fit both`,
	}
	for _, f := range archive.Files {
		words := strings.Fields(f.Name)
		r := lookup(t, words[0])
		p := dealt(t, r, words[1])
		moves, err := readMoves(notation.FCSolve, string(f.Data), r, &p)
		if want := refused[f.Name]; want != "" || err != nil {
			if err == nil || err.Error() != want {
				t.Errorf("%s: %v\nwant %s", f.Name, err, want)
			}
			continue
		}
		if o := game.Replay(r, &p, moves); !o.Won {
			t.Errorf("%s: %d moves do not win; move %d: %s", f.Name, len(moves), o.At, o.Reason)
		}
	}
	if len(archive.Files) < 12 {
		t.Errorf("only %d solutions", len(archive.Files))
	}
}

// TestReadWhatIsWritten walks at random through every game, writes the moves in each
// dialect and reads them back.
func TestReadWhatIsWritten(t *testing.T) {
	walks := map[string]int{}
	for i, g := range rules.Games() {
		r := &g.Rules
		p := dealt(t, r, "solvitaire:4")
		random := rand.New(rand.NewPCG(uint64(i), 3))
		s := game.New(r, &p)
		var moves []game.Move
		for range 150 {
			legal := slices.DeleteFunc(s.Legal(), func(m game.Move) bool { return m.From.Pile == game.Foundation && random.IntN(20) > 0 })
			if len(legal) == 0 {
				break
			}
			s.Do(legal[random.IntN(len(legal))])
			moves = append(moves, s.Last())
		}
		for _, dialect := range notation.Dialects() {
			text, err := notation.WriteMoves(dialect, r, &p, moves)
			var unsupported *notation.Unsupported
			if errors.As(err, &unsupported) {
				continue
			}
			if err != nil {
				t.Fatalf("%s in %s: %v", g.Name, dialect, err)
			}
			walks[dialect]++
			back, err := readMoves(dialect, text, r, &p)
			want := moves
			if dialect == notation.MinimalKlondike {
				want, back = shifted(want), shifted(back)
			}
			if err != nil || !slices.EqualFunc(back, want, game.Move.Equal) {
				t.Errorf("%s in %s: %v\n%s\nis read as\n%v", g.Name, dialect, err, text, back)
			}
		}
	}
	if walks[notation.Text] != len(rules.Games()) || walks[notation.FCSolve] < 10 || walks[notation.KlondikeSolver] < 20 || walks[notation.MinimalKlondike] < 20 {
		t.Errorf("only %v walks were written", walks)
	}
}

// shifted leaves out what MinimalKlondike does not write, or writes elsewhere.
func shifted(moves []game.Move) []game.Move {
	return slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool { return m.Action != game.Shift })
}

// Output of the two programs for Klondike, as users reported it to their authors.
const (
	// MinimalKlondike: the whole output.
	minimalOutput = `Deal: 031112012094033022071023111021072032122104064121043062044133061024073114082052054083102134124074132013081053092011113084034103091014051063042093131101123041

  A        B  C  D  E

  F  G  H  I  J  K  L
+3C JD AD 9S 3H 2D 7C
   +2H JC 2C 7D 3D QD
      +TS 6S QC 4H 6D
         +4S KH 6C 2S
            +7H JS 8D
               +5D 5S
                  +8H

 TD KS QS 7S KD AH 8C
 5H 9D AC JH 8S 3S TH
 9C AS 5C 6H 4D 9H KC
 TC QH 4C

Moves: IK KI @AK @@@AL @@AE GE @@@@AB AH HG @@AG JG IG IB FB JF AJ @@AH @AH @AD LI IK @@AK @@@AI @AJ @@AB AI LK LH LD AJ AK AB AD JF KI AK AF JF JE KF KE FE FB IL IE KG LI HL HC KC GC GD IC GC ID GD GE IC FC ID GD IE LC GC ID GD IC GC ID LI LC LB FB FE IB FB IE FE IB FB IE FE IB AC AD AD

(Deal Result: Minimal Foundation: 52 Moves: 110 Rounds: 1 States: 3272426 Took: 00:00:08.9502218)
`
	// Klondike-Solver: the deal as the program draws it, and a line of play that uncovers
	// every card, written in its notation.
	solverDeal   = "132114074043113024111053121013041063042032103091044093011023012064061071101092102021084034081051122014062123022133112134082054072033104124073083052094031131"
	solverOutput = ` 0:
 1: KD
 2: 5H -JS
 3: 3D -QC-7S
 4: AC -TH-AH-4H
 5: 6C -2H-9C-4C-JH
 6: 9D -7C-AD-4S-6H-2S
 7: 2C -TD-TC-6S-9H-4D-JC
 8: 8S 3S 8C 5C QD AS 6D QH 2D KH JD KS 8D 5S 7D 3H TS QS 7H 8H 5D 9S 3C KC
 9:
10:
11:
12:
Minimum Moves Needed: 102

4C F4 7C F7 DR6 WS 25 F2 72 F7 DR12 W1 DR6 NEW DR10 W1 71 F7 DR12 NEW DR1 W6 DR12 W6 76 F7 71 F7 DR7 WC DR1 NEW DR2 W1 DR12 W1 51-2 F5 DR4 NEW DR1 W7 57 F5 52 F5 5C F5 DR11 W5 65-4 F6 DR1 W2 62 F6 6D F6 DR3 NEW DR5 WD 3D F3 53-6 61 F6 62 F6 6S DR1 W5 35-7 F3 DR7 NEW DR1 W2 72-3 F7 47 F4 4H F4
`
)

// TestReadReported reads that output.
func TestReadReported(t *testing.T) {
	r := lookup(t, "klondike-draw-1")
	p, err := read(notation.KlondikeSolver, "031112012094033022071023111021072032122104064121043062044133061024073114082052054083102134124074132013081053092011113084034103091014051063042093131101123041", r)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := readMoves(notation.MinimalKlondike, minimalOutput, r, &p)
	if o := game.Replay(r, &p, moves); err != nil || !o.Won || o.Moves != 110 {
		t.Errorf("MinimalKlondike's 110 moves: %v; %d moves, won %v", err, o.Moves, o.Won)
	}
	if p, err = read(notation.KlondikeSolver, solverDeal, r); err != nil {
		t.Fatal(err)
	}
	moves, err = readMoves(notation.KlondikeSolver, solverOutput, r, &p)
	o := game.Replay(r, &p, moves)
	down := 0
	for _, c := range o.Position.Tableau {
		down += c.Down
	}
	if err != nil || !o.Legal || down != 0 {
		t.Errorf("Klondike-Solver's moves: %v; %d cards lie face down", err, down)
	}
}

// TestReadByHand reads moves as people and programs write them.
func TestReadByHand(t *testing.T) {
	for _, test := range []struct{ name, dialect, game, format, deal, moves, want string }{
		{
			"the example of MinimalKlondike's documentation, with its title", notation.MinimalKlondike, "klondike-draw-1",
			notation.KlondikeSolver, minimalDeal, "Moves: IC @@AL KL\n",
			"AD from tableau/4 to foundation/D; draw 1; draw 1; TS from waste to tableau/7; 9H from tableau/6 to tableau/7",
		},
		{
			"draws round the stock, turned over unsaid", notation.MinimalKlondike, "klondike",
			notation.KlondikeSolver, minimalDeal, "@@@@@@@@@",
			"draw 3; draw 3; draw 3; draw 3; draw 3; draw 3; draw 3; draw 3; redeal; draw 3",
		},
		{
			"Klondike-Solver's first line, and a flip that is left out", notation.KlondikeSolver, "klondike-draw-1",
			notation.KlondikeSolver, minimalDeal, "Minimal solution in 120 moves. Took 15 ms.\n4D DR2 W7 67 F6",
			"AD from tableau/4 to foundation/D; draw 1; draw 1; TS from waste to tableau/7; 9H from tableau/6 to tableau/7",
		},
		{
			"numbered lines", notation.KlondikeSolver, "klondike-draw-1",
			notation.KlondikeSolver, minimalDeal, "1: 4D\n2: DR2 W7\n",
			"AD from tableau/4 to foundation/D; draw 1; draw 1; TS from waste to tableau/7",
		},
		{
			"an empty line in the moves, and what the program writes after them", notation.MinimalKlondike, "klondike-draw-1",
			notation.KlondikeSolver, minimalDeal, "Moves: IC\n\n@\n\n(Deal State: Solved Foundation: 52 Moves: 110 Rounds: 1 Took: 00:00:08.9502218)\nDone 00:00:09\n",
			"AD from tableau/4 to foundation/D; draw 1",
		},
		{
			"numbered lines", notation.FCSolve, "free-cell",
			notation.FCSolve, freeCell24, "1:1a2b\n2:3c\n3:6d", "2H from tableau/1 to cell/1; QD from tableau/2 to cell/2; 3D from tableau/3 to cell/3; 7C from tableau/6 to cell/4",
		},
		{
			"a board above this program's title", notation.FCSolve, "free-cell",
			notation.FCSolve, freeCell24, "~/src$ ./thoughtful convert\n" + freeCell24 + "\n2 moves:\n1a 2b\n", "2H from tableau/1 to cell/1; QD from tableau/2 to cell/2",
		},
		{
			"prompts", notation.Text, "klondike",
			notation.KlondikeSolver, minimalDeal, "~/src$ ./thoughtful solve\ndraw 3\nme@here:~$\n$ go run . solve\n",
			"draw 3",
		},
		{
			"numbers and lower case, or none", notation.Text, "klondike",
			notation.KlondikeSolver, minimalDeal, "  1. ad from tableau/4 to foundation/D, which turns up QH\ndraw 3\n\n3. draw 3\r\n",
			"AD from tableau/4 to foundation/D; draw 3; draw 3",
		},
	} {
		r := lookup(t, test.game)
		p, err := read(test.format, test.deal, r)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		moves, err := readMoves(test.dialect, test.moves, r, &p)
		if got := said(moves); err != nil || got != test.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", test.name, err, got, test.want)
		}
	}
}

func said(moves []game.Move) string {
	var lines []string
	for _, m := range moves {
		lines = append(lines, m.String())
	}
	return strings.Join(lines, "; ")
}

// nearlyWon is the end of a game of FreeCell. The last three cards of its first column
// go onto the king of the second.
const nearlyWon = "FC: KS JS - -\nFounds: H-9 C-9 D-9 S-9\nTH QC JD TS\nKD\nKH\nQH JC TD\nKC QD\nTC JH\n:\nQS\n"

// twosHome is a position of FreeCell. AS and 2H, on its first columns, may go home by themselves, and
// then a run of three ends the first column.
const twosHome = "FC: - - - -\nFounds: H-A C-0 D-0 S-0\nKH QC JD AS\nKD 2H\n" +
	"AC 2S 3H 4H 5H 6H 7H 8H 9H TH\nAD 3C 4C 5C 6C 7C 8C 9C TC\n2C 3D 4D 5D 6D 7D 8D 9D TD JC\n" +
	"2D 3S 4S 5S 6S 7S 8S 9S TS JS\n:\nJH QS QD QH KC KS\n"

// TestCarry moves several cards of FreeCell one by one.
func TestCarry(t *testing.T) {
	r := lookup(t, "free-cell")
	p, err := read(notation.FCSolve, nearlyWon, r)
	if err != nil {
		t.Fatal(err)
	}
	const three = "TS from tableau/1 to cell/3; JD from tableau/1 to cell/4; QC from tableau/1 to tableau/2; JD from cell/4 to tableau/2; TS from cell/3 to tableau/2"
	const two = "TS from tableau/1 to cell/3; JD from tableau/1 to tableau/7; TS from cell/3 to tableau/7"
	for _, test := range []struct{ name, moves, want string }{
		{"onto a card, as many as fit", "12", three},
		{"said in English", "Move 3 cards from stack 0 to stack 1\n", three},
		{"into a space, counted", "17v2", two},
		{"into a space, counted nowhere: one card, with which what follows is possible", "17 7c", "TS from tableau/1 to tableau/7; TS from tableau/7 to cell/3"},
		{
			"into a space, counted nowhere: two cards, or the next ones would not be there", "17 7c 7d 12",
			two + "; TS from tableau/7 to cell/3; JD from tableau/7 to cell/4; QC from tableau/1 to tableau/2",
		},
		{
			"by way of two spaces, without a cell", "8c 5d 12",
			"QS from tableau/8 to cell/3; QD from tableau/5 to cell/4; TS from tableau/1 to tableau/7; JD from tableau/1 to tableau/8; " +
				"QC from tableau/1 to tableau/2; JD from tableau/8 to tableau/2; TS from tableau/7 to tableau/2",
		},
		{
			"by way of a cell and one of two spaces", "8c 12",
			"QS from tableau/8 to cell/3; TS from tableau/1 to tableau/7; JD from tableau/1 to cell/4; QC from tableau/1 to tableau/2; " +
				"JD from cell/4 to tableau/2; TS from tableau/7 to tableau/2",
		},
	} {
		reading, err := notation.ReadMoves(notation.FCSolve, notation.AutoplayNone, test.moves, r, &p)
		if got := said(singles(r, &p, reading.Moves)); err != nil || got != test.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", test.name, err, got, test.want)
		}
	}
}

// TestIllegalSteps names the step that can't be played, and plays those before.
func TestIllegalSteps(t *testing.T) {
	for _, test := range []struct {
		name, dialect, game, format, deal, moves, want string
		played                                         int
	}{
		{"a card that does not fit", notation.FCSolve, "free-cell", notation.FCSolve, nearlyWon, "12 16", `step 2, "16": TH from tableau/1 to tableau/6: columns go down by one, in alternating colours`, 5},
		{"too few cells", notation.FCSolve, "free-cell", notation.FCSolve, nearlyWon, "87 7c 5d 37 6b", `step 5, "6b": JH from tableau/6 to cell/2: the cell is taken`, 4},
		{"too many cards at once", notation.FCSolve, "free-cell", notation.FCSolve, nearlyWon, "8c 5d 67 68 12", `step 5, "12": QC JD TS from tableau/1 to tableau/2: 3 cards can't move, only 2 can: free cells 0, usable empty columns 1`, 4},
		{"a count where there is a card", notation.FCSolve, "free-cell", notation.FCSolve, nearlyWon, "12v3", `step 1, "12v3": a number after v is allowed only for a move into an empty column`, 0},
		{"more cards than there are", notation.FCSolve, "free-cell", notation.FCSolve, nearlyWon, "Move 5 cards from stack 0 to stack 6", `step 1, "Move 5 cards from stack 0 to stack 6": tableau/1 does not have 5 face-up cards`, 0},
		{"no card", notation.FCSolve, "free-cell", notation.FCSolve, nearlyWon, "71", `step 1, "71": no card to move from tableau/7`, 0},
		{"no such column", notation.FCSolve, "free-cell", notation.FCSolve, nearlyWon, "91", `step 1, "91": no card to move from tableau/9`, 0},
		{"no such cell", notation.FCSolve, "free-cell", notation.FCSolve, nearlyWon, "1k", `step 1, "1k": TS from tableau/1 to cell/8: the table has no cell/8, only cell/1 to cell/4`, 0},
		{"column 0", notation.FCSolve, "free-cell", notation.FCSolve, nearlyWon, "0h", `step 1, "0h": there is no column 0`, 0},
		{"no run", notation.FCSolve, "simple-simon", notation.FCSolve, "", "9h", `step 1, "9h": tableau/9 has no complete run`, 0},
		{"more draws than there are cards", notation.KlondikeSolver, "klondike-draw-1", "", "", "DR25", `step 1, "DR25": draw 0: there is no stock to draw from`, 0},
		{"a redeal too early", notation.KlondikeSolver, "klondike-draw-1", "", "", "DR23 NEW", `step 2, "NEW": redeal: the waste is turned over only when the stock is empty`, 23},
		{"a redeal too many, unsaid", notation.MinimalKlondike, "klondike-draw-1-passes-1", "", "", "@@@@@@@@@@@@@@@@@@@@@@@@ @", `step 2, "@": redeal: there is no redeal left`, 24},
		{"a flip of nothing", notation.KlondikeSolver, "klondike", "", "", "DR1 F2", `step 2, "F2": the step before turned up no card of column 2`, 1},
		{"an empty waste", notation.MinimalKlondike, "klondike", "", "", "AF", `step 1, "AF": no card to move from waste`, 0},
		{"more than lie there", notation.KlondikeSolver, "klondike", "", "", "71-2", `step 1, "71-2": tableau/7 does not have 2 face-up cards`, 0},
		{"a line of the text", notation.Text, "klondike", "", "", "1. draw 3\n2. draw 2", `step 2, "2. draw 2": draw 2: a draw turns 3 cards here`, 1},
	} {
		r := lookup(t, test.game)
		p := dealt(t, r, "solvitaire:2")
		if test.deal != "" {
			var err error
			if p, err = read(test.format, test.deal, r); err != nil {
				t.Fatal(err)
			}
		}
		moves, err := readMoves(test.dialect, test.moves, r, &p)
		var illegal *notation.IllegalStep
		if !errors.As(err, &illegal) || err.Error() != test.want || len(moves) != test.played {
			t.Errorf("%s: %v after %d moves\nwant %s after %d", test.name, err, len(moves), test.want, test.played)
		}
		if o := game.Replay(r, &p, moves); !o.Legal {
			t.Errorf("%s: move %d: %s", test.name, o.At, o.Reason)
		}
	}
}

// TestUnreadable reports every invalid step.
func TestUnreadable(t *testing.T) {
	const (
		standard = `a step is source and target: columns 1–10, cells a–g and then from k, h for the foundations`
		count    = `v must be followed by how many cards move from column to column, in hexadecimal`
		sentence = `not a move of fc-solve, for example: Move a card from stack 3 to the foundations`
		word     = `a step is DR2, NEW, F5, or source and target, optionally with a number of cards: W3, 35-2, 5H`
		letters  = `a step is any number of @, then two letters: A is the waste, B–E the foundations, F–L the columns`
		line     = `not a move: write, for example, draw 3, redeal, deal 7, or QH JS from tableau/2 to tableau/6`
		before   = `it stands before the title of the moves, and is no part of a deal`
	)
	for _, test := range []struct{ dialect, game, moves, want string }{
		{notation.FCSolve, "free-cell", "12 1 h1", `moves step 2: "1": ` + standard + `; moves step 3: "h1": ` + standard},
		{notation.FCSolve, "free-cell", "12 walk", `moves step 2: "walk": ` + standard},
		{notation.FCSolve, "free-cell", "1i", `moves step 1: "1i": ` + standard},
		{notation.FCSolve, "free-cell", "12v", `moves step 1: "12v": ` + count},
		{notation.FCSolve, "free-cell", "1av2", `moves step 1: "1av2": ` + count},
		{notation.FCSolve, "free-cell", "12v-1", `moves step 1: "12v-1": ` + count},
		{notation.FCSolve, "free-cell", "Move a card from stack 3 to the hills", `moves step 1: "Move a card from stack 3 to the hills": ` + sentence},
		{notation.FCSolve, "free-cell", "Move 2 cards from stack 3 to the foundations", `moves step 1: "Move 2 cards from stack 3 to the foundations": ` + sentence},
		{notation.FCSolve, "free-cell", "Move the sequence on top of Stack 1 to stack 2", `moves step 1: "Move the sequence on top of Stack 1 to stack 2": ` + sentence},
		{notation.FCSolve, "free-cell", "Move the card from stack 1 to stack 2", `moves step 1: "Move the card from stack 1 to stack 2": ` + sentence},
		{notation.FCSolve, "free-cell", "Move a card from stack 99 to stack -2", `moves step 1: "Move a card from stack 99 to stack -2": ` + sentence},
		{notation.KlondikeSolver, "klondike", "DR0 F8 X1 12-x W8 1W", `moves step 1: "DR0": after DR comes the number of draws, 1–104; moves step 2: "F8": after F comes the column whose card is turned up, 1–7; moves step 3: "X1": ` + word + `; moves step 4: "12-x": ` + word + `; moves step 5: "W8": ` + word + `; moves step 6: "1W": ` + word},
		{notation.KlondikeSolver, "klondike", "Impossible. Max cards in foundation 5 at 30 moves.", `moves: "Impossible. Max cards in foundation 5 at 30 moves." comes from a search that found no solution`},
		{notation.KlondikeSolver, "klondike", "1: W3 W3 zz\n2: zzz", `moves step 3: "zz": ` + word + `; moves step 4: "zzz": ` + word},
		{notation.KlondikeSolver, "klondike", "Solved in 5 moves. 1C\nTalon: W3", `moves step 1: "Solved": ` + word + `; moves step 2: "in": ` + word + `; moves step 3: "5": ` + word + `; moves step 4: "moves.": ` + word + `; moves step 6: "Talon:": ` + word},
		{notation.FCSolve, "free-cell", "1a 2b\n\n1 move:\n3c", `moves step 3: "1": ` + standard + `; moves step 4: "move:": ` + count},
		{notation.FCSolve, "free-cell", "1a\nit saw all cards\n1 move:\n3c", `moves step 2: "it": ` + standard + `; moves step 3: "saw": ` + standard + `; moves step 4: "all": ` + standard + `; moves step 5: "cards": ` + standard + `; moves step 6: "1": ` + standard + `; moves step 7: "move:": ` + count},
		{notation.FCSolve, "free-cell", ": 1a 2b hi\n3c", `moves step 1: ":": ` + standard + `; moves step 4: "hi": ` + standard},
		{notation.FCSolve, "free-cell", "---1a\nFreecells: 2b", `moves step 1: "---1a": ` + standard + `; moves step 2: "Freecells:": ` + standard},
		{notation.FCSolve, "free-cell", "1:1a2b\nhi", `moves step 1: "1a2b": ` + standard + `; moves step 2: "hi": ` + standard},
		{notation.MinimalKlondike, "klondike", "Moves:\n@\n\n@@@@ zz W", `moves step 3: "zz": ` + letters + `; moves step 4: "W": ` + letters},
		{notation.MinimalKlondike, "klondike", "@@\nA B C D E\nKC\nKC\nMoves:\n@", `moves step 1: "@@": ` + before + `; moves step 2: "KC": ` + before},
		{notation.Text, "klondike", "1.> draw 3\n$ draw 3\n1. draw 3", `moves step 1: "1.> draw 3": ` + line + `; moves step 2: "$ draw 3": ` + line + `; moves step 3: "1. draw 3": its number must be 3`},
		{notation.MinimalKlondike, "klondike", "@@M1 AA @A", `moves step 1: "@@M1": ` + letters + `; moves step 2: "AA": ` + letters + `; moves step 3: "@A": ` + letters},
		{notation.Text, "klondike", "2. draw 3\nsleep\nQX from waste to tableau/1\nQH from there to tableau/1\nQH from waste to there\n from waste to tableau/1\ndraw -1\nQH from waste to tableau/1, which turns up ?\n", `moves step 1: "2. draw 3": its number must be 1; moves step 2: "sleep": ` + line +
			`; moves step 3: "QX from waste to tableau/1": "QX" is not a card: suit "X" must be C, D, H or S` +
			`; moves step 4: "QH from there to tableau/1": "there" is not a place: write, for example, waste, tableau/4, cell/1 or foundation/S (of several packs foundation/S/1)` +
			`; moves step 5: "QH from waste to there": "there" is not a place: write, for example, waste, tableau/4, cell/1 or foundation/S (of several packs foundation/S/1)` +
			`; moves step 6: "from waste to tableau/1": ` + line + `; moves step 7: "draw -1": ` + line +
			`; moves step 8: "QH from waste to tableau/1, which turns up ?": "?" is not a card: write rank and suit, for example TH for the ten of hearts`},
		{notation.Text, "klondike", strings.Repeat("draw 3\n", 200_000), `moves: text has 1400000 bytes, at most 1048576 allowed`},
	} {
		r := lookup(t, test.game)
		p := dealt(t, r, "solvitaire:2")
		moves, err := readMoves(test.dialect, test.moves, r, &p)
		var mistakes strict.Error
		if !errors.As(err, &mistakes) || err.Error() != test.want || moves != nil {
			t.Errorf("%.80s: %v\nwant %s", test.moves, err, test.want)
		}
	}
	r := lookup(t, "fan")
	p := dealt(t, r, "solvitaire:2")
	var unsupported *notation.Unsupported
	if _, err := readMoves(notation.FCSolve, "12", r, &p); !errors.As(err, &unsupported) {
		t.Errorf("fan: %v", err)
	}
}

// TestFlood reads texts of very many moves, or with very many readings, in bounded time.
func TestFlood(t *testing.T) {
	r := lookup(t, "klondike-draw-1")
	p := dealt(t, r, "solvitaire:2")
	moves, err := readMoves(notation.MinimalKlondike, strings.Repeat("@", 1<<19), r, &p)
	if err == nil || !strings.HasSuffix(err.Error(), "more than 32768 moves") {
		t.Errorf("a flood of draws: %v after %d moves", err, len(moves))
	}
	for dialect, step := range map[string]string{notation.Text: "draw 1\n", notation.KlondikeSolver: "DR1 "} {
		_, err = readMoves(dialect, strings.Repeat(step, 40_000), r, &p)
		if err == nil || err.Error() != "moves: more than 32768 steps" {
			t.Errorf("a flood of steps in %s: %v", dialect, err)
		}
	}
	// Two spaces between which a run of two goes back and forth, each time one card or
	// two.
	free := lookup(t, "free-cell")
	end, err := read(notation.FCSolve, nearlyWon, free)
	if err != nil {
		t.Fatal(err)
	}
	_, err = readMoves(notation.FCSolve, strings.Repeat("17 71 ", 5000)+"38", free, &end)
	if err == nil || !strings.HasPrefix(err.Error(), `step 10001, "38"`) || !strings.HasSuffix(err.Error(), "there are too many ways to read them") {
		t.Errorf("a flood of forks: %v", err)
	}
}

// FuzzReadMoves reads texts in every dialect under rules of every game, with every autoplay. The
// moves read are legal, and written they are read again.
func FuzzReadMoves(f *testing.F) {
	games := rules.Games()
	dialects := notation.Dialects()
	for i, g := range games {
		for j, text := range []string{
			"1. draw 3\nredeal 3. deal 7\nQH 10♠ from column 2 to\nrow 6, place 3, which turns up 2C\nremove 8C 5C from waste and row/7/3", "12 1a, b2; 10h 12v3 9h 0h 1a15b3\nMove 2 cards from stack 1 to stack 3\n",
			"DR2 NEW W3 35-2 5H F5 C3", "IC @@AL KL @@AK @@@@@AE LJ AK LK BF",
		} {
			if notation.CheckDialect(dialects[j], &g.Rules) == nil {
				f.Add(i, j, i, text)
			}
		}
	}
	autoplays := append(autoplays, "")
	f.Fuzz(func(t *testing.T, i, j, k int, text string) {
		g := games[uint(i)%uint(len(games))]
		dialect := dialects[uint(j)%uint(len(dialects))]
		p := dealt(t, &g.Rules, "solvitaire:1")
		reading, err := notation.ReadMoves(dialect, autoplays[uint(k)%uint(len(autoplays))], text, &g.Rules, &p)
		if o, _ := game.ReplayRuns(&g.Rules, &p, reading.Moves); !o.Legal {
			t.Fatalf("%s in %s: %q: move %d: %s", g.Name, dialect, text, o.At, o.Reason)
		}
		var mistakes strict.Error
		var unsupported *notation.Unsupported
		var illegal *notation.IllegalStep
		if err != nil && !errors.As(err, &mistakes) && !errors.As(err, &unsupported) && !errors.As(err, &illegal) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		if written, err := notation.WriteMoves(dialect, &g.Rules, &p, singles(&g.Rules, &p, reading.Moves)); err == nil {
			if _, err := notation.ReadMoves(dialect, notation.AutoplayNone, written, &g.Rules, &p); err != nil {
				t.Fatalf("%s in %s: %q is written as %q, which is %v", g.Name, dialect, text, written, err)
			}
		}
	})
}
