package compare

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// read reads a table.
func read(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(unpacked).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestCompare has two players play the same deals, and writes who won, and the paths of won
// games.
func TestCompare(t *testing.T) {
	wins, paths := filepath.Join(t.TempDir(), "wins.csv.gz"), filepath.Join(t.TempDir(), "paths.csv.gz")
	players := []string{"hints list=none", "hints"}
	if err := run(context.Background(), "klondike", "solvitaire:1-60", players, 0, nil, wins); err != nil {
		t.Fatal(err)
	}
	rows := read(t, wins)
	if len(rows) != 61 || !slices.Equal(rows[0], []string{"seed", "hints list=none", "hints"}) {
		t.Fatalf("%d rows: %v", len(rows), rows)
	}
	var won []string // seeds that the second won
	for _, row := range rows[1:] {
		if row[2] == "1" {
			won = append(won, row[0])
		}
	}
	if err := run(context.Background(), "klondike", "solvitaire:1-60", players[1:], len(won), nil, paths); err != nil {
		t.Fatal(err)
	}
	rows = read(t, paths)[1:]
	for i, row := range rows {
		points := strings.Fields(row[2])
		if row[0] != "hints" || row[1] != won[i] || points[len(points)-1] != "52" || points[0] > "1" {
			t.Errorf("%v; want one of the won deals %v", row, won)
		}
	}
	if len(rows) != len(won) || len(won) == 0 {
		t.Errorf("%d paths of %d won games", len(rows), len(won))
	}
	if err := run(context.Background(), "klondike", "solvitaire:1-60", players, 61, nil, paths); err == nil {
		t.Error("accepted more paths than won games")
	}
	for _, wrong := range [][]string{{"klondike", "solvitaire:1-2", "nobody"}, {"klondike", "solvitaire:1-2", "hints only=6"}, {"free-cell", "microsoft:1-2", "hints"}, {"klondike", "2-1", "hints"}} {
		if err := run(context.Background(), wrong[0], wrong[1], wrong[2:], 0, nil, paths); err == nil {
			t.Errorf("%v: accepted", wrong)
		}
	}
}
