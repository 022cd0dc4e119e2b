package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// TestPages fails if a page is not what its data make it.
func TestPages(t *testing.T) {
	docs := os.DirFS("..")
	made, err := pages(docs)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range made {
		if have, err := os.ReadFile("../" + name); err != nil || string(have) != text {
			t.Errorf("docs/%s is not what `make tables` makes (%v)", name, err)
		}
	}
}

// TestWilson compares with intervals that others computed: of 1 of 10, by the
// textbooks' formula, and of Klondike's sample of a million in Blake & Gent, whose
// interval is 81.945 ± 0.084.
func TestWilson(t *testing.T) {
	if i := wilson(1, 10, z95); math.Abs(i.low-1.788) > 0.001 || math.Abs(i.high-40.415) > 0.001 {
		t.Errorf("1 of 10: %v", i)
	}
	klondike := interval{wilson(819371, 1e6, z95).low, wilson(819371+157, 1e6, z95).high}
	if math.Abs(klondike.low-(81.945-.084)) > .0015 || math.Abs(klondike.high-(81.945+.084)) > .0015 {
		t.Errorf("Klondike: %.4f to %.4f", klondike.low, klondike.high)
	}
	if i := wilson(0, 1000, z999); i.low != 0 || i.high > 1.08 {
		t.Errorf("none of 1000: %v", i)
	}
}

func TestTallyCountsUnknownBothWays(t *testing.T) {
	i := tally{winnable: 50, unwinnable: 30, unknown: 20}.interval()
	if i.low != wilson(50, 100, z999).low || i.high != wilson(70, 100, z999).high {
		t.Error(i)
	}
}

func TestOverlap(t *testing.T) {
	for _, c := range []struct {
		a, b interval
		want bool
	}{
		{interval{1, 2}, interval{2, 3}, true},
		{interval{1, 2}, interval{2.1, 3}, false},
		{interval{4, 5}, interval{2, 3}, false},
		{interval{1, 9}, interval{2, 3}, true},
	} {
		if c.a.overlaps(c.b) != c.want || c.b.overlaps(c.a) != c.want {
			t.Errorf("%v and %v", c.a, c.b)
		}
	}
}

func TestCompare(t *testing.T) {
	theirs := []deal{
		{"golf", "solvitaire:1", "winnable", 8, 10},
		{"golf", "solvitaire:2", "unwinnable", .02, 10},
		{"golf", "solvitaire:3", "timeout", 10, 10},
		{"golf", "solvitaire:4", "winnable", 1, 10}, // not tried here
		{"golf", "solvitaire:5", "winnable", 1, 10},
		{"golf", "solvitaire:6", "timeout", 10, 10},
	}
	ours := []deal{
		{"golf", "solvitaire:1", "winnable", 2, 0},
		{"golf", "solvitaire:2", "winnable", .02, 0}, // contradicts
		{"golf", "solvitaire:3", "unwinnable", 9, 0},
		{"golf", "solvitaire:5", "unknown", 10, 0},
		{"golf", "solvitaire:6", "winnable", 11, 0}, // too late
	}
	c := compare(theirs, ours, []deal{{"golf", "solvitaire:1001", "winnable", 3, 0}, {"golf", "solvitaire:1002", "unknown", 5, 0}})["golf"]
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

// TestBadData feeds tables that would make a page tell something else than the
// deals do.
func TestBadData(t *testing.T) {
	var golf bytes.Buffer
	z := gzip.NewWriter(&golf)
	io.WriteString(z, "game,seed,verdict,seconds\ngolf,solvitaire:1,winnable,1\n")
	z.Close()
	for name, c := range map[string]struct{ runs, published, want string }{
		"a run of a deal without verdict": {"golf,solvitaire:1-2,9,abc\n", "", "golf.csv.gz has no verdict of solvitaire:2"},
		"no table":                        {"fan,solvitaire:1-2,9,abc\n", "", "fan.csv.gz"},
		"a range downwards":               {"golf,solvitaire:2-1,9,abc\n", "", `"solvitaire:2-1" is no range`},
		"no number":                       {"", "golf,Golf,many,few,X\n", "row 2: centre and half_range are numbers"},
	} {
		_, err := winnabilityPage(fstest.MapFS{
			"data/published.csv":           {Data: []byte("game,variant,centre,half_range,source\n" + c.published)},
			"data/winnability/runs.csv":    {Data: []byte("game,seeds,states,commit\n" + c.runs)},
			"data/winnability/golf.csv.gz": {Data: golf.Bytes()},
		})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	unknown := fstest.MapFS{"x.csv": {Data: []byte("game,seed,verdict,seconds\nnobody,solvitaire:1,winnable,1\n")}}
	if _, err := readDeals(unknown, "x.csv"); err == nil || !strings.Contains(err.Error(), "row 2") {
		t.Errorf("an unknown game: %v", err)
	}
}
