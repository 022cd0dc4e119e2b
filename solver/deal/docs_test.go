package deal_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestSpecification reads the examples on the pages that specify the language. A block
// marked `rules` is a rules document, that of the game whose name follows, if any; a
// block marked `deal` is a position under the rules last read. A block marked `seeds` has seeds as
// people write them, and how they are read.
func TestSpecification(t *testing.T) {
	var text strings.Builder
	for _, page := range []string{"rules.md", "playing.md", "positions.md", "names.md", "line.md"} {
		read, err := os.ReadFile("../../docs/build/" + page)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(read)
	}
	var r rules.Rules
	count := map[string]int{}
	blocks := strings.Split(text.String(), "\n```")
	for i := 1; i < len(blocks); i += 2 {
		head, body, _ := strings.Cut(blocks[i], "\n")
		words := strings.Fields(head)
		if len(words) < 2 {
			continue
		}
		count[words[1]]++
		switch words[1] {
		case "rules":
			var err error
			if r, err = rules.Parse([]byte(body)); err != nil {
				t.Errorf("%s: %v", body, err)
			}
			if len(words) == 3 && r != *lookup(t, words[2]) {
				t.Errorf("%s is not %s", body, words[2])
			}
		case "seeds":
			for line := range strings.Lines(strings.TrimSpace(body)) {
				written, want, _ := strings.Cut(line, "→")
				if s, err := deal.ParseSeed(written); err != nil || s.String() != strings.TrimSpace(want) {
					t.Errorf("%s: %s, %v", line, s, err)
				}
			}
		case "lines":
			for line := range strings.Lines(strings.TrimSpace(body)) {
				words := strings.Fields(line)
				g := lookup(t, words[0])
				if p, err := deal.Parse([]byte(strconv.Quote(words[1])), g); err != nil || p.Line(g) != words[1] {
					t.Errorf("%s: %s, %v", line, p.Line(g), err)
				}
			}
		case "deal":
			if _, err := deal.Parse([]byte(body), &r); err != nil {
				t.Errorf("%s: %v", body, err)
			}
		}
	}
	if count["rules"] != 2 || count["deal"] != 2 || count["seeds"] != 1 || count["lines"] != 1 {
		t.Errorf("%d rules, %d positions, %d lists of seeds, %d of lines read; want 2, 2, 1 and 1", count["rules"], count["deal"], count["seeds"], count["lines"])
	}
	for _, g := range rules.Games() {
		name, isSolvitaires := strings.CutSuffix(g.Name, "-solvitaire")
		if isSolvitaires && !strings.Contains(text.String(), "`"+g.Name+"`") {
			t.Errorf("%s is not mentioned beside %s", g.Name, name)
		}
	}
}
