package tables

import (
	"bytes"
	"io/fs"
	"os"
	"reflect"
	"testing"
	"testing/fstest"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// TestAgreement counts deals with equal, different and unknown verdicts.
func TestAgreement(t *testing.T) {
	file := func(by map[string]string) *fstest.MapFile {
		var content bytes.Buffer
		for source, text := range by {
			r := &packed.Range{First: 1, Subject: packed.Subject{Game: "golf", Rules: "{}", Source: source, Scheme: "solvitaire", Epoch: solver.Epoch}}
			for _, v := range text {
				r.Append(map[rune]packed.Verdict{'.': packed.NotCounted, 'w': packed.Winnable, 'l': packed.Unwinnable, '?': packed.Unknown}[v])
			}
			if err := packed.Write(&content, r); err != nil {
				t.Fatal(err)
			}
		}
		return &fstest.MapFile{Data: content.Bytes()}
	}
	a, err := readAgreement(fstest.MapFS{
		"data/general/golf.gz":     file(map[string]string{"": "wl.?w", "general engine": "wl?ll"}),
		"published/packed/golf.gz": file(map[string]string{"": "ww"}),
	}, "data/general/golf.gz")
	if err != nil {
		t.Fatal(err)
	}
	wrong := map[string]bool{}
	for _, seed := range a.wrong {
		wrong[seed] = true
	}
	if a.deals != 5 || a.unknown != 1 || a.unknownHere != 1 || a.won != 1 || a.lost != 1 || a.shipped != 2 ||
		!reflect.DeepEqual(wrong, map[string]bool{"solvitaire:5": true, "solvitaire:2 (shipped)": true}) {
		t.Errorf("%+v", a)
	}
}

// TestEnginesAgree checks that the general engine contradicts no special one.
func TestEnginesAgree(t *testing.T) {
	docs := os.DirFS("../../../../docs")
	names, err := fs.Glob(docs, "data/general/*.gz")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		a, err := readAgreement(docs, name)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.wrong) > 0 {
			t.Errorf("%s: two verdicts of %v", a.name, a.wrong)
		}
	}
}

// TestThree counts pairs of verdicts of three solvers, and finds the deal that they don't agree on.
func TestThree(t *testing.T) {
	const header = "game,seed,verdict,because,cpu_us,states\n"
	others := []result{{"free-cell", "solvitaire:1", "winnable", 1, 10}, {"free-cell", "solvitaire:2", "timeout", 10, 10}, {"golf", "solvitaire:2", "winnable", 1, 10}}
	three, err := compareThree(fstest.MapFS{
		"data/fc-solve/x.csv.gz":          {Data: zipped(t, header+"free-cell,solvitaire:1,winnable,,1500,7\nfree-cell,solvitaire:2,winnable,,1,1\nfree-cell,solvitaire:3,unknown,states,1,9\n")},
		"data/fc-solve/x-fc-solve.csv.gz": {Data: zipped(t, header+"free-cell,solvitaire:1,winnable,,1,1\nfree-cell,solvitaire:2,unwinnable,,1,1\nfree-cell,solvitaire:3,unwinnable,,1,1\n")},
	}, "x", "free-cell", others)
	if err != nil {
		t.Fatal(err)
	}
	if three.deals != 3 || three.here != 2 || three.fcSolve != 3 || three.theirs != 1 || three.all != 1 || three.winnable != 2 ||
		three.pairs != 4 || !reflect.DeepEqual(three.wrong, []string{"solvitaire:2"}) {
		t.Errorf("%+v", three)
	}
	if got := three.hereCosts.spread(); got != "7 | > 9 | > 9 | 0.00 | 1.50 | 1.50" {
		t.Errorf("quantiles %s", got)
	}
}

// TestSolversAgree checks that no program contradicts another one.
func TestSolversAgree(t *testing.T) {
	docs := os.DirFS("../../../../docs")
	others, err := readDeals(docs, "data/solvitaire.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	settings, err := readCSV(docs, fcSolveDir+"settings.csv")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range settings {
		three, err := compareThree(docs, s["name"], s["game"], others)
		if err != nil {
			t.Fatal(err)
		}
		if len(three.wrong) > 0 {
			t.Errorf("%s: programs disagree on %v", s["name"], three.wrong)
		}
	}
}
