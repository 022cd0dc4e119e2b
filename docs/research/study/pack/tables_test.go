package pack

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// TestSpreads writes distributions, which package packed reads.
func TestSpreads(t *testing.T) {
	sum := stats.NewSpread()
	for _, d := range []stats.Deal{{States: 12345, Length: 101}, {States: 7, Length: 99}, {States: 100_000}} {
		sum.Add(d)
	}
	want := []packed.Spread{{
		Game: "golf", Digest: packed.DigestOf(`{"a":1}`), Scheme: "solvitaire", First: 1, Last: 3, Epoch: 1, States: sum.States, Length: sum.Length,
	}}
	var file bytes.Buffer
	if err := writeSpreads(&file, want); err != nil {
		t.Fatal(err)
	}
	if got, err := packed.ReadSpreads(file.Bytes()); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestTallies writes tallies, which package packed reads.
func TestTallies(t *testing.T) {
	r := &packed.Range{Subject: packed.Subject{Game: "golf", Rules: `{"a":1}`, Scheme: "solvitaire", Epoch: 1}, Method: packed.Method{Engine: "v1, or so", States: 1000}}
	for i, v := range []packed.Verdict{packed.Winnable, packed.Unknown, packed.Unwinnable} {
		if err := r.AppendAt(int64(3+2*i), v); err != nil {
			t.Fatal(err)
		}
	}
	var table bytes.Buffer
	if err := writeTallies(&table, []*packed.Range{r}); err != nil {
		t.Fatal(err)
	}
	if got, err := packed.ReadTallies(table.Bytes()); err != nil || !reflect.DeepEqual(got, []packed.Count{r.Counted()}) {
		t.Errorf("%+v, %v", got, err)
	}
}
