package pool

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

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

// TestShare has searches that get less than a processor: a paused one, then many because of a
// limit.
func TestShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s share
		search := func(part float64, took time.Duration) {
			time.Sleep(took)
			s.add(time.Duration(part*float64(took)), took)
		}
		want := func(least, most float64) {
			t.Helper()
			if got := s.now(); got < least || got > most {
				t.Errorf("a search has %g of a processor, want %g to %g", got, least, most)
			}
		}
		want(1, 1)
		search(0.1, 10*time.Second)
		want(0.88, 0.99)
		search(1, 10*time.Second)
		want(1, 1)
		for range 100 { // three minutes, in which some seem to have a whole processor
			search(0.4, time.Second)
			search(1, 20*time.Millisecond)
			search(0.4, time.Second)
		}
		want(0.4, 0.42)
		time.Sleep(shareAge + 1)
		want(1, 1)
	})
}
