package odds

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// TestCount counts deals with known patterns: in 422 nothing can be played; 33, 312, 336 and
// 415 have a top card that is held down, and 15 another card.
func TestCount(t *testing.T) {
	name := filepath.Join(t.TempDir(), "odds.csv")
	if err := run(context.Background(), "klondike", "solvitaire:1-500", true, name); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]int{}
	for _, row := range rows[1:] {
		deals, err := strconv.Atoi(row[len(row)-1])
		if err != nil || row[0] != "klondike" || row[1] != "solvitaire:1-500" {
			t.Fatal(row)
		}
		sums["deals"] += deals
		for i, column := range rows[0][:len(row)-1] {
			if row[i] == "1" {
				sums[column] += deals
			}
		}
		if row[2] == "1" && row[3] == "0" || row[4] == "1" && row[8] == "0" {
			t.Errorf("%v: a held top card must be a held card, and an unplayable deal must be proven", row)
		}
	}
	for column, want := range map[string]int{"deals": 500, "held": 5, "held_top": 4, "unplayable": 1} {
		if sums[column] != want {
			t.Errorf("%s: %d, want %d: %v", column, sums[column], want, sums)
		}
	}
	if sums["at_once"] > sums["proven"] || sums["proven"] < 40 {
		t.Errorf("%v", sums)
	}
	if err := run(context.Background(), "klondike", "solvitaire:33-33", false, name); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "game,seeds,held_top,held,unplayable,even,odd,deals\nklondike,solvitaire:33-33,1,1,0,0,0,1\n" {
		t.Errorf("%s, %v", text, err)
	}
	if err := run(context.Background(), "free-cell", "solvitaire:1-2", false, name); err == nil {
		t.Error("accepted FreeCell")
	}
}
