package freecell

import (
	"fmt"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

var brute = enginetest.Flags(400, 3000)

// combinations are the sets of techniques that are compared.
var combinations = map[string]Techniques{
	"all":                      All,
	"without safe foundations": {Runs: true},
	"without runs":             {SafeFoundations: true},
	"nothing":                  {},
}

// TestBruteForce compares verdicts with brute force on random positions of tiny decks
// under random rules.
func TestBruteForce(t *testing.T) {
	memory := memory.New(1 << 22)
	brute.Engines = map[string]solver.Engine{}
	for name, techniques := range combinations {
		brute.Engines[name] = New(memory, techniques)
	}
	brute.Handles, brute.Families, brute.Features = Handles, []enginetest.Family{enginetest.FreeCell}, features
	brute.Run(t).Require(t, 100,
		"spaces any winnable", "spaces any unwinnable", "spaces kings winnable", "spaces kings unwinnable",
		"build same-suit", "build red-black", "no cell", "cells", "cells filled", "base above the ace", "part-way up",
		"active, without safe foundations", "active, without runs")
}

// features returns the features of a problem, alone and with its verdict.
func features(p *solver.Problem, want solver.Verdict, _ map[string]int64) []string {
	position := p.Position()
	var list []string
	for _, f := range enginetest.Features(p.Rules(), &position) {
		list = append(list, f, fmt.Sprint(f, " ", want))
	}
	if p.Rules().Cells.Count == 0 {
		list = append(list, "no cell")
	}
	return list
}
