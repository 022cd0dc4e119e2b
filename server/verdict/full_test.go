package verdict_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// TestFullLooksNothingUp asks a hundred questions at once of a pool with one worker and two places,
// while looking one up takes a while. As many as there are places are looked up and searched for; the
// others are refused at once. What this process knows is answered all the same, and who asks what is
// being searched for waits for that search.
func TestFullLooksNothingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		workers := pool.New(pool.Options{Observer: noObserver{}, Workers: 1, Queue: 2, NewEngine: func() solver.Engine {
			return engine(func(clock *solver.Clock, p *solver.Problem, budget solver.Budget) solver.Result {
				result, _ := takes(time.Second, lost)(clock, p, budget)
				return result
			})
		}})
		b := open(t, nil, func(o *verdict.Options) { o.Solver, o.Cache = workers, nil })
		known := newProblem(t, 1)
		if err := b.near.Put(t.Context(), record(known, won(t, known), time.Second)); err != nil {
			t.Fatal(err)
		}
		b.store.set(nil, 50*time.Millisecond)

		first := b.asks(within(time.Minute), newProblem(t, 2), solver.Budget{}, false)
		time.Sleep(100 * time.Millisecond) // it is looked up, and searched for
		began := time.Now()
		var replies []<-chan reply
		for n := range uint64(100) {
			replies = append(replies, b.asks(within(time.Minute), newProblem(t, 3+n), solver.Budget{}, false))
		}
		synctest.Wait()
		joined := b.asks(within(time.Minute), newProblem(t, 2), solver.Budget{}, false)
		if a := b.ask(t, within(time.Minute), known, solver.Budget{}); a.Source != solver.FromCache || !time.Now().Equal(began) {
			t.Errorf("what is known is answered from %s after %v", a.Source, time.Since(began))
		}
		refused := 0
		for _, answers := range replies {
			r := <-answers
			var busy *pool.Busy
			switch {
			case r.err == nil && r.Verdict == solver.Unwinnable:
			case errors.As(r.err, &busy) && r.at.Equal(began):
				refused++
			default:
				t.Errorf("%+v after %v", r, r.at.Sub(began))
			}
		}
		if looked := b.store.asked(); refused != 98 || looked != 3 {
			t.Errorf("%d of 100 were refused, and %d problems looked up", refused, looked)
		}
		for _, answers := range []<-chan reply{first, joined} {
			if r := <-answers; r.err != nil || r.Verdict != solver.Unwinnable {
				t.Errorf("the first question: %+v", r)
			}
		}
		b.close(t)
		if err := workers.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
}
