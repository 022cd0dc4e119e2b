package portfolio

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// heap is the same problem with the stock turned card by card, where it is turned by
// more and as often as one likes. What can't be won so can't be won at all, and a
// stock that is nothing but a heap of cards allows dominances that make this the
// quicker proof at times (Blake & Gent, section 6).
func heap(p *solver.Problem) (relation.Relative, bool) {
	r := *p.Rules()
	if !r.Waste() || r.Stock.Redeals != rules.Unlimited {
		return relation.Relative{}, false
	}
	r.Stock.Count = 1
	return relation.Under(p, &r)
}

// underWeaker searches the problem as a heap, if it can be one. Most problems are
// decided before it comes to that, so the heap is made no earlier.
func (f *Portfolio) underWeaker(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	weaker, ok := heap(p)
	if !ok {
		return solver.Result{Verdict: solver.Unknown}
	}
	result := relaxed.of(f.complete).under(weaker)(ctx, p, b)
	if result.Verdict == solver.Unwinnable {
		result.Passes = []solver.Pass{{Name: result.Engine + ", the stock turned card by card", States: result.States}}
	}
	return result
}

// under makes a try search a related problem instead, and believes only the verdict
// there that is one of the problem too.
func (t try) under(related relation.Relative) try {
	return func(ctx context.Context, _ *solver.Problem, b solver.Budget) solver.Result {
		result := t(ctx, related.Problem, b)
		if result.Verdict != related.Verdict {
			return solver.Result{Verdict: solver.Unknown, Reason: solver.States, Engine: result.Engine, States: result.States}
		}
		return related.Infer(result)
	}
}
