package pool

import (
	"cmp"
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Options say how a pool is made.
type Options struct {
	Workers   int                  // how many search at a time; at least one
	Queue     int                  // how many may wait for a worker
	NewEngine func() solver.Engine // called once by each worker, and again if its engine broke down
	Observer  Observer             // nil if nobody watches
	Gates     []*Gate              // before background work that gives way to the workers

	// Grace is how long a caller waits after the end of its context for the
	// engine to notice that and say how far it got. Zero means 25 ms.
	Grace time.Duration
}

// Observer watches a pool, for metrics. Its methods are called by all workers,
// which wait for them, and Load even while the queue is locked, so they must be
// quick and must not call the pool.
type Observer interface {
	// Load tells how many problems wait and how many workers search, whenever
	// one of the two has changed.
	Load(waiting, searching int)
	// Solved tells of a search that came to its end, whatever it found, and how
	// long it took.
	Solved(r solver.Result, elapsed time.Duration)
	// Panicked tells of an engine that broke down.
	Panicked()
}

type nobody struct{}

func (nobody) Load(int, int)                       {}
func (nobody) Solved(solver.Result, time.Duration) {}
func (nobody) Panicked()                           {}

// Pool is a fixed number of workers with an engine each, and a bounded queue.
type Pool struct {
	newEngine func() solver.Engine
	observer  Observer
	gates     []*Gate
	grace     time.Duration
	workers   int
	places    int // in the queue

	staff   sync.WaitGroup
	enough  context.Context // ends when Close has waited long enough
	hurry   context.CancelFunc
	arrived sync.Cond // a job arrived, or the pool closed

	mu        sync.Mutex // guards what follows
	queue     list.List  // of *job, the oldest first
	searching int
	closed    bool
	usual     time.Duration // moving average of the time that a search takes
}

// job is work on its way through the pool.
type job struct {
	ctx     context.Context
	problem *solver.Problem                   // that it is about
	task    func(solver.Engine) solver.Result // what is to be done with an engine
	done    chan outcome                      // holds one outcome, so that a worker never waits for a caller
	several bool                              // the task has several searches, which it reports itself

	place *list.Element // in the queue; nil once a worker has taken the job
	began time.Time     // when a worker took it
}

// outcome is what becomes of a job.
type outcome struct {
	result   solver.Result
	elapsed  time.Duration
	searched bool // false if the context had ended before the engine began
	err      error
}

// New starts the workers. The pool runs until Close.
func New(o Options) *Pool {
	p := &Pool{
		newEngine: o.NewEngine, observer: o.Observer, gates: o.Gates, grace: o.Grace,
		workers: max(1, o.Workers), places: max(0, o.Queue),
	}
	if p.observer == nil {
		p.observer = nobody{}
	}
	if p.grace == 0 {
		p.grace = 25 * time.Millisecond
	}
	p.enough, p.hurry = context.WithCancel(context.Background())
	p.arrived.L = &p.mu
	for range p.workers {
		p.staff.Go(p.work)
	}
	return p
}

// Solve has a worker search, and returns what it found and how long it searched.
// A context that ends, before the search or in it, is an answer and no error. The
// error is *Busy if the queue is full, *Panic if the engine broke down, and
// ErrClosed after Close.
func (p *Pool) Solve(ctx context.Context, problem *solver.Problem, b solver.Budget) (solver.Result, time.Duration, error) {
	ctx, cancel := p.untilClosed(ctx)
	defer cancel()
	o, err := p.have(&job{ctx: ctx, problem: problem, task: func(e solver.Engine) solver.Result {
		return e.Solve(ctx, problem, b)
	}})
	return o.result, o.elapsed, err
}

// Improver is an engine that can begin with a solution.
type Improver interface {
	// Shorten makes the solution of a winnable result shorter, as the budget's objective
	// says, within the context and the budget, of which the result's states are spent.
	Shorten(ctx context.Context, p *solver.Problem, b solver.Budget, r *solver.Result)
}

// Improve has a worker look for a shorter solution than one that is known, and is like
// Solve otherwise. The states and the time are those of this search alone. An engine
// that can't begin with a solution solves the problem anew.
func (p *Pool) Improve(ctx context.Context, problem *solver.Problem, b solver.Budget, known solver.Result) (solver.Result, time.Duration, error) {
	ctx, cancel := p.untilClosed(ctx)
	defer cancel()
	o, err := p.have(&job{ctx: ctx, problem: problem, task: func(e solver.Engine) solver.Result {
		improver, ok := e.(Improver)
		if !ok {
			return e.Solve(ctx, problem, b)
		}
		result := known
		result.States = 0
		improver.Shorten(ctx, problem, b, &result)
		return result
	}})
	return o.result, o.elapsed, err
}

// Do has a worker do a task that needs many searches, all about one problem, with the
// worker's engine, which is the task's until it returns. The task must return soon
// after its context ends. It may do so after Do: then the error is the context's, as
// it is if the context ends before there is a worker, and the task must touch nothing
// that its caller goes on to use. Other errors are those of Solve.
func (p *Pool) Do(ctx context.Context, problem *solver.Problem, task func(context.Context, solver.Engine)) error {
	ctx, cancel := p.untilClosed(ctx)
	defer cancel()
	o, err := p.have(&job{ctx: ctx, problem: problem, several: true, task: func(e solver.Engine) solver.Result {
		task(ctx, reporting{e, p.observer})
		return solver.Result{}
	}})
	if err == nil && !o.searched {
		// The end of the pool reaches the context a moment after the worker saw it.
		err = cmp.Or(ctx.Err(), context.Canceled)
	}
	return err
}

// reporting tells the pool's observer of each search of a task.
type reporting struct {
	solver.Engine
	observer Observer
}

func (r reporting) Solve(ctx context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	began := time.Now()
	result := r.Engine.Solve(ctx, p, b)
	r.observer.Solved(result, time.Since(began))
	return result
}

// untilClosed is a context that ends when the pool has waited long enough too.
func (p *Pool) untilClosed(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	detach := context.AfterFunc(p.enough, cancel)
	return ctx, func() {
		detach()
		cancel()
	}
}

// have has a worker do a job, and waits for what comes of it until a little after the
// end of its context.
func (p *Pool) have(j *job) (outcome, error) {
	j.done = make(chan outcome, 1)
	if err := p.enqueue(j); err != nil {
		return outcome{}, err
	}
	select {
	case o := <-j.done:
		return o, o.err
	case <-j.ctx.Done():
	}
	if p.withdraw(j) {
		return outcome{result: solver.Stopped(j.ctx)}, nil
	}
	grace := time.NewTimer(p.grace)
	defer grace.Stop()
	select {
	case o := <-j.done:
		return o, o.err
	case <-grace.C:
		return outcome{result: solver.Stopped(j.ctx), elapsed: time.Since(j.began)}, nil
	}
}

// enqueue gives a job a place in the queue, if there is one.
func (p *Pool) enqueue(j *job) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return ErrClosed
	}
	// A job that an idle worker is about to take is still in the queue, but
	// needs no place there.
	if p.searching+p.queue.Len() >= p.workers+p.places {
		return &Busy{p.retryAfter()}
	}
	j.place = p.queue.PushBack(j)
	p.report()
	p.arrived.Signal()
	return nil
}

// withdraw takes a job out of the queue, unless a worker has taken it.
func (p *Pool) withdraw(j *job) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if j.place == nil {
		return false
	}
	p.queue.Remove(j.place)
	p.report()
	return true
}

// retryAfter estimates when the queue will have been worked off. Those who wait
// in it have deadlines of their own, so that the estimate is never more than a
// minute.
func (p *Pool) retryAfter() time.Duration {
	rounds := time.Duration(p.queue.Len()+p.workers) / time.Duration(p.workers)
	return min(max(rounds*p.usual, time.Second), time.Minute)
}

// report reports the load to the observer and the gates.
func (p *Pool) report() {
	p.observer.Load(p.queue.Len(), p.searching)
	for _, g := range p.gates {
		g.Load(p.searching)
	}
}

// Close takes no more problems, and returns when all workers have stopped. What
// was accepted goes on until the context ends, and is then answered with
// "unknown: cancelled"; in this case the error is the context's.
func (p *Pool) Close(ctx context.Context) error {
	p.mu.Lock()
	p.closed = true
	p.arrived.Broadcast()
	p.mu.Unlock()

	stopped := make(chan struct{})
	go func() {
		p.staff.Wait()
		close(stopped)
	}()
	defer p.hurry()
	select {
	case <-stopped:
		return nil
	case <-ctx.Done():
	}
	p.hurry()
	<-stopped
	return fmt.Errorf("closing the solver pool: searches were cut short: %w", ctx.Err())
}
