package pool

import (
	"context"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

type unused struct{ t *testing.T }

func (e unused) Solve(*solver.Clock, *solver.Problem, solver.Budget) solver.Result {
	e.t.Error("the engine was called")
	return solver.Result{}
}

// TestJobThatIsOverIsSkipped checks that a job whose clock has ended is not searched.
func TestJobThatIsOverIsSkipped(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct{ job, pool context.Context }{
		"its clock has ended": {over, context.Background()},
		"the pool is closed":  {context.Background(), over},
	} {
		p := &Pool{life: c.pool}
		o := p.search(unused{t}, &job{clock: solver.NewClock(c.job), task: func(clock *solver.Clock, e solver.Engine) {
			e.Solve(clock, nil, solver.Budget{})
		}})
		if o.result.Reason != solver.Cancelled || o.searched || o.spent != (Time{}) || o.err != nil {
			t.Errorf("%s: outcome %+v", name, o)
		}
	}
}
