package campaign_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// ranger counts the deals of workers behind a gate.
type ranger struct {
	all sync.WaitGroup

	mu    sync.Mutex
	deals []int // that each worker has begun
}

// ranges starts workers that do endless ranges, in which a deal takes 10 ms.
func ranges(ctx context.Context, t *testing.T, gate *pool.Gate, workers int) *ranger {
	t.Helper()
	c := kept(t, klondike(t, 1, 1_000_000))
	r := &ranger{deals: make([]int, workers)}
	for i := range workers {
		e := &slow{takes: 10 * time.Millisecond, asks: time.Millisecond, broke: func(*solver.Problem) any {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.deals[i]++
			return nil
		}}
		w := runner.NewWorker(runner.WorkerOptions{Known: &memory{}, Gate: gate, NewEngine: func() solver.Engine { return e }})
		r.all.Go(func() {
			for n := int64(1); ; n += 50 {
				done, err := w.Do(ctx, c, store.Range{Campaign: c.ID, First: n, Last: n + 49})
				if err != nil {
					if ctx.Err() == nil {
						t.Error(err)
					}
					return
				}
				if done.Busy != 500*time.Millisecond || done.Results[0].Elapsed != 10*time.Millisecond {
					t.Errorf("busy for %v without pauses", done.Busy)
				}
			}
		})
	}
	return r
}

// within returns how many deals each worker does in a time.
func (r *ranger) within(d time.Duration) []int {
	r.mu.Lock()
	clear(r.deals)
	r.mu.Unlock()
	time.Sleep(d)
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]int(nil), r.deals...)
}

// kept returns a campaign as the store has it.
func kept(t *testing.T, o campaign.Plan) campaign.Campaign {
	t.Helper()
	m := runner.New(runner.Options{Store: &memory{}, Most: store.Limits{All: 1, Client: 1}})
	defer m.Close(context.Background())
	c, err := m.Create(context.Background(), "", o, job.Webhook{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestGiveWay has different numbers of requests searched beside two workers on two processors.
func TestGiveWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		gate := pool.NewGate(2)
		r := ranges(ctx, t, gate, 2)
		for _, phase := range []struct {
			searching   int
			least, most int // deals of each worker in ten seconds, of 1000
			all         int // of both
		}{
			{0, 995, 1001, 1990},
			{2, 15, 25, 30},    // a short time in each second
			{1, 400, 600, 980}, // they take turns
			{3, 15, 25, 30},    // there may be more workers than processors
			{0, 995, 1001, 1990},
		} {
			gate.Load(phase.searching)
			time.Sleep(2 * time.Second)
			deals := r.within(10 * time.Second)
			for _, n := range deals {
				if n < phase.least || n > phase.most {
					t.Errorf("%d searches for requests: the workers did %d deals", phase.searching, deals)
				}
			}
			if deals[0]+deals[1] < phase.all {
				t.Errorf("%d searches for requests: the workers did %d deals", phase.searching, deals)
			}
		}
		gate.Load(2)
		time.Sleep(10 * time.Second)
		began := time.Now()
		cancel()
		r.all.Wait()
		if took := time.Since(began); took > 2*time.Millisecond {
			t.Errorf("paused workers ended after %v", took)
		}
	})
}

// TestGiveWayAtOnce starts a search for a request. A worker pauses when its engine checks its
// context, and goes on when the search ends.
func TestGiveWayAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := pool.NewGate(1)
		engine := &slow{takes: 100 * time.Millisecond, asks: time.Millisecond}
		w := runner.NewWorker(runner.WorkerOptions{Known: &memory{}, Gate: gate, NewEngine: func() solver.Engine { return engine }})
		c := kept(t, klondike(t, 1, 1))
		began := time.Now()
		time.AfterFunc(50500*time.Microsecond, func() { gate.Load(1) })
		time.AfterFunc(350500*time.Microsecond, func() { gate.Load(0) })
		done, err := w.Do(context.Background(), c, store.Range{Campaign: c.ID, First: 1, Last: 1})
		if took := time.Since(began); err != nil || done.Busy != 100*time.Millisecond || took != 399500*time.Microsecond {
			t.Errorf("busy for %v in %v: %v", done.Busy, took, err)
		}
	})
}

// TestDeadlineMoves gives deals a deadline, which pauses move.
func TestDeadlineMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := pool.NewGate(1)
		engine := &slow{takes: time.Second, asks: time.Millisecond}
		w := runner.NewWorker(runner.WorkerOptions{Known: &memory{}, Gate: gate, NewEngine: func() solver.Engine { return engine }})
		for limit, want := range map[time.Duration]solver.Reason{999 * time.Millisecond: solver.Deadline, 1001 * time.Millisecond: solver.NoReason} {
			c := kept(t, klondike(t, 1, 3, func(o *campaign.Plan) { o.Deadline = limit }))
			began := time.Now()
			for n := range 3 {
				time.AfterFunc(time.Duration(n)*time.Second, func() { gate.Load(1) })
				time.AfterFunc(time.Duration(n)*time.Second+400*time.Millisecond, func() { gate.Load(0) })
			}
			done, err := w.Do(context.Background(), c, store.Range{Campaign: c.ID, First: 1, Last: 3})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range done.Results {
				if r.Elapsed != min(limit, time.Second) || (r.Reason == solver.Deadline) != (want == solver.Deadline) {
					t.Errorf("deadline %v: %+v", limit, r)
				}
			}
			if took := time.Since(began); took < done.Busy+1100*time.Millisecond {
				t.Errorf("busy for %v of %v", done.Busy, took)
			}
			time.Sleep(time.Minute)
		}
	})
}
