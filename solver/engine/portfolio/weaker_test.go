package portfolio

import (
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
)

// TestWeakerGame proves a deal lost with the stock turned card by card. Turned by three it takes
// over a million states.
func TestWeakerGame(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:2113")
	got := New(1<<27).Solve(nil, p, solver.Budget{States: 300_000})
	if got.Verdict != solver.Unwinnable {
		t.Errorf("%s %s after %d states", got.Verdict, got.Reason, got.States)
	}
}

// TestUnderWeakerRules checks which games have their stock turned card by card, and that only a
// loss there counts.
func TestUnderWeakerRules(t *testing.T) {
	for name, want := range map[string]bool{
		"klondike": true, "klondike-draw-7-no-worrying-back": true, "canfield": true,
		"klondike-draw-1":          false, // turned card by card already
		"klondike-draw-3-passes-3": false, // its redeals are limited
		"spider":                   false,
		"free-cell":                false,
	} {
		if _, ok := freeStock(enginetest.Numbered(t, name, "solvitaire:1")); ok != want {
			t.Errorf("%s: %t", name, ok)
		}
	}
	p := enginetest.Numbered(t, "klondike", "solvitaire:1")
	weaker, _ := freeStock(p)
	for verdict, want := range map[solver.Verdict]solver.Verdict{
		solver.Winnable: solver.Unknown, solver.Unwinnable: solver.Unwinnable, solver.Unknown: solver.Unknown,
	} {
		asked := try(func(_ *solver.Clock, q *solver.Problem, _ solver.Budget) solver.Result {
			if q.Rules().Stock.Count != 1 || q.ID() != weaker.Problem.ID() {
				t.Errorf("asked about %s", q.Text())
			}
			return solver.Result{Verdict: verdict, Engine: "fake", States: 7}
		})
		got := asked.under(weaker)(nil, p, solver.Budget{})
		if got.Verdict != want || got.States != 7 || got.Solution != nil || (got.Reason == solver.NoReason) != (want != solver.Unknown) {
			t.Errorf("%s there: %+v", verdict, got)
		}
	}
}
