package verdict_test

import (
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
	t.Fatal("no such problem")
	return nil, nil, nil
}

// shortest finds a shortest win with the referee alone.
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

// A stored solution answers a request for a short one if it is proven to be the shortest, or if
// the search for shorter ones was at least as long as this one would be.
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
						kept.Bound = game.Length(kept.Solution) // wrong, but not checked
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
					// The new solution replaces the stored one, and answers further requests.
					if !test.want {
						if now := b.store.has(p.ID()); !now.OptimizedLength || len(now.Solution) != len(found.Solution) || now.Bound != found.Bound {
							t.Errorf("stored: %d moves, at least %d", len(now.Solution), now.Bound)
						}
						b.forget(p)
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

// An answer is never longer than the stored solution, whatever the search finds.
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
					t.Errorf("stored %+v", r)
				}
				b.close(t)
			})
		})
	}
}

// A caller that leaves before the search has reported gets the solution that is remembered.
func TestLongSearchForAShorterOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, func(clock *solver.Clock, _ *solver.Problem, _ solver.Budget) (solver.Result, error) {
			<-clock.Context().Done()
			time.Sleep(time.Second)
			return tired, nil
		})
		b.store.keep(record(p, won(t, p), time.Second))
		a := b.ask(t, within(time.Minute), p, solver.Budget{Objective: solver.ShortSolution})
		if a.Verdict != solver.Winnable || a.Source != solver.FromStore || len(a.Solution) == 0 {
			t.Errorf("%+v", a)
		}
		b.close(t)
	})
}

// An engine that answers unwinnable for a won game is logged, and its verdict is not used.
func TestWonBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Second, lost))
		b.store.keep(record(p, won(t, p), time.Second))
		a := b.ask(t, within(time.Minute), p, solver.Budget{Objective: solver.ShortestSolution})
		if a.Verdict != solver.Winnable || !strings.Contains(b.log.String(), "contradicts a verified win") {
			t.Errorf("%s; log: %s", a.Verdict, b.log)
		}
		b.close(t)
	})
}

// Requests for a short solution have calls of their own, and don't share one with requests for any
// solution.
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
			t.Errorf("%d searches, want 4", b.solver.searches())
		}
		b.close(t)
	})
}

// A win under stronger rules answers a request for any solution. For a request for a short one it
// is only an upper bound.
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
			t.Error("the problems are the same")
		}
		b.close(t)
	})
}

// A win under stronger rules is shortened before it answers a job or a batch.
func TestInferredIsShortened(t *testing.T) {
	_, r, p := known(t, solver.Winnable, "klondike-draw-6", "klondike")
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(time.Second, tired))
		b.solver.idle = true
		b.store.keep(r)
		a, err := b.AnswerEarly(within(time.Minute), p, solver.Budget{}, false)
		if err != nil || a.Verdict != solver.Winnable || a.Source != solver.FromSearch || len(b.solver.improved) != 1 {
			t.Errorf("%s from %s, %d improved, %v", a.Verdict, a.Source, len(b.solver.improved), err)
		}
		b.close(t)
	})
}

// TestKnownWinBeatsUnknown stores a win of a related game, and an unknown of the game itself after
// a longer search than requested. A request for a short solution gets the win.
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

// TestShortInTime has two requests for a short solution with different deadlines. Each gets the
// best solution so far.
func TestShortInTime(t *testing.T) {
	p := newProblem(t, 1)
	result := won(t, p)
	untilTheEnd := func(clock *solver.Clock, _ *solver.Problem, _ solver.Budget) (solver.Result, error) {
		<-clock.Context().Done()
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

// A search for a shorter solution starts from the stored one, and its figures include those of the
// first search.
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
			t.Errorf("started from %+v", b.solver.improved)
		}
		// A third, longer search adds to the figures too.
		b.solver.search = takes(20*time.Second, solver.Result{Verdict: solver.Winnable, Solution: short})
		a = b.ask(t, within(time.Minute), p, solver.Budget{Objective: solver.ShortSolution})
		if a.Elapsed != 20*time.Second || a.States != 20_000 {
			t.Errorf("again: %+v", a)
		}
		b.close(t)
		if r := b.store.has(p.ID()); !r.OptimizedLength || r.Elapsed != 20*time.Second {
			t.Errorf("stored %+v", r)
		}
	})
}
