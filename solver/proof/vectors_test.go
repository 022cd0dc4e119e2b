package proof

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

const vectors = "../../docs/proofs/vectors/"

// unzipped returns the lines of a proof among the vectors.
func unzipped(t *testing.T, name string) []string {
	t.Helper()
	file, err := os.Open(vectors + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(text)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(all), "\n"), "\n")
}

// TestStates compares the states of files whose moved cards lie anywhere with what the texts beside
// them say, of which docs/inside/proof-anywhere.md shows the beginning.
func TestStates(t *testing.T) {
	for _, name := range []string{"anywhere", "chains"} {
		lines := unzipped(t, name+".proof")
		problem, err := solver.ParseProblem(lines[1])
		if err != nil {
			t.Fatal(err)
		}
		position := problem.Position()
		game, first, _ := NewAnywhere(problem.Rules(), &position)
		game.Settle(&first)
		path := []State{first}
		got := fmt.Sprintf("%-28s C H S D  locked         talon turned at-hand edges\n", "line")
		for i, line := range lines[3 : len(lines)-1] {
			p := &parser{words: strings.Split(line, " ")}
			path = path[:len(path)-p.number(len(path)-1)]
			s := path[len(path)-1]
			if steps := game.readSteps(p); i > 0 && !game.Follow(&s, steps) {
				t.Fatalf("%s: %s", name, line)
			} else if i > 0 {
				path = append(path, s)
			}
			got += fmt.Sprintf("%-28s %s  %s  %-5d %-6d %-7t %s\n", line, numbers(s.up[:]), numbers(s.locked[:len(game.columns)]), s.talon.Count(), s.turned, s.free, edgeWords(game, s))
		}
		want, err := os.ReadFile(vectors + name + ".txt")
		if err != nil || got != string(want) {
			t.Errorf("%s.txt should be (%v)\n%s", name, err, got)
		}
		page, err := os.ReadFile("../../docs/inside/proof-anywhere.md")
		if shown := strings.Join(strings.SplitAfter(got, "\n")[:5], ""); name == "anywhere" && !strings.Contains(string(page), shown) {
			t.Errorf("proof-anywhere.md should show (%v)\n%s", err, shown)
		}
	}
}

func numbers(list []uint8) string { return strings.Trim(fmt.Sprint(list), "[]") }

// edgeWords returns the steps of the edges of a state's class, in the order of their words.
func edgeWords(game *Anywhere, s State) string {
	edges, _ := game.Edges(s)
	var words []string
	for _, e := range edges {
		words = append(words, strings.Join(game.Words(e.Steps), " "))
	}
	slices.Sort(words)
	return cmp.Or(strings.Join(words, "; "), "none")
}
