package cli

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/verdicts"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestPeople checks how text is written on a terminal, and that it stays as it is elsewhere.
func TestPeople(t *testing.T) {
	const red, plain = "\x1b[31m", "\x1b[0m"
	for text, want := range map[string]string{
		"8C from tableau/6 to tableau/4, which turns up 9H": "8♣ from column 6 to column 4, which turns up " + red + "9♥" + plain,
		"TD from waste to foundation/D/2":                   red + "10♦" + plain + " from waste to foundation ♦ 2",
		"AS from cell/1 to foundation/S":                    "A♠ from cell 1 to foundation ♠",
		"5S from row/7/2 and 8D from waste":                 "5♠ from row 7, place 2 and " + red + "8♦" + plain + " from waste",
		"KS from accordion/12 to sequence/1/3":              "K♠ from pile 12 to row 1, place 3",
		"draw 3":                                            "draw 3",
	} {
		if got := (console{terminal: true}).people(text); got != want {
			t.Errorf("%q is written %q, not %q", text, got, want)
		}
		if got := (console{}).people(text); got != text {
			t.Errorf("%q is written %q where nobody reads it", text, got)
		}
	}
}

// TestReadTerminal copies what solve writes on a terminal for a won game of every game of the
// catalogue, and reads the same moves: in colours; without them, with the command and its prompt;
// or as Windows writes lines, which are broken where a window or a mail breaks them.
func TestReadTerminal(t *testing.T) {
	file, err := os.Open("../../solver/game/testdata/catalogue.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	colours, narrow := regexp.MustCompile("\x1b\\[[0-9]+m"), regexp.MustCompile(`(.{20,40}?) `)
	games := 0
	for lines := bufio.NewScanner(unzipped); lines.Scan(); games++ {
		var won struct {
			Game, Seed string
			Deal       json.RawMessage
			Moves      []game.Move
		}
		if err := json.Unmarshal(lines.Bytes(), &won); err != nil {
			t.Fatal(err)
		}
		g, _ := rules.Lookup(won.Game)
		text, err := notation.WriteMoves(notation.Text, &g.Rules, nil, won.Moves)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		printAnswer(console{out: &out, terminal: true}, verdicts.SolveAnswer{
			Verdict: solver.Winnable, Solution: &reply.Solution{Length: game.Length(won.Moves), Redeals: game.Redeals(won.Moves), Moves: won.Moves, Text: text},
		})
		if strings.Contains(text, "H") == (out.String() == colours.ReplaceAllString(out.String(), "")) {
			t.Fatalf("%s: no colours in %s", won.Game, out.String())
		}
		copied := colours.ReplaceAllString(out.String(), "")
		heading, listed, _ := strings.Cut(copied, ":\n  1.")
		text = []string{
			out.String(),
			"me@home:~$ thoughtful solve --game " + won.Game + "\n" + copied + "me@home:~$ ",
			"\ufeff" + strings.ReplaceAll(heading+":\n  1."+narrow.ReplaceAllString(listed, "$1\n"), "\n", "\r\n"),
		}[games%3]
		request := fields{"game": won.Game, "moves": text, "moves_format": "text"}
		request.set("seed", won.Seed)
		if won.Deal != nil {
			request["deal"] = won.Deal
		}
		body, err := request.encode(console{})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := moves.Replay(body)
		if err != nil || !answer.Won || !slices.EqualFunc(answer.Played, won.Moves, game.Move.Equal) {
			t.Fatalf("%s: %v; move %d: %s\n%s", won.Game, err, answer.At, answer.Reason, text)
		}
	}
	if games < 200 {
		t.Errorf("only %d games", games)
	}
}

// TestDrawDeal draws a deal with face-down cards, an empty place and a number.
func TestDrawDeal(t *testing.T) {
	var out strings.Builder
	c := console{out: &out, terminal: true}
	if err := c.drawDeal([]byte(`{"tableau piles":[["9s","8S"],[]],"cells":["","QH"],"stock":["2C"],"redeals left":2}`)); err != nil {
		t.Fatal(err)
	}
	want := "column 1     \x1b[2m9♠\x1b[0m 8♠\ncolumn 2     –\ncell         – \x1b[31mQ♥\x1b[0m\nstock        2♣\nredeals left 2\n"
	if out.String() != want {
		t.Errorf("drawn as\n%q, not\n%q", out.String(), want)
	}
}

// TestFirstWords checks the words that stand where a command does.
func TestFirstWords(t *testing.T) {
	for _, test := range []struct {
		args   []string
		status int
		text   string
	}{
		{[]string{"--version"}, exitDone, "thoughtful "},
		{[]string{"help"}, exitDone, "Usage: thoughtful <command>"},
		{[]string{"help", "deal"}, exitDone, "Usage: thoughtful deal"},
		{[]string{"help", "solv"}, exitUsage, `unknown command "solv"; did you mean solve?`},
		{[]string{"solv"}, exitUsage, `unknown command "solv"; did you mean solve?`},
		{[]string{"xyzzy"}, exitUsage, `unknown command "xyzzy"`},
		{[]string{"completion", "bash"}, exitDone, "complete -o default"},
		{[]string{"completion", "zsh"}, exitDone, "bashcompinit"},
		{[]string{"completion", "fish"}, exitDone, "complete -f -c thoughtful"},
		{[]string{"completion", "tcsh"}, exitUsage, "bash"},
	} {
		if got := command(t, "", test.args...); got.status != test.status || !strings.Contains(got.out+got.err, test.text) {
			t.Errorf("%v: status %d, %s%s", test.args, got.status, got.out, got.err)
		}
	}
}

// TestCompletions checks that a shell gets the names of commands and games.
func TestCompletions(t *testing.T) {
	for line, want := range map[string]string{
		"thoughtful verify":              "verify-results\n",
		"thoughtful solve --game pyrami": "pyramid\npyramid-1-pass\npyramid-strict\n",
		"thoughtful play --player yan":   "yan\n",
	} {
		t.Setenv("COMP_LINE", line)
		if got := command(t, "", "thoughtful", "solve", "thoughtful"); got.status != exitDone || got.out != want {
			t.Errorf("%q is completed by %q (status %d)", line, got.out, got.status)
		}
	}
}
