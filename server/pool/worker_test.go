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

// A job whose context ends while a worker takes it costs no search.
func TestJobThatIsOverIsSkipped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o := search(unasked{t}, &job{ctx: ctx})
	if o.result.Because != solver.Cancelled || o.searched || o.elapsed != 0 || o.err != nil {
		t.Errorf("outcome %+v", o)
	}
}
