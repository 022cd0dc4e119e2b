package count

import (
	"errors"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// verdicts returns a range with one verdict of golf after another, from a seed on.
func verdicts(t *testing.T, r *row, states, first int64, of string) *packed.Range {
	t.Helper()
	found := &packed.Range{Subject: r.subject, Method: packed.Method{Engine: "test", States: states}, First: first}
	for _, v := range of {
		found.Append(map[rune]packed.Verdict{'.': packed.NotCounted, 'w': packed.Winnable, 'l': packed.Unwinnable, '?': packed.Unknown}[v])
	}
	return found
}

func golf(t *testing.T, halves ...float64) *row {
	t.Helper()
	r, err := newRow(goal{"golf", 1000, halves, 1000, 50_000}, map[budget]cost{
		{"golf", 1000}: {1000, 1}, {"golf", 10_000}: {1000, 10}, {"golf", 50_000}: {1000, 50},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// fill adds so many deals of each verdict.
func fill(t *testing.T, r *row, winnable, unwinnable, unknown int) {
	t.Helper()
	text := make([]byte, 0, winnable+unwinnable+unknown)
	for v, n := range map[byte]int{'w': winnable, 'l': unwinnable, '?': unknown} {
		for range n {
			text = append(text, v)
		}
	}
	if err := r.add(verdicts(t, r, r.states, r.next, string(text))); err != nil {
		t.Fatal(err)
	}
}

// TestPlan checks what comes next, and its cost in seconds.
func TestPlan(t *testing.T) {
	for name, test := range map[string]struct {
		winnable, unwinnable, unknown int
		states                        int64
		again, open                   bool
		low, high                     float64
	}{
		"too few deals to estimate from":     {100, 100, 0, 1000, false, true, 0.8, 0.8},
		"half are won: n = 9604 for ± 1":     {1000, 1000, 0, 1000, false, true, 7.5, 7.7},
		"reached":                            {5000, 5000, 0, 0, false, false, 0, 0},
		"unknown, which more deals can't do": {5000, 5000, 300, 10_000, true, true, 2.9, 3.1},
		"few unknown, which count both ways": {2000, 2000, 20, 1000, false, true, 9, 13},
	} {
		t.Run(name, func(t *testing.T) {
			r := golf(t, 1)
			fill(t, r, test.winnable, test.unwinnable, test.unknown)
			states, again, seconds, open := r.plan()
			if states != test.states || again != test.again || open != test.open || seconds < test.low || seconds > test.high {
				t.Errorf("%d states, again %t, %.3f s, open %t; want %+v", states, again, seconds, open, test)
			}
		})
	}
}

// TestNextGoal goes on to a narrower goal when the first is reached.
func TestNextGoal(t *testing.T) {
	r := golf(t, 1, 0.5)
	fill(t, r, 5000, 5000, 0)
	if half, open := r.goalNow(); half != 0.5 || !open {
		t.Error(half, open)
	}
}

// TestAgainFirst tries unknown deals again before any others, although that can't bring the goal
// nearer as cheaply.
func TestAgainFirst(t *testing.T) {
	r := golf(t, 1)
	fill(t, r, 2000, 2000, 20)
	r.again = true
	states, again, _, _ := r.plan()
	if s := r.take(states, again, time.Minute); !again || len(s.seeds) != 20 {
		t.Errorf("%d states, again %t, deals %v", states, again, s.seeds)
	}
}

// TestAgain tries an unknown deal with more and more states, and no more than allowed.
func TestAgain(t *testing.T) {
	r := golf(t, 0.01)
	fill(t, r, 600, 600, 1)
	var states []int64
	for {
		next, again, seconds, open := r.plan()
		if !open || !again {
			if open && seconds < never {
				t.Errorf("%d states, %.1f s: a goal out of reach", next, seconds)
			}
			break
		}
		s := r.take(next, true, time.Second)
		if len(s.seeds) != 1 {
			t.Fatalf("%d deals", len(s.seeds))
		}
		if err := r.add(verdicts(t, r, s.states, s.seeds[0], "?")); err != nil {
			t.Fatal(err)
		}
		states = append(states, s.states)
	}
	if len(states) != 2 || states[0] != 10_000 || states[1] != 50_000 {
		t.Errorf("tried with %d states", states)
	}
	if r.tally.Unknown != 1 || r.tally.Deals() != 1201 {
		t.Errorf("%+v", r.tally)
	}
}

// TestGaps counts deals first that a step that was cut off has left out: else those before which a
// count stops, which are the hard ones, would be missing.
func TestGaps(t *testing.T) {
	r := golf(t, 1)
	if err := r.add(verdicts(t, r, 1000, 1, "wl..w")); err != nil {
		t.Fatal(err)
	}
	if err := r.add(verdicts(t, r, 1000, 4, "l")); err != nil {
		t.Fatal(err)
	}
	r.findGaps()
	if s := r.take(1000, false, time.Second); len(s.seeds) != 1 || s.seeds[0] != 3 {
		t.Errorf("first %d", s.seeds)
	}
	if s := r.take(1000, false, 2*time.Millisecond); len(s.seeds) != 2 || s.seeds[0] != 6 {
		t.Errorf("then %d", s.seeds)
	}
}

// TestAdd replaces unknown verdicts, keeps proven ones, and refuses a contradiction.
func TestAdd(t *testing.T) {
	r := golf(t, 1)
	for _, of := range []string{"w?l?", "?ww", "???w"} {
		err := r.add(verdicts(t, r, 1000, 1, of))
		var wrong *packed.Contradiction
		if of == "?ww" {
			if !errors.As(err, &wrong) || wrong.Seed != 3 {
				t.Errorf("%s: %v", of, err)
			}
		} else if err != nil {
			t.Errorf("%s: %v", of, err)
		}
	}
	if r.tally.Winnable != 3 || r.tally.Unwinnable != 1 || r.tally.Unknown != 0 || len(r.tried) != 0 {
		t.Errorf("%+v, tried %v", r.tally, r.tried)
	}
}
