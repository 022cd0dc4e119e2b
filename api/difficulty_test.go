package api

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// grader returns a Measurer with an engine of its own.
func grader() deals.Measurer {
	e := portfolio.New(1 << 26)
	return deals.Measurer{
		Judge: judge(func(ctx context.Context, p *solver.Problem, b solver.Budget, _ bool) (solver.Answer, error) {
			return solver.Answer{Result: e.Solve(solver.NewClock(ctx), p, b), Source: solver.FromSearch}, nil
		}),
		Engines: lender(func(ctx context.Context, _ *solver.Problem, task func(*solver.Clock, solver.Engine)) error {
			task(solver.NewClock(ctx), e)
			return ctx.Err()
		}),
	}
}

// TestDifficulty grades deals as the pools do: along the line that the fixed budget finds.
func TestDifficulty(t *testing.T) {
	m := grader()
	for _, q := range []struct {
		deal   string
		game   string // whose measure is used
		graded bool
	}{
		{`"game":"klondike","seed":"solvitaire:6"`, "klondike", true},
		{`"game":"golf","seed":"solvitaire:1"`, "golf", true},
		{`"game":"golf-wrap","seed":"solvitaire:1"`, "golf-wrap", false},
	} {
		a, err := deals.Difficulty(t.Context(), time.Now(), []byte("{"+q.deal+`,"deadline_ms":60000}`), m, options().Limits)
		if err != nil {
			t.Fatal(err)
		}
		name, seed, _ := strings.Cut(strings.NewReplacer(`"game":"`, "", `","seed":"`, " ", `"`, "").Replace(q.deal), " ")
		_, p, err := deals.Deal(name, seed)
		if err != nil {
			t.Fatal(err)
		}
		e := portfolio.New(1 << 26)
		line := e.Solve(nil, p, solver.Budget{States: difficulty.States}).Solution
		want, err := difficulty.MethodOf(q.game).Measure(nil, e, p, line)
		if err != nil {
			t.Fatal(err)
		}
		if a.ID != p.ID() || a.Verdict != solver.Winnable || a.Score == nil || *a.Score != want.Score || *a.Length != game.Length(line) || *a.Measure != want.Method {
			t.Errorf("%s: %s", q.deal, reply.JSON(a))
		}
		if (a.Grade != nil) != q.graded || q.graded && !slices.Contains(request.Difficulties, *a.Grade) {
			t.Errorf("%s: %s", q.deal, reply.JSON(a))
		}
		if a.Components == nil || a.Components.Line == nil || a.Components.Decisions != want.Decisions || len(a.Warnings) > 0 {
			t.Errorf("%s: %s", q.deal, reply.JSON(a))
		}
	}
}

// TestDifficultyInTheMiddle gives a score, but no grade, to a position in the middle of a game, and
// both to the cards of a whole deal.
func TestDifficultyInTheMiddle(t *testing.T) {
	m := grader()
	_, p, err := deals.Deal("klondike", "solvitaire:2")
	if err != nil {
		t.Fatal(err)
	}
	position := p.Asked()
	table := game.New(p.Rules(), &position)
	for moves := range 2 {
		after := table.Position()
		body := fmt.Sprintf(`{"game":"klondike","deal":%s,"deadline_ms":60000}`, after.Document(p.Rules()))
		a, err := deals.Difficulty(t.Context(), time.Now(), []byte(body), m, options().Limits)
		if err != nil || a.Score == nil || len(a.Position) == 0 {
			t.Fatalf("%v: %s", err, reply.JSON(a))
		}
		if whole := moves == 0; (a.Grade != nil) != whole || (len(a.Warnings) == 0) != whole {
			t.Errorf("after %d moves: %s", moves, reply.JSON(a))
		}
		table.Do(game.Move{Action: game.Draw, Count: 3})
	}
}

// TestDifficultyLate answers with the verdict alone if no engine is free in time.
func TestDifficultyLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := grader()
		m.Engines = lender(func(ctx context.Context, _ *solver.Problem, _ func(*solver.Clock, solver.Engine)) error {
			<-ctx.Done()
			return ctx.Err()
		})
		a, err := deals.Difficulty(t.Context(), time.Now(), []byte(`{"game":"klondike","seed":"solvitaire:2","deadline_ms":50}`), m, options().Limits)
		if err != nil || a.Verdict != solver.Winnable || a.Score != nil || a.Grade != nil || a.Components != nil || len(a.Warnings) != 1 {
			t.Errorf("%v: %s", err, reply.JSON(a))
		}
	})
}
