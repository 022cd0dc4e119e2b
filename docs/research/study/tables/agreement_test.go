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
		"research/data/general/golf.gz": file(map[string]string{"": "wl.?w", "general engine": "wl?ll"}),
		"published/packed/golf.gz":      file(map[string]string{"": "ww"}),
	}, "research/data/general/golf.gz")
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
	docs := os.DirFS("../../..")
	names, err := fs.Glob(docs, "research/data/general/*.gz")
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
