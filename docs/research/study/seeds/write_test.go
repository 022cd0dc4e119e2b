package seeds

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

// TestWritePack writes a pack, which package seeds reads.
func TestWritePack(t *testing.T) {
	want := &seeds.Pack{Game: "klondike", Scheme: "greenfelt", First: 7, Epoch: 3, Letters: []seeds.Letter("ew-?xhm")}
	var file bytes.Buffer
	if err := writePack(&file, want); err != nil {
		t.Fatal(err)
	}
	if got, err := seeds.Read(&file); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, grade := range append([]difficulty.Grade{""}, difficulty.Grades...) {
		if l := letterOf(grade); !l.Winnable() || l.Grade() != grade {
			t.Errorf("%q is %c, which is %q", grade, l, l.Grade())
		}
	}
}
