package player_test

import (
	"context"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// tireless is an engine that ignores the clock of a search, as engines do on easy deals. It
// ends the test's clock during one of its searches.
type tireless struct {
	solver.Engine
	end    context.CancelFunc
	before int // searches before the clock ends
	after  int // searches after that
}

func (e *tireless) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	if clock.Err() != nil {
		e.after++
	} else if e.before--; e.before == 0 {
		e.end()
	}
	return e.Engine.Solve(nil, p, b)
}

// TestStopping ends the clock of players that make many searches. They must not start another
// one.
func TestStopping(t *testing.T) {
	engine := portfolio.New(1 << 24)
	r, from := player.Dealt(t, "yukon", 3)
	for name, think := range map[string]func(*solver.Clock, solver.Engine){
		"advice": func(clock *solver.Clock, e solver.Engine) {
			s := player.Observe(r, &from, player.StockSeen)
			if a := player.Advise(clock, &s, nil, 20, 1, e); len(a.Moves) == 0 || a.Samples > 5 {
				t.Errorf("%d moves on %d deals", len(a.Moves), a.Samples)
			}
		},
		"hindsight": func(clock *solver.Clock, e solver.Engine) {
			o := player.Hindsight.Defaults()
			played := player.Play(clock, player.Hindsight.Sees(o), player.Hindsight.New(1, o, e), r, &from)
			if played.Ending != player.Stopped {
				t.Errorf("hindsight: %s", played.Ending)
			}
		},
		"foresight": func(clock *solver.Clock, e solver.Engine) {
			o := player.Foresight.Defaults()
			played := player.Play(clock, player.Foresight.Sees(o), player.Foresight.New(1, o, e), r, &from)
			if played.Ending != player.Stopped {
				t.Errorf("foresight: %s", played.Ending)
			}
		},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		e := &tireless{Engine: engine, end: cancel, before: 5}
		if think(solver.NewClock(ctx), e); ctx.Err() == nil || e.after > 0 {
			t.Errorf("%s: %d searches after the end of the clock (%v)", name, e.after, ctx.Err())
		}
		cancel()
	}
}
