package main

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
)

// TestCheck checks a proof, and refuses a file that is cut off and ones that are none.
func TestCheck(t *testing.T) {
	p, err := solver.Numbered("free-cell-2-cell", "solvitaire:9")
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	compressed := gzip.NewWriter(&file)
	states, err := prove.Write(nil, compressed, p, nil, 200_000)
	if err != nil {
		t.Fatal(err)
	}
	if err := compressed.Close(); err != nil {
		t.Fatal(err)
	}
	var parts []float64
	got, ok := check(file.Bytes(), func(part float64) { parts = append(parts, part) }).(checked)
	if !ok || got.ID != p.ID() || got.States != states || got.Ways < states {
		t.Errorf("%+v, want %s and %d states", got, p.ID(), states)
	}
	if n := len(parts); n < 50 || n > 100 || parts[0] > .1 || parts[n-1] < .9 {
		t.Errorf("parts %v", parts)
	}
	for what, text := range map[string][]byte{"cut off": file.Bytes()[:file.Len()/2], "nothing": nil, "a text": []byte("thoughtful proof 4\n")} {
		r, refused := check(text, func(float64) {}).(refusal)
		if !refused || len(r.Errors) != 1 || !strings.Contains(r.Errors[0].Detail, map[bool]string{true: "refused: line ", false: "not a compressed file"}[what == "cut off"]) {
			t.Errorf("%s: %+v", what, r)
		}
	}
}
