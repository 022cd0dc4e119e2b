package difficulty

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// TestResume measures deals, and has a player play them, in one run and in two. The first of the
// two is cut off in the middle of a row. The files must be equal.
func TestResume(t *testing.T) {
	for _, test := range []struct {
		game, player string
		verdict      string // of the last deal but one
	}{
		{game: "klondike", verdict: "winnable"},
		{game: "free-cell", player: "greedy"},
	} {
		j := job{engine: portfolio.New(1 << 24), states: 2_000, plays: 3, first: firstFreeSeed}
		whole, cut := filepath.Join(t.TempDir(), "whole.csv"), filepath.Join(t.TempDir(), "cut.csv")
		measure := func(seeds, name string) string {
			t.Helper()
			if err := run(context.Background(), &j, test.game, seeds, test.player, name); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		want := measure("solvitaire:1-3", whole)
		part := measure("solvitaire:1-2", cut)
		if err := os.WriteFile(cut, []byte(part[:len(part)-5]), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := measure("solvitaire:1-3", cut); got != want {
			t.Errorf("%s: resumed\n%s\nwant\n%s", test.game, got, want)
		}
		rows := strings.Split(strings.TrimSpace(want), "\n")
		if len(rows) != 4 || !strings.HasPrefix(rows[2], test.game+",solvitaire:2,"+test.verdict+test.player) {
			t.Errorf("%s: %s", test.game, want)
		}
	}
}

// TestInvalid checks that unknown games, players and seeds are rejected before a file is made.
func TestInvalid(t *testing.T) {
	name := filepath.Join(t.TempDir(), "none.csv")
	for _, args := range [][3]string{{"nothing", "solvitaire:1", ""}, {"klondike", "2-1", ""}, {"klondike", "solvitaire:1", "nobody"}} {
		if err := run(context.Background(), &job{}, args[0], args[1], args[2], name); err == nil {
			t.Errorf("%v: accepted", args)
		}
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("a file was made")
	}
}
