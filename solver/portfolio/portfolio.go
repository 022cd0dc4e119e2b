package portfolio

import (
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/accordion"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/freecell"
	"github.com/thoughtful-solitaire/thoughtful/solver/gaps"
	"github.com/thoughtful-solitaire/thoughtful/solver/hole"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
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
	hole        *hole.Engine
	freecell    *freecell.Engine // nil if it is switched off
	accordion   *accordion.Engine
	gaps        *gaps.Engine
}

// New makes a portfolio whose engines share at most so many bytes of tables and
// stacks. Techniques without are switched off, for comparisons.
func New(bytes int64, without ...Technique) *Portfolio {
	streamlined := techniques{search: search.Streamlined, freecell: freecell.All}
	complete := techniques{search: search.Complete}
	for _, t := range without {
		switches[t](&streamlined)
		switches[t](&complete)
	}
	memory := arena.New(bytes)
	f := &Portfolio{
		streamlined: search.New(memory, streamlined.search),
		complete:    search.New(memory, complete.search),
		hole:        hole.New(memory),
		accordion:   accordion.New(memory, accordion.Everything),
		gaps:        gaps.New(memory),
	}
	if !streamlined.noFreecell {
		f.freecell = freecell.New(memory, streamlined.freecell)
	}
	return f
}

// Solve runs the engine that plays the problem's family of games, and where there is
// none, or it runs out of memory, the general one.
func (f *Portfolio) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	switch {
	case hole.Handles(p):
		return f.hole.Solve(ctx, p, b)
	case accordion.Handles(p):
		return f.accordion.Solve(ctx, p, b)
	case gaps.Handles(p):
		return f.gaps.Solve(ctx, p, b)
	case f.freecell != nil && freecell.Handles(p) && p.Rules().Tableau.Spaces == rules.SpacesAny && p.Rules().Cells.Count > 0:
		first := f.freecell.Solve(ctx, p, b)
		if first.Because != solver.Memory {
			return first
		}
		return f.after(ctx, first, b, func(b solver.Budget) solver.Result { return f.general(ctx, p, b) })
	default:
		return f.general(ctx, p, b)
	}
}

// general runs the general engine: the streamlined search and, if it does not win,
// the complete one.
func (f *Portfolio) general(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	if !f.streamlined.Incomplete(p) {
		return f.complete.Solve(ctx, p, b)
	}
	first := f.firstTry(ctx, p, b)
	if first.Verdict != solver.Unknown {
		return first
	}
	return f.after(ctx, first, b, func(b solver.Budget) solver.Result { return f.complete.Solve(ctx, p, b) })
}

// after goes on after a search that found nothing, with what it left of the budget.
func (f *Portfolio) after(ctx context.Context, first solver.Result, b solver.Budget, then func(solver.Budget) solver.Result) solver.Result {
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
	result := then(b)
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
