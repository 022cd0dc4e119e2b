package golf

import (
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

var brute = enginetest.Flags(500, 5000, 1)

// TestBruteForce compares verdicts with brute force on random positions of tiny decks
// under random rules.
func TestBruteForce(t *testing.T) {
	memory := memory.New(1 << 20)
	brute.Engines = map[string]solver.Engine{"all": New(memory, All), "without dead ends": New(memory, Techniques{})}
	brute.Handles, brute.Families = Handles, []enginetest.Family{enginetest.Hole}
	brute.Features = func(p *solver.Problem, want solver.Verdict, _ map[string]int64) []string {
		var list []string
		for _, f := range features(p) {
			list = append(list, f+" "+string(want))
		}
		return list
	}
	tally := brute.Run(t)
	for _, f := range []string{"circle", "line", "cells", "stock", "plain", "even", "odd", "two decks", "cards in the hole"} {
		tally.Require(t, 100, f+" winnable", f+" unwinnable")
	}
	tally.Require(t, 100, "active, without dead ends")
	tally.Require(t, 200, "dead kings winnable", "dead kings unwinnable")
}

// features returns the features of a problem.
func features(p *solver.Problem) []string {
	r, at := p.Rules(), p.Position()
	out := len(at.Stock)
	for _, c := range at.Tableau {
		out += len(c.Cards)
	}
	for _, c := range at.Cells {
		if c != card.None {
			out++
		}
	}
	var list []string
	for name, has := range map[string]bool{
		"circle":            r.Hole.Loops,
		"line":              !r.Hole.Loops,
		"dead kings":        r.Hole.DeadKings,
		"cells":             r.Cells.Count > 0,
		"stock":             r.Stock.Size > 0,
		"plain":             r.Cells.Count == 0 && r.Stock.Size == 0,
		"even":              r.MaxRank%2 == 0,
		"odd":               r.MaxRank%2 == 1,
		"two decks":         r.Decks > 1,
		"cards in the hole": out < r.DeckSize()-1,
	} {
		if has {
			list = append(list, name)
		}
	}
	return list
}

// TestBudget checks that a search ends with its budget and says why.
func TestBudget(t *testing.T) {
	p := enginetest.Numbered(t, "golf", "solvitaire:4")
	engine := New(memory.New(1<<16), All)
	got := engine.Solve(nil, p, solver.Budget{States: 10})
	if got.Verdict != solver.Unknown || got.Reason != solver.States || got.States != 10 {
		t.Errorf("budget of 10 states: %s %s after %d", got.Verdict, got.Reason, got.States)
	}
	if got = engine.Solve(enginetest.EndsAfter(0), p, solver.Budget{}); got.Verdict != solver.Unknown || got.Reason != solver.Cancelled {
		t.Errorf("cancelled: %s %s", got.Verdict, got.Reason)
	}
}
