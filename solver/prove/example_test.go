package prove_test

import (
	"bytes"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
)

// A proof that a deal can't be won, written, and checked without any engine.
func ExampleWrite() {
	problem, err := solver.Numbered("beleaguered-castle", "solvitaire:33003")
	if err != nil {
		panic(err)
	}
	var file bytes.Buffer
	listed, err := prove.Write(nil, &file, problem, nil, 100_000)
	if err != nil {
		panic(err)
	}
	report, err := proof.Check(&file, listed)
	fmt.Println(report.States == listed, err)
	// Output:
	// true <nil>
}
