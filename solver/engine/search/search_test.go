package search

import (
	"context"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestTinyTable checks verdicts with a table that forgets all the time.
func TestTinyTable(t *testing.T) {
	for _, c := range []struct {
		game, seed string
		want       solver.Verdict
	}{
		{"klondike", "solvitaire:1", solver.Unwinnable},
		{"klondike", "solvitaire:6", solver.Winnable},
		{"fore-cell-same-suit", "solvitaire:2", solver.Unwinnable},
		{"free-cell-5-pile", "solvitaire:1", solver.Unwinnable},
	} {
		p := enginetest.Numbered(t, c.game, c.seed)
		large := New(memory.New(1<<26), state.Complete).Solve(nil, p, solver.Budget{})
		small := New(memory.New(1<<18), state.Complete).Solve(nil, p, solver.Budget{States: 20_000_000})
		if large.Verdict != c.want {
			t.Errorf("%s %s: %s %s, want %s", c.game, c.seed, large.Verdict, large.Reason, c.want)
		}
		// The small table may give up, but must not be wrong.
		if small.Verdict != c.want && small.Reason != solver.Memory && small.Reason != solver.States {
			t.Errorf("%s %s with a tiny table: %s %s, want %s", c.game, c.seed, small.Verdict, small.Reason, c.want)
		}
		if err := small.Verify(p); err != nil {
			t.Error(err)
		}
	}
}

// TestDeadlineInside checks that a long search ends at its deadline, and looks at its clock
// often.
func TestDeadlineInside(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:22") // takes tens of millions of states
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	e := New(memory.New(1<<28), state.Complete)
	if got := e.Solve(solver.NewClock(ctx), p, solver.Budget{}); got.Verdict != solver.Unknown || got.Reason != solver.Deadline {
		t.Errorf("%s %s, want unknown deadline", got.Verdict, got.Reason)
	}
	const looks = 1000
	got := e.Solve(enginetest.EndsAfter(looks), p, solver.Budget{})
	if got.Verdict != solver.Unknown || got.Reason != solver.Cancelled || got.States > stopEvery*(looks+1) {
		t.Errorf("%s %s after %d states and %d looks, want unknown cancelled", got.Verdict, got.Reason, got.States, looks)
	}
}

// TestOutgrown gives a deep search too little memory for its stack.
func TestOutgrown(t *testing.T) {
	p := enginetest.Numbered(t, "free-cell", "solvitaire:1")
	got := New(memory.New(1<<12), state.Techniques{}).Solve(nil, p, solver.Budget{})
	if got.Verdict != solver.Unknown || got.Reason != solver.Memory {
		t.Errorf("%s %s after %d states, want unknown memory", got.Verdict, got.Reason, got.States)
	}
}

// TestShorten checks that shortened solutions win and are not longer.
func TestShorten(t *testing.T) {
	for _, name := range []string{"free-cell", "klondike", "king-albert", "spanish-patience"} {
		p := enginetest.Numbered(t, name, "solvitaire:2")
		position := p.Position()
		e := New(memory.New(1<<28), state.Streamlined)
		if got := e.Solve(nil, p, solver.Budget{}); got.Verdict != solver.Winnable {
			t.Fatalf("%s: %s", name, got.Verdict)
		}
		c := state.Compile(p.Rules(), position.Base, state.Streamlined)
		long := state.Translate(c, &position, state.Expand(c, &position, e.Path))
		short := state.Translate(c, &position, state.Shorten(c, &position, e.Path))
		if game.Length(short) > game.Length(long) {
			t.Errorf("%s: %d moves lengthened to %d", name, game.Length(long), game.Length(short))
		}
		for _, moves := range [][]game.Move{long, short} {
			if outcome := p.Replay(moves); !outcome.Won {
				t.Errorf("%s: %+v", name, outcome)
			}
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	p := enginetest.Numbered(b, "klondike", "solvitaire:1")
	e := New(memory.New(1<<28), state.Complete)
	states := int64(0)
	for b.Loop() {
		states += e.Solve(nil, p, solver.Budget{}).States
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}
