package portfolio

import (
	"fmt"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
)

// TestConcurrentThreads solves deals on one to three threads, all from the start. The verdicts
// must be the same. FreeCell and Golf stay on one thread and give the same result.
func TestConcurrentThreads(t *testing.T) {
	helped := false
	for _, threads := range []int{2, 3} {
		alone, together := New(1<<25), NewThreads(threads, 1<<25)
		together.after = 0
		for _, name := range []string{"klondike", "klondike-draw-1", "klondike-draw-2", "klondike-draw-3-passes-3", "free-cell", "golf"} {
			for number := range 6 {
				p := enginetest.Numbered(t, name, fmt.Sprintf("solvitaire:%d", 1+number))
				want := alone.Solve(nil, p, solver.Budget{States: 30_000})
				if want.Verdict == solver.Unknown {
					continue
				}
				got := together.Solve(nil, p, solver.Budget{})
				if err := got.Verify(p); err != nil {
					t.Fatal(err)
				}
				if got.Verdict != want.Verdict {
					t.Errorf("%s %d: %s on %d threads, %s on one", name, 1+number, got.Verdict, threads, want.Verdict)
				}
				helped = helped || got.States != want.States
			}
		}
	}
	if !helped {
		t.Error("no helper searched a state")
	}
}

// TestConcurrentThreadsWithout solves a lost deal with techniques switched off, on two threads.
func TestConcurrentThreadsWithout(t *testing.T) {
	for _, without := range [][]Technique{{"restarts"}, {"deadlocks"}, {"oracle"}, {"restarts", "oracle", "learned-order"}, {"klondike"}} {
		together := NewThreads(2, 1<<25, without...)
		together.after = 0
		for number := 1; number <= 4; number++ {
			p := enginetest.Numbered(t, "klondike", fmt.Sprintf("solvitaire:%d", number))
			want := New(1<<25).Solve(nil, p, solver.Budget{})
			got := together.Solve(nil, p, solver.Budget{States: 200_000})
			if err := got.Verify(p); err != nil {
				t.Fatal(err)
			}
			if got.Verdict != want.Verdict && got.Verdict != solver.Unknown {
				t.Errorf("deal %d without %v: %s, want %s", number, without, got.Verdict, want.Verdict)
			}
		}
	}
}
