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
	"github.com/thoughtful-solitaire/thoughtful/solver/shorten"
	"github.com/thoughtful-solitaire/thoughtful/solver/spider"
)

// A share is the part of a budget that goes to the engine that tries first: so many
// parts of twenty.
type share int64

const (
	streamlined share = 2
	beams       share = 15
)

func (s share) of(budget int64) int64 {
	n := int64(s)
	return budget/20*n + budget%20*n/20
}

// boundless is the first engine's budget of states where the whole has none, neither
// of states nor of time.
const boundless = 1 << 20

// Portfolio runs the engines. It implements solver.Engine.
type Portfolio struct {
	streamlined *search.Engine
	complete    *search.Engine
	hole        *hole.Engine
	freecell    *freecell.Engine // nil if it is switched off
	accordion   *accordion.Engine
	gaps        *gaps.Engine
	spider      *spider.Engine
	asFound     bool // solutions are not shortened
}

// New makes a portfolio whose engines share at most so many bytes of tables and
// stacks. Techniques without are switched off, for comparisons.
func New(bytes int64, without ...Technique) *Portfolio {
	first := techniques{search: search.Streamlined, freecell: freecell.All}
	complete := techniques{search: search.Complete}
	for _, t := range without {
		switches[t](&first)
		switches[t](&complete)
	}
	memory := arena.New(bytes)
	f := &Portfolio{
		streamlined: search.New(memory, first.search),
		complete:    search.New(memory, complete.search),
		hole:        hole.New(memory),
		accordion:   accordion.New(memory, accordion.Everything),
		gaps:        gaps.New(memory),
		spider:      spider.New(memory),
		asFound:     first.asFound,
	}
	if !first.noFreecell {
		f.freecell = freecell.New(memory, first.freecell)
	}
	return f
}

// Solve searches, and shortens the solution if there is one.
func (f *Portfolio) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	result := f.Search(ctx, p, b)
	f.Shorten(ctx, p, &result)
	return result
}

// Shorten makes the solution of a result shorter.
func (f *Portfolio) Shorten(ctx context.Context, p *solver.Problem, r *solver.Result) {
	if r.Verdict == solver.Winnable && !f.asFound {
		r.Solution = shorten.Line(ctx, p, r.Solution)
	}
}

// Search runs the engine that plays the problem's family of games, and where there is
// none, or it runs out of memory, the general one. It leaves a solution as the
// engine found it.
func (f *Portfolio) Search(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
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
	case spider.Handles(p):
		return f.thenComplete(ctx, p, b, f.spider, beams)
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
	return f.thenComplete(ctx, p, b, f.streamlined, streamlined)
}

// thenComplete has another engine try first, for its share of the budget, and then
// the complete search.
func (f *Portfolio) thenComplete(ctx context.Context, p *solver.Problem, b solver.Budget, e solver.Engine, s share) solver.Result {
	first := firstTry(ctx, p, b, e, s)
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

// firstTry is the search of an engine that can't say that a position can't be won.
// With a budget of states its share is counted in states alone, so that the course of
// the whole does not depend on the machine's speed.
func firstTry(ctx context.Context, p *solver.Problem, b solver.Budget, e solver.Engine, s share) solver.Result {
	deadline, timed := ctx.Deadline()
	switch {
	case b.States > 0:
		b.States = max(1, s.of(b.States))
	case timed:
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(s.of(int64(time.Until(deadline)))))
		defer cancel()
	default:
		b.States = boundless
	}
	return e.Solve(ctx, p, b)
}
