package freecell

import (
	"fmt"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

var brute = enginetest.Flags(400, 3000, 1)

// combinations are the sets of techniques that are compared.
var combinations = map[string]Techniques{
	"all":                      All,
	"without safe foundations": {Runs: true, LazyExpansion: true, SecondQueue: true},
	"without runs":             {SafeFoundations: true, LazyExpansion: true, SecondQueue: true},
	"without lazy expansion":   {SafeFoundations: true, Runs: true, SecondQueue: true},
	"without second queue":     {SafeFoundations: true, Runs: true, LazyExpansion: true},
	"nothing":                  {},
}

// TestBruteForce compares verdicts with brute force on random positions of tiny decks
// under random rules.
func TestBruteForce(t *testing.T) {
	memory := memory.New(1 << 22)
	brute.Engines = map[string]solver.Engine{}
	for name, techniques := range combinations {
		engine := New(memory, techniques)
		engine.manyPlaces, engine.secondFrom = 0, 4 // tiny decks have few of them
		brute.Engines[name] = engine
	}
	brute.Engines["as it is"] = New(memory, All)
	brute.Handles, brute.Families, brute.Features = Handles, []enginetest.Family{enginetest.FreeCell}, features
	brute.Run(t).Require(t, 100,
		"spaces any winnable", "spaces any unwinnable", "spaces kings winnable", "spaces kings unwinnable",
		"build same-suit", "build red-black", "no cell", "cells", "cells filled", "base above the ace", "part-way up",
		"active, without safe foundations", "active, without runs", "active, without lazy expansion", "active, without second queue", "active, as it is")
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
