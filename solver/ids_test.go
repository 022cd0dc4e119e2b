package solver_test

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestIDs compares the ids of numbered deals of every game with those in
// testdata/ids.txt, one line of game and id each. Ids are permanent: stored verdicts are
// found by them, so existing lines never change. A new game adds a line.
func TestIDs(t *testing.T) {
	file, err := os.Open("testdata/ids.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	want := map[string]string{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		name, id, _ := strings.Cut(lines.Text(), " ")
		want[name] = id
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	for _, g := range rules.Games() {
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(solver.NewProblem(g.Rules, p).ID()); got != want[g.Name] {
			t.Errorf("%s %s, not %q", g.Name, got, want[g.Name])
		}
		delete(want, g.Name)
	}
	for name := range want {
		t.Errorf("%s has an id, but is no game any more", name)
	}
}
