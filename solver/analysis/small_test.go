package analysis_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestOnly checks when exactly one move wins, and when that is not known.
func TestOnly(t *testing.T) {
	const w, u, q = solver.Winnable, solver.Unwinnable, solver.Unknown
	for _, c := range []struct {
		position solver.Verdict
		moves    []solver.Verdict
		only, ok bool
	}{
		{w, []solver.Verdict{w, u, u}, true, true},
		{w, []solver.Verdict{w, w, u}, false, true},
		{w, []solver.Verdict{w, w, q}, false, true},
		{w, []solver.Verdict{w, q, u}, false, false},
		{u, []solver.Verdict{u, u}, false, true},
		{q, []solver.Verdict{q, u}, false, false},
		{w, nil, false, true}, // won
	} {
		p := analysis.Position{Verdict: c.position}
		for _, v := range c.moves {
			p.Moves = append(p.Moves, analysis.Move{Verdict: v})
		}
		if only, ok := p.Only(); only != c.only || ok != c.ok {
			t.Errorf("%s, %v: %t, %t", c.position, c.moves, only, ok)
		}
	}
}

// TestLostAt checks that a move lost a game only if the verdicts of the plies before and after it
// are known.
func TestLostAt(t *testing.T) {
	for _, c := range []struct {
		winnable, unwinnable int
		ok                   bool
	}{{2, 3, true}, {1, 3, false}, {-1, 0, false}, {4, 5, false}, {0, 1, true}} {
		p := analysis.Played{Plies: 5, Winnable: c.winnable, Unwinnable: c.unwinnable}
		if at, ok := p.LostAt(); ok != c.ok || ok && at != c.unwinnable {
			t.Errorf("%+v: %d, %t", c, at, ok)
		}
	}
}

// endless is an engine that searches until its clock ends.
type endless struct{}

func (endless) Solve(clock *solver.Clock, _ *solver.Problem, _ solver.Budget) solver.Result {
	left, _ := clock.Left()
	time.Sleep(left)
	return solver.Stopped(clock)
}

// TestMovesInTime checks that searches leave time to put many moves in order.
func TestMovesInTime(t *testing.T) {
	p := enginetest.Numbered(t, "accordion", "solvitaire:1")
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		found, err := analysis.Moves(solver.NewClock(t.Context()).Within(time.Second), endless{}, p, solver.Budget{})
		left := time.Second - time.Since(began)
		if want := time.Duration(len(found.Moves)) * 5 * time.Microsecond; err != nil || found.Reason != solver.Deadline || left != want {
			t.Errorf("%s (%s, %v) with %v left, want %v for %d moves", found.Verdict, found.Reason, err, left, want, len(found.Moves))
		}
	})
}

// exhausted is an engine that never has enough memory.
type exhausted struct{ asked []solver.ID }

func (e *exhausted) Solve(_ *solver.Clock, p *solver.Problem, _ solver.Budget) solver.Result {
	e.asked = append(e.asked, p.ID())
	return solver.Result{Verdict: solver.Unknown, Reason: solver.Memory, Engine: "exhausted"}
}

// TestMemory checks that a position for which memory is too small is searched once, and that the
// reason is reported.
func TestMemory(t *testing.T) {
	p := enginetest.Numbered(t, "free-cell", "microsoft:1")
	e := &exhausted{}
	found, err := analysis.Moves(nil, e, p, solver.Budget{})
	if err != nil || found.Verdict != solver.Unknown || found.Reason != solver.Memory {
		t.Errorf("%s because %q, %v", found.Verdict, found.Reason, err)
	}
	for _, m := range found.Moves {
		if m.Reason != solver.Memory {
			t.Errorf("%s: unknown because %q", m.Move, m.Reason)
		}
	}
	slices.Sort(e.asked)
	if n := len(e.asked); n < 2 || len(slices.Compact(e.asked)) < n {
		t.Errorf("some of %d searches are repeated", n)
	}
	e.asked = nil
	played, err := analysis.Game(nil, e, p, [][]game.Move{{found.Moves[0].Move}}, solver.Budget{})
	if err != nil || played.Reason != solver.Memory || len(e.asked) != 2 {
		t.Errorf("%+v after %d searches, %v", played, len(e.asked), err)
	}
}

// knowing is an engine that knows verdicts and finds none. A search ends with its clock, or with its
// states.
type knowing struct {
	known    map[solver.ID]solver.Result
	recalled int
}

func (e *knowing) Solve(clock *solver.Clock, _ *solver.Problem, b solver.Budget) solver.Result {
	if left, ends := clock.Left(); ends {
		time.Sleep(left)
		return solver.Stopped(clock)
	}
	return solver.Result{Verdict: solver.Unknown, Reason: solver.States, Engine: "knowing", States: b.States}
}

func (e *knowing) Recall(_ *solver.Clock, p *solver.Problem) (solver.Result, bool) {
	e.recalled++
	r, known := e.known[p.ID()]
	return r, known
}

// TestRecall analyses a game after whose first search the time or the states are over. The verdicts of
// plies in its middle are known.
func TestRecall(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:2")
	engine := portfolio.New(64 << 20)
	line := p.ToAsked(engine.Solve(nil, p, solver.Budget{}).Solution)
	asked := p.Asked()
	table := game.New(p.Rules(), &asked)
	var plies []*solver.Problem
	for _, m := range line[:13] {
		plies = append(plies, solver.NewProblem(*p.Rules(), table.Position()))
		table.Do(m)
	}
	last := map[solver.ID]solver.Result{plies[12].ID(): engine.Solve(nil, plies[12], solver.Budget{})} // searched in vain
	won := map[solver.ID]solver.Result{plies[6].ID(): engine.Solve(nil, plies[6], solver.Budget{})}
	lost := map[solver.ID]solver.Result{plies[5].ID(): {Verdict: solver.Unwinnable, Engine: "knowing"}} // as if it were
	timed := solver.NewClock(t.Context()).Within(time.Millisecond)
	for name, test := range map[string]struct {
		clock  *solver.Clock
		known  map[solver.ID]solver.Result
		ply    int
		want   solver.Verdict
		reason solver.Reason
	}{
		"won, no time":    {timed, won, 6, solver.Winnable, solver.Deadline},
		"won, no states":  {nil, won, 6, solver.Winnable, solver.States},
		"last, no states": {nil, last, 12, solver.Winnable, solver.States},
		"lost, no time":   {timed, lost, 5, solver.Unwinnable, solver.Deadline},
		"lost, no states": {nil, lost, 5, solver.Unwinnable, solver.States},
	} {
		e := &knowing{known: test.known}
		got, err := analysis.Game(test.clock, e, p, singly(line[:12]), solver.Budget{States: 10})
		if err != nil || got.Verdict(test.ply) != test.want || got.Verdict(12) == solver.Unknown && got.Reason != test.reason || e.recalled > 13 {
			t.Errorf("%s: %+v after %d lookups, %v", name, got, e.recalled, err)
		}
	}
	// Of a long game a bounded number of plies is looked up.
	var long [][]game.Move
	table = game.New(p.Rules(), &asked)
	for range 3000 {
		i := slices.IndexFunc(table.Legal(), func(m game.Move) bool { return m.Action == game.Draw || m.Action == game.Redeal })
		m := table.Legal()[i]
		table.Do(m)
		long = append(long, []game.Move{m})
	}
	e := &knowing{known: won}
	if _, err := analysis.Game(nil, e, p, long, solver.Budget{States: 10}); err != nil || e.recalled < 100 || e.recalled > 300 {
		t.Errorf("%d lookups, %v", e.recalled, err)
	}
}

// TestEqualLines checks that, of moves with lines of the same length, the one with which a line
// begins as found comes first.
func TestEqualLines(t *testing.T) {
	pairs := 0
	for _, seed := range []string{"solvitaire:2", "solvitaire:6", "solvitaire:9"} {
		found, err := analysis.Moves(nil, portfolio.New(64<<20), enginetest.Numbered(t, "klondike", seed), solver.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(found.Moves); i++ {
			a, b := &found.Moves[i-1], &found.Moves[i]
			if b.Verdict != solver.Winnable || game.Length(a.Line) < game.Length(b.Line) {
				continue
			}
			if pairs++; a.Order && !b.Order {
				t.Errorf("%s: %s before %s", seed, a.Move, b.Move)
			}
		}
	}
	if pairs == 0 {
		t.Error("no two lines are as long")
	}
}

// asks counts the calls of an engine.
type asks struct {
	solver.Engine
	n int
}

func (e *asks) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	e.n++
	return e.Engine.Solve(clock, p, b)
}

// TestLineAnswers checks how few searches a game takes that follows a winning line: none if it
// was won; two if it then made a losing move, for the last ply and the deal, and one for a
// shorter line.
func TestLineAnswers(t *testing.T) {
	e := &asks{Engine: portfolio.New(64 << 20)}
	p := enginetest.Numbered(t, "klondike", "solvitaire:2")
	line := p.ToAsked(e.Engine.Solve(nil, p, solver.Budget{States: 2000, Objective: solver.FirstSolution}).Solution)
	won, err := analysis.Game(nil, e, p, singly(line), solver.Budget{})
	if err != nil || e.n != 0 || won.Winnable != len(line) || won.Unwinnable != won.Plies || won.Reason != solver.NoReason {
		t.Errorf("a game that was won: %+v after %d questions, %v", won, e.n, err)
	}
	asked := p.Asked()
	table := game.New(p.Rules(), &asked)
	tested := 0
	for i, m := range line {
		found, err := analysis.Moves(nil, e.Engine, solver.NewProblem(*p.Rules(), table.Position()), solver.Budget{States: 1_000_000})
		if err != nil {
			t.Fatal(err)
		}
		if last := found.Moves[len(found.Moves)-1]; i > 10 && last.Verdict == solver.Unwinnable {
			e.n = 0
			played := append(slices.Clone(line[:i]), last.Move)
			got, err := analysis.Game(nil, e, p, singly(played), solver.Budget{})
			if at, known := got.LostAt(); err != nil || !known || at != i+1 || e.n > 3 {
				t.Errorf("lost by move %d: %d, %t after %d questions, %v", i+1, at, known, e.n, err)
			}
			if tested++; tested == 3 {
				break
			}
		}
		table.Do(m)
	}
	if tested == 0 {
		t.Error("no move of this deal loses")
	}
}
