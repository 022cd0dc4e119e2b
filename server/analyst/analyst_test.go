package analyst_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/analyst"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// pool lends one engine, or gives an error.
type pool struct {
	engine solver.Engine
	err    error
}

func (p pool) Do(ctx context.Context, _ *solver.Problem, task func(*solver.Clock, solver.Engine)) error {
	if p.err == nil {
		task(solver.NewClock(ctx), p.engine)
	}
	return p.err
}

// memory keeps results as they come, if they win.
type memory struct {
	kept   map[solver.ID]solver.Result
	hits   int
	stored []solver.ID
	asked  map[bool]int // far or near
	reject error
}

func (m *memory) Know(_ context.Context, p *solver.Problem, far bool) (solver.Result, bool) {
	m.asked[far]++
	r, known := m.kept[p.ID()]
	if known {
		m.hits++
	}
	return r, known
}

func (m *memory) Keep(p *solver.Problem, r solver.Result, _ time.Duration) error {
	if m.reject != nil {
		return m.reject
	}
	m.kept[p.ID()] = r
	return r.Verify(p)
}

func (m *memory) Store(_ context.Context, p *solver.Problem, r solver.Result, elapsed time.Duration) error {
	m.stored = append(m.stored, p.ID())
	return m.Keep(p, r, elapsed)
}

func remembers() *memory {
	return &memory{kept: map[solver.ID]solver.Result{}, asked: map[bool]int{}}
}

// counting counts the searches of an engine.
type counting struct {
	solver.Engine
	searches int
}

func (c *counting) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	c.searches++
	return c.Engine.Solve(clock, p, b)
}

// TestFollowingFirstMoves wins a game by first moves, with a line that is searched for
// once and remembered from then on. A redeal in Monte Carlo may change nothing.
func TestFollowingFirstMoves(t *testing.T) {
	for _, game := range []string{"klondike", "monte-carlo"} {
		t.Run(game, func(t *testing.T) { followFirstMoves(t, enginetest.Numbered(t, game, "solvitaire:2")) })
	}
}

func followFirstMoves(t *testing.T, p *solver.Problem) {
	engine, near := &counting{Engine: portfolio.New(64 << 20)}, remembers()
	a := analyst.New(pool{engine: engine}, near)
	last := 1 << 20
	for moves := 0; ; moves++ {
		hits := near.hits
		found, err := a.Moves(context.Background(), p, solver.Budget{})
		if err != nil || found.Verdict != solver.Winnable {
			t.Fatalf("after %d moves: %s, %v", moves, found.Verdict, err)
		}
		asked := p.Asked()
		table := game.New(p.Rules(), &asked)
		if table.Won() {
			break
		}
		if moves > 0 && len(found.Line) > 1 && near.hits == hits {
			t.Errorf("after %d moves the line was forgotten", moves)
		}
		if left := len(found.Line); left >= last {
			t.Fatalf("after %d moves %d are left, and %d were before", moves, left, last)
		} else {
			last = left
		}
		table.Do(found.Moves[0].Move)
		p = solver.NewProblem(*p.Rules(), table.Position())
	}
	if near.asked[true] == 0 || near.asked[false] == 0 {
		t.Errorf("memory was asked %v", near.asked)
	}
	for id, r := range near.kept {
		if r.Verdict == solver.Unknown {
			t.Errorf("%s is kept as unknown", id)
		}
	}
}

// TestNobodyFree answers in time, with nothing known, when no engine is to be had.
func TestNobodyFree(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:2")
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for name, ctx := range map[string]context.Context{"the caller's time is up": over, "the pool's time is up": context.Background()} {
		a := analyst.New(pool{err: context.Canceled}, remembers())
		found, err := a.Moves(ctx, p, solver.Budget{})
		if err != nil || found.Verdict != solver.Unknown || found.Reason != solver.Cancelled || len(found.Moves) == 0 || !found.Unsearched {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
		for _, m := range found.Moves {
			if m.Verdict != solver.Unknown || m.Reason != solver.Cancelled {
				t.Errorf("%s: %s is %s because %q", name, m.Move, m.Verdict, m.Reason)
			}
		}
		played, err := a.Game(ctx, p, [][]game.Move{{{Action: game.Draw, Count: 3}}}, solver.Budget{})
		if err != nil || played.Verdict(0) != solver.Unknown || played.Reason != solver.Cancelled || !played.Unsearched {
			t.Errorf("%s: %+v, %v", name, played, err)
		}
	}
	near := remembers()
	near.kept[p.ID()] = portfolio.New(64<<20).Solve(nil, p, solver.Budget{})
	found, err := analyst.New(pool{err: context.Canceled}, near).Moves(over, p, solver.Budget{})
	if err != nil || found.Verdict != solver.Winnable || found.Moves[0].Verdict != solver.Winnable {
		t.Errorf("of a deal that is remembered: %s, %v", found.Verdict, err)
	}
	steps := [][]game.Move{{{Action: game.Draw, Count: 3}}}
	for name, lent := range map[string]pool{"nobody is free": {err: context.Canceled}, "the time is over when an engine is": {engine: liar{}}} {
		played, err := analyst.New(lent, near).Game(over, p, steps, solver.Budget{})
		if err != nil || played.Verdict(0) != solver.Winnable || len(played.Line) == 0 || played.Unsearched != (lent.err != nil) {
			t.Errorf("a game whose deal is remembered, and %s: %+v, %v", name, played, err)
		}
	}
	// The last ply takes all the time.
	timed, end := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer end()
	played, err := analyst.New(pool{engine: slow{}}, near).Game(timed, p, steps, solver.Budget{})
	if err != nil || played.Verdict(0) != solver.Winnable || played.Verdict(1) != solver.Unknown || played.Reason != solver.Deadline {
		t.Errorf("a game whose deal is remembered, and whose last ply takes all the time: %+v, %v", played, err)
	}
	full := errors.New("full")
	if _, err := analyst.New(pool{err: full}, remembers()).Moves(context.Background(), p, solver.Budget{}); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}

// TestRecalls analyses a game of which a ply in the middle is remembered, when no engine is free and when
// the states are over.
func TestRecalls(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:2")
	asked := p.Asked()
	table := game.New(p.Rules(), &asked)
	engine, near := portfolio.New(64<<20), remembers()
	var steps [][]game.Move
	for i, m := range p.ToAsked(engine.Solve(nil, p, solver.Budget{}).Solution)[:9] {
		if i == 5 {
			ply := solver.NewProblem(*p.Rules(), table.Position())
			near.kept[ply.ID()] = engine.Solve(nil, ply, solver.Budget{})
		}
		table.Do(m)
		steps = append(steps, []game.Move{m})
	}
	for name, lent := range map[string]pool{"no engine is free": {err: context.Canceled}, "no states are left": {engine: spent{}}} {
		played, err := analyst.New(lent, near).Game(context.Background(), p, steps, solver.Budget{States: 1})
		if err != nil || played.Winnable < 5 || len(played.Line) == 0 {
			t.Errorf("%s: %+v, %v", name, played, err)
		}
	}
}

// TestKeepsLine keeps the line of a game for the last winnable plies, if it took long to find, and stores
// one of them, once.
func TestKeepsLine(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:2")
	asked := p.Asked()
	table := game.New(p.Rules(), &asked)
	var (
		steps [][]game.Move
		ids   = []solver.ID{p.ID()}
	)
	for _, m := range p.ToAsked(portfolio.New(64<<20).Solve(nil, p, solver.Budget{}).Solution)[:12] {
		table.Do(m)
		steps = append(steps, []game.Move{m})
		ids = append(ids, solver.NewProblem(*p.Rules(), table.Position()).ID())
	}
	for needs, kept := range map[time.Duration][]solver.ID{time.Second: ids[5:], time.Millisecond: nil} {
		synctest.Test(t, func(t *testing.T) {
			near := remembers()
			a := analyst.New(pool{engine: taking{portfolio.New(64 << 20), needs}}, near)
			for range 2 {
				played, err := a.Game(t.Context(), p, steps, solver.Budget{})
				if err != nil || played.Winnable != 12 {
					t.Fatalf("%+v, %v", played, err)
				}
			}
			if len(near.kept) != len(kept) || len(near.stored) > 1 {
				t.Errorf("%d plies are kept and %d stored after %s", len(near.kept), len(near.stored), needs)
			}
			for i, id := range kept {
				if near.kept[id].Verdict != solver.Winnable {
					t.Errorf("ply %d is not kept", i+5)
				}
			}
			if len(kept) > 0 && !slices.Equal(near.stored, ids[12:]) {
				t.Errorf("%v is stored, want the last ply", near.stored)
			}
		})
	}
}

// taking is an engine with a time that each search takes.
type taking struct {
	solver.Engine
	needs time.Duration
}

func (e taking) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	time.Sleep(e.needs)
	return e.Engine.Solve(clock, p, b)
}

// spent uses its states up.
type spent struct{}

func (spent) Solve(_ *solver.Clock, _ *solver.Problem, b solver.Budget) solver.Result {
	return solver.Result{Verdict: solver.Unknown, Reason: solver.States, Engine: "spent", States: b.States}
}

// slow searches until the time is over.
type slow struct{}

func (slow) Solve(clock *solver.Clock, _ *solver.Problem, _ solver.Budget) solver.Result {
	<-clock.Context().Done()
	return solver.Stopped(clock)
}

// liar says that everything is won without a move.
type liar struct{}

func (liar) Solve(*solver.Clock, *solver.Problem, solver.Budget) solver.Result {
	return solver.Result{Verdict: solver.Winnable, Engine: "liar"}
}

// TestLiar gives an error for what can't be believed, of an engine or of what is to be
// remembered.
func TestLiar(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:2")
	var bad *solver.BadSolution
	a := analyst.New(pool{engine: liar{}}, remembers())
	if _, err := a.Moves(context.Background(), p, solver.Budget{}); !errors.As(err, &bad) {
		t.Errorf("moves: %v", err)
	}
	if _, err := a.Game(context.Background(), p, nil, solver.Budget{}); !errors.As(err, &bad) {
		t.Errorf("a game: %v", err)
	}
	near := remembers()
	near.reject = errors.New("rejected")
	a = analyst.New(pool{engine: portfolio.New(64 << 20)}, near)
	if _, err := a.Moves(context.Background(), p, solver.Budget{}); !errors.Is(err, near.reject) {
		t.Errorf("what the memory rejects: %v", err)
	}
}

// TestAdvise has advice with an engine that is lent, of which nothing is remembered: what
// was guessed of hidden cards is no problem that anybody asked about.
func TestAdvise(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:2")
	asked := p.Asked()
	s := player.Observe(p.Rules(), &asked, player.StockKnown)
	engine, near := portfolio.New(16<<20), remembers()
	got, err := analyst.New(pool{engine: engine}, near).Advise(context.Background(), &s, nil, 6, 3)
	if want := player.Advise(nil, &s, nil, 6, 3, engine); err != nil || !reflect.DeepEqual(got, want) || got.Samples != 6 {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if len(near.kept) > 0 || len(near.asked) > 0 {
		t.Errorf("memory was asked %v and keeps %d results", near.asked, len(near.kept))
	}
	full := errors.New("full")
	if _, err := analyst.New(pool{err: full}, near).Advise(context.Background(), &s, nil, 6, 3); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}
