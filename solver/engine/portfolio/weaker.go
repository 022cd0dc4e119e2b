package portfolio

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// freeStock returns the same problem with the stock turned card by card; false unless it is
// turned by more, with unlimited redeals. If that can't be won, the problem can't be won. Then
// every card of the stock is available at any time, which allows dominances that can make the
// proof quicker (Blake & Gent, section 6).
func freeStock(p *solver.Problem) (relation.Relative, bool) {
	r := *p.Rules()
	if !r.Waste() || r.Stock.Redeals != rules.Unlimited {
		return relation.Relative{}, false
	}
	r.Stock.Count = 1
	return relation.Under(p, &r)
}

// underWeaker searches the problem of freeStock, if there is one. That is made only now, because
// most problems are decided by earlier tries.
func (f *Portfolio) underWeaker(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	weaker, ok := freeStock(p)
	if !ok {
		return solver.Result{Verdict: solver.Unknown}
	}
	result := relaxed.of(f.complete).under(weaker)(clock, p, b)
	if result.Verdict == solver.Unwinnable {
		result.Passes = []solver.Pass{{Name: result.Engine + ", the stock turned card by card", States: result.States}}
	}
	return result
}

// under makes a try search a related problem, and uses only the verdict there that holds for the
// original problem too.
func (t try) under(related relation.Relative) try {
	return func(clock *solver.Clock, _ *solver.Problem, b solver.Budget) solver.Result {
		result := t(clock, related.Problem, b)
		if result.Verdict != related.Verdict {
			return solver.Result{Verdict: solver.Unknown, Reason: solver.States, Engine: result.Engine, States: result.States}
		}
		return related.Infer(result)
	}
}
