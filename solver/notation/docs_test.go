package notation_test

import (
	"os"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
)

// TestPage compares the deals on the page about formats with those written here. A block
// is marked with a format, a game and a seed.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/build/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	blocks := strings.Split(string(text), "\n```")
	for i := 1; i < len(blocks); i += 2 {
		head, body, _ := strings.Cut(blocks[i], "\n")
		words := strings.Fields(head)
		if len(words) != 3 {
			continue
		}
		seen[words[0]]++
		r := lookup(t, words[1])
		p := dealt(t, r, words[2])
		if got, err := notation.WriteDeal(words[0], r, &p); err != nil || got != body+"\n" {
			t.Errorf("%s: %v\n%s\nthe page has\n%s", head, err, got, body)
		}
	}
	for _, format := range notation.Formats() {
		if seen[format] == 0 {
			t.Errorf("no example of %s", format)
		}
	}
	for _, dialect := range notation.Dialects() {
		if !strings.Contains(string(text), "| `"+dialect+"` |") {
			t.Errorf("no row for solutions in %s", dialect)
		}
	}
}
