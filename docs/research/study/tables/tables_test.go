package tables

import (
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// TestPages checks that the pages are up to date with their data.
func TestPages(t *testing.T) {
	docs := os.DirFS("../../..")
	made, err := pages(docs)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range made {
		if have, err := os.ReadFile("../../../" + name); err != nil || string(have) != text {
			t.Errorf("docs/%s is out of date: run `make tables` (%v)", name, err)
		}
	}
}

func TestCompare(t *testing.T) {
	theirs := []result{
		{"golf", "solvitaire:1", "winnable", 8, 10},
		{"golf", "solvitaire:2", "unwinnable", .02, 10},
		{"golf", "solvitaire:3", "timeout", 10, 10},
		{"golf", "solvitaire:4", "winnable", 1, 10}, // not tried here
		{"golf", "solvitaire:5", "winnable", 1, 10},
		{"golf", "solvitaire:6", "timeout", 10, 10},
	}
	ours := []result{
		{"golf", "solvitaire:1", "winnable", 2, 0},
		{"golf", "solvitaire:2", "winnable", .02, 0}, // contradicts
		{"golf", "solvitaire:3", "unwinnable", 9, 0},
		{"golf", "solvitaire:5", "unknown", 10, 0},
		{"golf", "solvitaire:6", "winnable", 11, 0}, // too late
	}
	c := compare(theirs, ours, []result{{"golf", "solvitaire:1001", "winnable", 3, 0}, {"golf", "solvitaire:1002", "unknown", 5, 0}})["golf"]
	if c.deals != 5 || c.theirs != 3 || c.ours != 3 || c.contradictions != 1 {
		t.Errorf("%+v", c)
	}
	if c.all.n != 2 || math.Abs(c.all.mean()-2) > 1e-9 || c.long.n != 1 || math.Abs(c.long.mean()-4) > 1e-9 {
		t.Errorf("ratios %+v and %+v", c.all, c.long)
	}
	if c.fresh != (fresh{2, 1, 8}) {
		t.Errorf("fresh %+v", c.fresh)
	}
}

// TestBadData checks that a table of an unknown game is rejected.
func TestBadData(t *testing.T) {
	unknown := fstest.MapFS{"x.csv": {Data: []byte("game,seed,verdict,seconds\nnobody,solvitaire:1,winnable,1\n")}}
	if _, err := readDeals(unknown, "x.csv"); err == nil || !strings.Contains(err.Error(), "row 2") {
		t.Errorf("unknown game: %v", err)
	}
}
