package tables

import (
	"io/fs"
	"maps"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
)

// TestBorders reads the scores of two packs: the first ones that were measured, and no others.
func TestBorders(t *testing.T) {
	const header = "number,verdict,score,engine,states\n"
	docs := func(borders string) fs.FS {
		return fstest.MapFS{
			bordersFile: {Data: []byte("game,scheme,deals\n" + borders)},
			"research/data/seeds/klondike.solvitaire.csv.gz": {Data: zipped(t, header+"1,winnable,4.5,a,\n2,unwinnable,,a,\n3,winnable,,a,\n4,winnable,none,a,\n5,winnable,2,b,\n6,winnable,9,b,\n")},
			"research/data/seeds/klondike.pysol.csv.gz":      {Data: zipped(t, header+"1,winnable,3,a,\n2,winnable,7,a,\n")},
		}
	}
	got, err := readBorders(docs("klondike,solvitaire,2\nklondike,pysol,1\n"))
	if diff := cmp.Diff(map[string][]float64{"klondike": {4.5, 2, 3}}, got); diff != "" || err != nil {
		t.Errorf("error %v (- want + got):\n%s", err, diff)
	}
	for _, wrong := range []string{"klondike,solvitaire,4\n", "klondike,greenfelt,1\n", "klondike,pysol,x\n"} {
		if got, err := readBorders(docs(wrong)); err == nil {
			t.Errorf("%q: %v", wrong, got)
		}
	}
}

// TestQuarters checks that the shipped grades are quarters of the numbers that separate them.
func TestQuarters(t *testing.T) {
	borders, err := readBorders(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range slices.Sorted(maps.Keys(borders)) {
		if _, graded := (&difficulty.Difficulty{}).Grade(game); !graded {
			t.Errorf("%s has no grades", game)
			continue
		}
		counts := map[difficulty.Grade]int{}
		for _, score := range borders[game] {
			d := difficulty.Difficulty{Score: score}
			grade, _ := d.Grade(game)
			counts[grade]++
		}
		// Many deals may share a score, and then they share a grade.
		for _, grade := range difficulty.Grades {
			if share := float64(counts[grade]) / float64(len(borders[game])); share < 0.2 || share > 0.3 {
				t.Errorf("%s: %.1f %% of the numbers are %s", game, 100*share, grade)
			}
		}
	}
}
