package prove_test

import (
	"bytes"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
)

// BenchmarkCheck checks the proof of a deal of FreeCell.
func BenchmarkCheck(b *testing.B) {
	p, err := solver.Numbered("free-cell", "microsoft:146692")
	if err != nil {
		b.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := prove.Write(nil, &file, p, nil, 1_000_000); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := proof.Check(bytes.NewReader(file.Bytes()), 1_000_000); err != nil {
			b.Fatal(err)
		}
	}
}
