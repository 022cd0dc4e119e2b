package pool

import (
	"context"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

type unasked struct{ t *testing.T }

func (e unasked) Solve(context.Context, *solver.Problem, solver.Budget) solver.Result {
	e.t.Error("the engine was asked")
	return solver.Result{}
}

// A job that is over when a worker takes it costs no search.
func TestJobThatIsOverIsSkipped(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct{ job, pool context.Context }{
		"its context has ended":  {over, context.Background()},
		"the pool waits no more": {context.Background(), over},
	} {
		p := &Pool{life: c.pool}
		o := p.search(unasked{t}, &job{ctx: c.job, task: func(e solver.Engine) solver.Result { return e.Solve(c.job, nil, solver.Budget{}) }})
		if o.result.Reason != solver.Cancelled || o.searched || o.elapsed != 0 || o.err != nil {
			t.Errorf("%s: outcome %+v", name, o)
		}
	}
}
