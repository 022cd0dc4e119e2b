package portfolio

import (
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/search"
)

// share is the part of a budget that goes to the streamlined search: one in so
// many.
const share = 10

// boundless is the streamlined search's budget of states where the whole has none,
// neither of states nor of time.
const boundless = 1 << 20

// Portfolio runs the engines. It implements solver.Engine.
type Portfolio struct {
	streamlined *search.Engine
	complete    *search.Engine
}

// New makes a portfolio whose engines share at most so many bytes of tables and
// stacks. Techniques without are switched off, for comparisons.
func New(bytes int64, without ...Technique) *Portfolio {
	streamlined, complete := search.Streamlined, search.Complete
	for _, t := range without {
		t.off(&streamlined)
		t.off(&complete)
	}
	memory := search.NewMemory(bytes)
	return &Portfolio{search.New(memory, streamlined), search.New(memory, complete)}
}

// Solve runs the streamlined search and, if it does not win, the complete one.
func (f *Portfolio) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	if !f.streamlined.Incomplete(p) {
		return f.complete.Solve(ctx, p, b)
	}
	first := f.firstTry(ctx, p, b)
	if first.Verdict != solver.Unknown {
		return first
	}
	if b.States > 0 {
		if b.States -= first.States; b.States <= 0 {
			first.Because = solver.States
			return first
		}
	}
	if because := solver.Stop(ctx); because != solver.Nothing {
		first.Because = because
		return first
	}
	result := f.complete.Solve(ctx, p, b)
	result.States += first.States
	return result
}

// firstTry is the streamlined search. With a budget of states its share is
// counted in states alone, so that the course of the whole does not depend on the
// machine's speed.
func (f *Portfolio) firstTry(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	deadline, timed := ctx.Deadline()
	switch {
	case b.States > 0:
		b.States = max(1, b.States/share)
	case timed:
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/share)
		defer cancel()
	default:
		b.States = boundless
	}
	return f.streamlined.Solve(ctx, p, b)
}
