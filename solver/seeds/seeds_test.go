package seeds_test

import (
	"bytes"
	"compress/gzip"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

func TestPack(t *testing.T) {
	want := &seeds.Pack{Game: "klondike", Scheme: "greenfelt", First: 7, Epoch: 3, Letters: []seeds.Letter("ew-?xhm")}
	got, err := seeds.Read(packed(t, `{"format":"seeds 1","game":"klondike","scheme":"greenfelt","first":7,"epoch":3}`+"\new-?xhm\n"))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v, %v", got, err)
	}
	if winnable, graded := got.Count(); winnable != 5 || graded != 4 {
		t.Errorf("%d winnable, %d graded", winnable, graded)
	}
	for _, test := range []struct {
		from  uint64
		grade difficulty.Grade
		want  map[uint64]seeds.Letter
	}{
		{0, "", map[uint64]seeds.Letter{7: 'e', 8: 'w', 11: 'x', 12: 'h', 13: 'm'}},
		{12, "", map[uint64]seeds.Letter{12: 'h', 13: 'm'}},
		{0, difficulty.Hard, map[uint64]seeds.Letter{12: 'h'}},
		{14, "", map[uint64]seeds.Letter{}},
	} {
		if found := maps.Collect(got.Deals(test.from, test.grade)); !maps.Equal(found, test.want) {
			t.Errorf("from %d, %q: %v", test.from, test.grade, found)
		}
	}
	for i, l := range []seeds.Letter("emhx") {
		if !l.Winnable() || l.Grade() != difficulty.Grades[i] {
			t.Errorf("%c is %q", l, l.Grade())
		}
	}
}

// packed compresses a text.
func packed(t *testing.T, text string) *bytes.Buffer {
	t.Helper()
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	_, _ = z.Write([]byte(text)) // to memory
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return &file
}

// TestRead reads files that are not packs.
func TestRead(t *testing.T) {
	for _, text := range []string{
		"", "{}\ne\n", `{"format":"seeds 2"}` + "\ne\n", `{"format":"seeds 1"}` + "\ne", `{"format":"seeds 1"}` + "\n\n",
		`{"format":"seeds 1"}` + "\neq\n", `{"format":"seeds 1"}` + "\n" + strings.Repeat("e", 1<<20) + "\n",
	} {
		if p, err := seeds.Read(packed(t, text)); err == nil {
			t.Errorf("%.50q: %+v", text, p)
		}
	}
}
