package cli

import (
	"strings"
	"testing"
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
