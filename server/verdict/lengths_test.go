package verdict_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// detour returns a problem whose first solution is not the shortest, with both solutions.
func detour(t *testing.T) (p *solver.Problem, short, long []game.Move) {
	t.Helper()
	for seed := range uint64(100) {
		p = newProblem(t, seed)
		short, long = shortest(t, p), solution(t, p)
		if len(short) < len(long) {
			return p, short, long
		}
	}
	t.Fatal("all wins are the shortest")
	return nil, nil, nil
}

// shortest finds a shortest win with nothing but the referee.
func shortest(t *testing.T, p *solver.Problem) []game.Move {
	t.Helper()
	seen := map[string]bool{}
	for queue := [][]game.Move{nil}; len(queue) > 0; queue = queue[1:] {
		s := p.Replay(queue[0])
		at := string(s.Position.Document(p.Rules()))
		switch {
		case s.Won:
			return queue[0]
		case seen[at]:
			continue
		}
		seen[at] = true
		for _, m := range game.New(p.Rules(), &s.Position).Legal() {
			queue = append(queue, append(slices.Clone(queue[0]), m))
		}
	}
	t.Fatalf("%s can't be won", p.Text())
	return nil
}

// A remembered solution answers who wants a short one if it is proven to be the shortest,
// or if a search for shorter ones was no shorter than this one would be.
func TestRememberedLengths(t *testing.T) {
	const searched = 10 * time.Second
	p, short, long := detour(t)
	found := solver.Result{Verdict: solver.Winnable, Solution: short, Bound: game.Length(short)}
	for _, test := range []struct {
		name   string
		sought bool
		proven bool
		left   time.Duration
		states int64
		want   bool // answered from a record
	}{
		{"any solution", false, false, time.Second, 0, false},
		{"proven", true, true, time.Hour, 0, true},
		{"sought as long", true, false, searched, 0, true},
		{"sought for a shorter time", true, false, 11 * time.Second, 0, false},
		{"sought with as many states", true, false, time.Hour, 10_000, true},
		{"sought with fewer states", true, false, time.Hour, 10_001, false},
	} {
		for _, objective := range []solver.Objective{solver.ShortSolution, solver.ShortestSolution} {
			t.Run(test.name+", "+string(objective), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					b := open(t, takes(0, found))
					kept := solver.Result{Verdict: solver.Winnable, Solution: long, Engine: "old", States: 10_000}
					if test.proven {
						kept.Bound = game.Length(kept.Solution) // not so, but who knows
					}
					r := record(p, kept, searched)
					r.OptimizedLength = test.sought
					b.store.keep(r)
					budget := solver.Budget{States: test.states, Objective: objective}
					a := b.ask(t, within(test.left), p, budget)
					if (a.Source == solver.FromStore) != test.want || (a.Engine == "old") != test.want || a.Verdict != solver.Winnable {
						t.Errorf("answered from %s by %s", a.Source, a.Engine)
					}
					synctest.Wait()
					// What was found replaces what was known, and answers whatever is asked next.
					if !test.want {
						if now := b.store.has(p.ID()); !now.OptimizedLength || len(now.Solution) != len(found.Solution) || now.Bound != found.Bound {
							t.Errorf("remembered are %d moves, at least %d", len(now.Solution), now.Bound)
						}
						if a := b.ask(t, within(time.Hour), p, solver.Budget{Objective: objective}); a.Source == solver.FromSearch || !a.Shortest() {
							t.Errorf("asked again: %s, at least %d moves", a.Source, a.Bound)
						}
					}
					b.close(t)
				})
			})
		}
	}
}

// An answer is never longer than what is remembered, whatever the search comes to.
func TestNeverLonger(t *testing.T) {
	p, short, long := detour(t)
	for name, found := range map[string]solver.Result{
		"longer":  {Verdict: solver.Winnable, Solution: long, Bound: 2},
		"unknown": tired,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := open(t, takes(time.Second, found))
				kept := solver.Result{Verdict: solver.Winnable, Solution: short, Engine: "old", Bound: 1}
				b.store.keep(record(p, kept, 2*time.Second))
				a := b.ask(t, within(time.Minute), p, solver.Budget{Objective: solver.ShortSolution})
				if a.Verdict != solver.Winnable || a.Reason != solver.NoReason || len(a.Solution) != len(kept.Solution) || a.Bound != max(kept.Bound, found.Bound) || a.States != 1000 {
					t.Errorf("%s %s with %d moves, at least %d", a.Verdict, a.Reason, len(a.Solution), a.Bound)
				}
				synctest.Wait()
				if r := b.store.has(p.ID()); !r.OptimizedLength || len(r.Solution) != len(kept.Solution) {
					t.Errorf("remembered: %+v", r)
				}
				b.close(t)
			})
		})
	}
}

// An engine that calls a won game unwinnable is reported, and its verdict not used.
func TestWonBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Second, lost))
		b.store.keep(record(p, won(t, p), time.Second))
		a := b.ask(t, within(time.Minute), p, solver.Budget{Objective: solver.ShortestSolution})
		if a.Verdict != solver.Winnable || !strings.Contains(b.log.String(), "contradicts a verified win") {
			t.Errorf("%s; the log: %s", a.Verdict, b.log)
		}
		b.close(t)
	})
}

// Callers that want any solution and those that want a short one do not share a call, and
// each that wants a short one has a call of its own.
func TestFlightsByObjective(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Second, won(t, p)))
		var replies []<-chan reply
		for _, objective := range []solver.Objective{solver.AnySolution, solver.ShortSolution, solver.ShortestSolution, solver.ShortSolution, solver.AnySolution} {
			replies = append(replies, b.asks(within(time.Minute), p, solver.Budget{Objective: objective}, false))
		}
		for _, r := range replies {
			if a := <-r; a.err != nil || a.Verdict != solver.Winnable {
				t.Errorf("%+v", a)
			}
		}
		if b.solver.searches() != 4 {
			t.Errorf("%d searches, not 4", b.solver.searches())
		}
		b.close(t)
	})
}

// What is won under stronger rules answers who wants any solution, not who wants a short
// one, but is a solution not to be longer than.
func TestInferredIsNotShort(t *testing.T) {
	related, r, p := known(t, solver.Winnable, "klondike-draw-6", "klondike")
	r.Bound = 1
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(time.Second, tired))
		b.store.keep(r)
		a := b.ask(t, within(time.Minute), p, solver.Budget{Objective: solver.ShortSolution})
		if a.Verdict != solver.Winnable || a.Source != solver.FromSearch || b.solver.searches() != 1 || a.Bound != 0 {
			t.Errorf("%s from %s, at least %d moves", a.Verdict, a.Source, a.Bound)
		}
		if err := a.Verify(p); err != nil {
			t.Error(err)
		}
		if related.ID() == p.ID() {
			t.Error("the same problem")
		}
		b.close(t)
	})
}

// TestKnownWinBeatsUnknown has a related game's win, and an unknown of the game itself
// that took longer than is asked for: who wants a short solution gets one.
func TestKnownWinBeatsUnknown(t *testing.T) {
	_, r, p := known(t, solver.Winnable, "klondike-draw-6", "klondike")
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(time.Second, tired))
		b.store.keep(r)
		b.store.keep(solver.NewRecord(p, solver.Result{
			Verdict: solver.Unknown, Reason: solver.Deadline, Engine: "search", States: 1 << 40,
		}, time.Hour))
		if a := b.ask(t, within(time.Minute), p, solver.Budget{Objective: solver.ShortSolution}); a.Verdict != solver.Winnable {
			t.Errorf("%s %s from %s", a.Verdict, a.Reason, a.Source)
		}
		b.close(t)
	})
}

// TestShortInTime has two look for a short solution, one of whom has less time: each
// is answered with the best that there was by then.
func TestShortInTime(t *testing.T) {
	p := newProblem(t, 1)
	result := won(t, p)
	untilTheEnd := func(ctx context.Context, _ *solver.Problem, _ solver.Budget) (solver.Result, error) {
		<-ctx.Done()
		return result, nil
	}
	synctest.Test(t, func(t *testing.T) {
		b := open(t, untilTheEnd)
		start := time.Now()
		hasty := b.asks(within(2*time.Second), p, solver.Budget{Objective: solver.ShortSolution}, false)
		patient := b.asks(within(30*time.Second), p, solver.Budget{Objective: solver.ShortSolution}, false)
		for _, reply := range []<-chan reply{hasty, patient} {
			if r := <-reply; r.err != nil || r.Verdict != solver.Winnable {
				t.Errorf("%+v after %v", r, time.Since(start))
			}
		}
		b.close(t)
	})
}

// Who wants a shorter solution than one that is remembered goes on from there, and what
// was spent on both is what it took.
func TestImprove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, short, long := detour(t)
		b := open(t, takes(3*time.Second, solver.Result{Verdict: solver.Winnable, Solution: long}))
		b.ask(t, within(time.Minute), p, solver.Budget{})
		b.solver.search = takes(5*time.Second, solver.Result{Verdict: solver.Winnable, Solution: short})
		a := b.ask(t, within(time.Minute), p, solver.Budget{Objective: solver.ShortSolution})
		if a.Elapsed != 8*time.Second || a.States != 8000 || game.Length(a.Solution) != game.Length(short) {
			t.Errorf("%+v", a)
		}
		if len(b.solver.improved) != 1 || !slices.EqualFunc(b.solver.improved[0].Solution, long, game.Move.Equal) {
			t.Errorf("it went on from %+v", b.solver.improved)
		}
		// Once more, for longer: what was spent before was spent on the same.
		b.solver.search = takes(20*time.Second, solver.Result{Verdict: solver.Winnable, Solution: short})
		a = b.ask(t, within(time.Minute), p, solver.Budget{Objective: solver.ShortSolution})
		if a.Elapsed != 20*time.Second || a.States != 20_000 {
			t.Errorf("again: %+v", a)
		}
		b.close(t)
		if r := b.store.has(p.ID()); !r.OptimizedLength || r.Elapsed != 20*time.Second {
			t.Errorf("remembered: %+v", r)
		}
	})
}
