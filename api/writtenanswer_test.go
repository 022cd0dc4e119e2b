package api

import (
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestWrittenAnswer checks that an answer is written again as soon as any part of it differs.
func TestWrittenAnswer(t *testing.T) {
	first := solver.Answer{
		Result:  solver.Result{Verdict: solver.Winnable, Solution: []game.Move{{Action: game.Draw, Count: 3}}, Engine: "one", States: 7},
		Elapsed: time.Millisecond, Source: solver.FromCache,
	}
	var kept writtenAnswer
	writes := 0
	ask := func(a solver.Answer) string {
		return string(kept.answer(&a, func(a solver.Answer) SolveAnswer {
			writes++
			return SolveAnswer{Verdict: a.Verdict, Search: Search{a.Engine, a.States, milliseconds(a.Elapsed), 0}, Solution: &Solution{Moves: a.Solution}}
		}).appendJSON(nil))
	}
	text := ask(first)
	if again := ask(first); writes != 1 || again != text {
		t.Errorf("written %d times: %s and %s", writes, text, again)
	}
	for name, change := range map[string]func(*solver.Answer){
		"solution":   func(a *solver.Answer) { a.Solution = slices.Clone(a.Solution) },
		"shorter":    func(a *solver.Answer) { a.Solution = a.Solution[:0] },
		"states":     func(a *solver.Answer) { a.States++ },
		"engine":     func(a *solver.Answer) { a.Engine = "other" },
		"verdict":    func(a *solver.Answer) { a.Verdict = solver.Unknown },
		"reason":     func(a *solver.Answer) { a.Reason = solver.States },
		"bound":      func(a *solver.Answer) { a.Bound = 1 },
		"time":       func(a *solver.Answer) { a.Elapsed++ },
		"shortening": func(a *solver.Answer) { a.Shortening++ },
		"source":     func(a *solver.Answer) { a.Source = solver.FromStore },
		"origin":     func(a *solver.Answer) { a.Origin.Game = "klondike" },
		"passes":     func(a *solver.Answer) { a.Passes = []solver.Pass{{Name: "x"}} },
	} {
		ask(first)
		before, other := writes, first
		change(&other)
		if ask(other); writes != before+1 {
			t.Errorf("an answer with another %s is not written", name)
		}
	}
	var none *writtenAnswer
	if out := none.answer(&first, func(solver.Answer) SolveAnswer { return SolveAnswer{Game: nil} }); out.written != nil {
		t.Error("an answer is kept nowhere")
	}
}
