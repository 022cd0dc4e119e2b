package player_test

import (
	"context"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// tireless is an engine that ignores the context of a search, as engines do on easy deals. It
// cancels the test's context during one of its searches.
type tireless struct {
	solver.Engine
	end    context.CancelFunc
	before int // searches before the context ends
	after  int // searches after that
}

func (e *tireless) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	if ctx.Err() != nil {
		e.after++
	} else if e.before--; e.before == 0 {
		e.end()
	}
	return e.Engine.Solve(context.WithoutCancel(ctx), p, b)
}

// TestStopping ends the context of players that make many searches. They must not start another
// one.
func TestStopping(t *testing.T) {
	engine := portfolio.New(1 << 24)
	r, from := lay(t, "yukon", 3)
	for name, think := range map[string]func(context.Context, solver.Engine){
		"advice": func(ctx context.Context, e solver.Engine) {
			s := player.Observe(r, &from, player.StockSeen)
			if a := player.Advise(ctx, &s, nil, 20, 1, e); len(a.Moves) == 0 || a.Samples > 5 {
				t.Errorf("%d moves on %d deals", len(a.Moves), a.Samples)
			}
		},
		"hindsight": func(ctx context.Context, e solver.Engine) {
			o := player.Hindsight.Defaults()
			played := player.Play(ctx, player.Hindsight.Sees(o), player.Hindsight.New(1, o, e), r, &from)
			if played.Ending != player.Stopped {
				t.Errorf("hindsight: %s", played.Ending)
			}
		},
		"foresight": func(ctx context.Context, e solver.Engine) {
			o := player.Foresight.Defaults()
			played := player.Play(ctx, player.Foresight.Sees(o), player.Foresight.New(1, o, e), r, &from)
			if played.Ending != player.Stopped {
				t.Errorf("foresight: %s", played.Ending)
			}
		},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		e := &tireless{Engine: engine, end: cancel, before: 5}
		if think(ctx, e); ctx.Err() == nil || e.after > 0 {
			t.Errorf("%s: %d searches after the end of the context (%v)", name, e.after, ctx.Err())
		}
		cancel()
	}
}
