package pool_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// engine makes a function an engine.
type engine func(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result

func (e engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	return e(clock, p, b)
}

// always is a NewEngine for engines without a memory.
func always(e engine) func() solver.Engine {
	return func() solver.Engine { return e }
}

// searcher is an engine that searches a thousand states a second until its clock ends, or
// answers unwinnable after the given time.
func searcher(needs time.Duration) engine {
	return func(clock *solver.Clock, _ *solver.Problem, b solver.Budget) solver.Result {
		for states := int64(0); ; states++ {
			because := clock.StopReason()
			if b.States > 0 && states >= b.States {
				because = solver.States
			}
			if because != solver.NoReason {
				return solver.Result{Verdict: solver.Unknown, Reason: because, Engine: "searcher", States: states}
			}
			if time.Duration(states)*time.Millisecond >= needs {
				return solver.Result{Verdict: solver.Unwinnable, Engine: "searcher", States: states}
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// log is an observer that records what it is called with.
type log struct {
	mu       sync.Mutex
	waiting  []int
	most     int // workers searching at a time
	last     [2]int
	helping  []int
	solved   []solver.Result
	elapsed  time.Duration
	panicked int
}

func (l *log) Load(waiting, searching, helping int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, waiting)
	l.most = max(l.most, searching)
	l.last = [2]int{waiting, searching}
	l.helping = append(l.helping, helping)
}

func (l *log) Solved(r solver.Result, elapsed time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.solved = append(l.solved, r)
	l.elapsed += elapsed
}

func (l *log) Panicked() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.panicked++
}

// answer is what Solve returns.
type answer struct {
	result solver.Result
	spent  pool.Time
	err    error
	at     time.Time // when it returned
}

// ask calls Solve in a goroutine.
func ask(ctx context.Context, p *pool.Pool, q *solver.Problem, b solver.Budget) <-chan answer {
	answers := make(chan answer, 1)
	go func() {
		var a answer
		a.result, a.spent, a.err = p.Solve(solver.NewClock(ctx), q, b)
		a.at = time.Now()
		answers <- a
	}()
	return answers
}

// problem returns a tiny problem.
func problem(t testing.TB) *solver.Problem {
	t.Helper()
	r, err := rules.Parse([]byte(`{"max rank":2,"tableau piles":{"count":2}}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	q := solver.NewProblem(r, p)
	return q
}

func within(d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	context.AfterFunc(ctx, cancel)
	return ctx
}

func closeNow(t *testing.T, p *pool.Pool) {
	t.Helper()
	if err := p.Close(context.Background()); err != nil {
		t.Errorf("Close of an idle pool: %v", err)
	}
}
