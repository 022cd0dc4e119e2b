package portfolio

import (
	"sync"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
)

// TestConcurrent has workers solve the same problems at the same time, each with its own engine,
// as the service does. What they share are tables that are computed on first use. Between solves
// nothing synchronises the workers, so that the race detector can find unordered accesses.
func TestConcurrent(t *testing.T) {
	var problems []*solver.Problem
	for _, name := range []string{
		"klondike", "klondike-draw-2", "klondike-draw-4", "klondike-draw-5", "klondike-draw-7", "klondike-draw-9", "canfield", "free-cell", "spider", "yukon", "golf", "black-hole", "accordion", "gaps-one-deal",
	} {
		problems = append(problems, enginetest.Numbered(t, name, "solvitaire:2"))
	}
	var answers [4][]solver.Result
	var workers sync.WaitGroup
	for i := range answers {
		answers[i] = make([]solver.Result, len(problems))
		workers.Go(func() {
			engine := New(1 << 22)
			for j := range problems {
				j = (i + j) % len(problems) // each starts with another one
				answers[i][j] = engine.Solve(nil, problems[j], solver.Budget{States: 1000})
			}
		})
	}
	workers.Wait()
	for j, p := range problems {
		want := answered(p, &answers[0][j])
		for i := range answers {
			if got := answered(p, &answers[i][j]); got != want {
				t.Errorf("worker %d: %s, worker 0: %s, of %s", i, got, want, p.Text())
			}
		}
	}
}
