package pool

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Options configure a Pool.
type Options struct {
	Workers   int                  // searches at a time; at least 1
	Queue     int                  // calls that may wait for a worker
	NewEngine func() solver.Engine // called once by each worker, and again if its engine panicked
	Observer  Observer
	Gate      *Gate // of background work that gives way to the workers; nil for none

	// Lend is how many idle workers may help with one search at a time; 0 for none. Each is
	// given back as soon as a call waits for it. No worker helps while as many as Processors
	// search or help; 0 means Workers.
	Lend, Processors int

	// Traced is told of each call when it ends, with its clock's context; nil for nobody.
	Traced func(ctx context.Context, s Search)

	// Grace is how long a call waits after the end of its clock for the engine to notice
	// and report how far it got. 0 means 25 ms.
	Grace time.Duration

	// SolveGrace is the same for Solve and Improve. It can be much longer where the caller keeps
	// nobody waiting, so that what was searched is not lost. 0 means Grace.
	SolveGrace time.Duration
}

// Search is a call that has ended, for traces.
type Search struct {
	Queued, Began time.Time // Began is zero if no worker took it
	Result        solver.Result
	Err           error
}

// Observer receives events for metrics. Workers wait for its methods, and call Load while the
// queue is locked, so they must be quick and must not call the pool.
type Observer interface {
	// Load reports how many calls wait, how many workers search, and how many others help
	// them, after each change.
	Load(waiting, searching, helping int)
	// Solved reports a search that ended, whatever it found, and how long it took.
	Solved(r solver.Result, elapsed time.Duration)
	// Panicked reports an engine that panicked.
	Panicked()
}

// Pool is a fixed number of workers with an engine each, and a bounded queue.
type Pool struct {
	Options

	running sync.WaitGroup  // workers
	life    context.Context // ends when Close has waited long enough
	end     context.CancelFunc
	arrived sync.Cond // a job arrived, or the pool closed

	// These are changed under the lock and read without it: of calls that are refused there may be
	// many, and none waits.
	taken atomic.Int64 // calls that wait, or that a worker searches for
	usual atomic.Int64 // moving average of the nanoseconds of a search

	mu        sync.Mutex // guards what follows
	waiting   []*job     // the queue, the oldest first
	searching int
	closed    bool
	last      time.Time // when a call came
	joint     []*joint  // searches that have run for lendAfter, the oldest first
	lent      int       // workers that help
	loans     []*loan   // those of them that are not called back
	returning int       // the others
}

// job is work on its way through the pool.
type job struct {
	clock   *solver.Clock   // ends also when Close has waited long enough
	problem *solver.Problem // for the error of a panic
	budget  solver.Budget
	known   *solver.Result                     // a solution to be made shorter; nil for none
	task    func(*solver.Clock, solver.Engine) // runs several searches instead; nil for one
	done    chan outcome                       // holds one outcome, so that a worker never waits for a caller
	grace   time.Duration

	began time.Time // when a worker got it
}

// outcome is the result of a job.
type outcome struct {
	result   solver.Result
	spent    Time
	took     time.Duration
	searched bool // false if the clock had ended before the engine began
	err      error
}

// New starts the workers. The pool runs until Close.
func New(o Options) *Pool {
	o.Workers, o.Queue, o.Grace = max(1, o.Workers), max(0, o.Queue), cmp.Or(o.Grace, 25*time.Millisecond)
	o.SolveGrace = cmp.Or(o.SolveGrace, o.Grace)
	o.Processors = cmp.Or(o.Processors, o.Workers)
	p := &Pool{Options: o}
	p.life, p.end = context.WithCancel(context.Background())
	p.arrived.L = &p.mu
	for range p.Workers {
		p.running.Go(p.work)
	}
	return p
}

// Time is what a worker spent on a problem.
type Time struct {
	Search     time.Duration // until the verdict
	Shortening time.Duration // of the solution
}

// Solve waits for a worker's search, and returns what it found and how long that took. A clock
// that ends, before the search or during it, is a result and no error. Its context has to end then,
// too. The error is *Busy if the queue is full, *Panic if the engine panicked, and ErrClosed after
// Close.
func (p *Pool) Solve(clock *solver.Clock, problem *solver.Problem, b solver.Budget) (solver.Result, Time, error) {
	o, err := p.do(clock, &job{problem: problem, budget: b, grace: p.SolveGrace})
	return o.result, o.spent, err
}

// Improve is Solve for a shorter solution than the known one. The states and the time are
// those of this search alone. An engine that is no Shortener solves the problem anew.
func (p *Pool) Improve(clock *solver.Clock, problem *solver.Problem, b solver.Budget, known solver.Result) (solver.Result, Time, error) {
	known.States = 0
	o, err := p.do(clock, &job{problem: problem, budget: b, known: &known, grace: p.SolveGrace})
	return o.result, o.spent, err
}

// Idle reports whether a worker has nothing to do, so that a search would begin at once.
func (p *Pool) Idle() bool { return p.taken.Load() < int64(p.Workers) }

// Full returns the *Busy that a call would get now if that number of others came before it; nil if there
// is room. While a worker is idle there is. Full takes no lock.
func (p *Pool) Full(before int) error {
	// A job that an idle worker is about to take is still in the queue, but needs no place.
	taken := int(p.taken.Load())
	if taken < p.Workers || taken+before < p.Workers+p.Queue {
		return nil
	}
	// Queued jobs have deadlines, so that the queue is empty in a minute at most.
	rounds := time.Duration(taken / p.Workers)
	return &Busy{min(max(rounds*time.Duration(p.usual.Load()), time.Second), time.Minute)}
}

// Shortener is an engine that does in two steps what its Solve does.
type Shortener interface {
	// Search finds the verdict, and a solution of any length.
	Search(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result
	// Shorten shortens the solution of a winnable result as the budget's objective demands.
	// The result's states are already spent of the budget.
	Shorten(clock *solver.Clock, p *solver.Problem, b solver.Budget, r *solver.Result)
}

// Do runs a task of many searches, all about one problem, with the engine of a worker, which
// is the task's until it returns. The task must return soon after its clock ends. It may
// return after Do: then the error is the context's, as it is if the context ends before a
// worker is free, and the task must touch nothing that its caller goes on to use. Other
// errors are those of Solve.
func (p *Pool) Do(ctx context.Context, problem *solver.Problem, task func(*solver.Clock, solver.Engine)) error {
	clock := solver.NewClock(ctx)
	o, err := p.do(clock, &job{problem: problem, task: task, grace: p.Grace})
	if err == nil && !o.searched {
		// The end of the pool reaches the context a moment after the worker saw it.
		err = cmp.Or(clock.Err(), context.Canceled)
	}
	return err
}

// reporting is an engine that reports each search to the pool's observer.
type reporting struct {
	solver.Engine
	observer Observer
}

func (r reporting) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	began := time.Now()
	result := r.Engine.Solve(clock, p, b)
	r.observer.Solved(result, time.Since(began))
	return result
}

// do queues j and waits for its outcome, until the grace after the end of the clock at most.
func (p *Pool) do(clock *solver.Clock, j *job) (o outcome, err error) {
	if p.Traced != nil {
		queued := time.Now()
		defer func() {
			p.Traced(clock.Context(), Search{Queued: queued, Began: j.began, Result: o.result, Err: err})
		}()
	}
	ctx, cancel := context.WithCancel(clock.Context())
	defer cancel()
	defer context.AfterFunc(p.life, cancel)()
	j.clock = clock.Under(ctx)
	j.done = make(chan outcome, 1)
	if err := p.enqueue(j); err != nil {
		return outcome{}, err
	}
	select {
	case o := <-j.done:
		return o, o.err
	case <-ctx.Done():
	}
	if p.withdraw(j) {
		return outcome{result: solver.Stopped(j.clock)}, nil
	}
	select {
	case o := <-j.done:
		return o, o.err
	case <-time.After(j.grace):
		return outcome{result: solver.Stopped(j.clock), spent: Time{Search: time.Since(j.began)}}, nil
	}
}

// enqueue puts a job into the queue, if there is room.
func (p *Pool) enqueue(j *job) error {
	if err := p.Full(0); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return ErrClosed
	}
	if err := p.Full(0); err != nil { // others were quicker
		return err
	}
	p.last = time.Now()
	p.waiting = append(p.waiting, j)
	p.recall()
	p.report()
	p.arrived.Signal()
	return nil
}

// withdraw removes a job from the queue; false if a worker has it.
func (p *Pool) withdraw(j *job) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.Index(p.waiting, j)
	if i < 0 {
		return false
	}
	p.waiting = slices.Delete(p.waiting, i, i+1)
	p.report()
	return true
}

// report reports the load to the observer and the gate.
func (p *Pool) report() {
	p.taken.Store(int64(p.searching + len(p.waiting)))
	p.Observer.Load(len(p.waiting), p.searching, p.lent)
	p.Gate.Load(p.searching + p.lent)
}

// Close accepts no more calls, and returns when all workers have stopped. Accepted searches go
// on until the context ends, and are then answered with "unknown: cancelled"; in this case the
// error is the context's.
func (p *Pool) Close(ctx context.Context) error {
	p.mu.Lock()
	p.closed = true
	p.arrived.Broadcast()
	p.mu.Unlock()

	err := watch.Wait(ctx, p.running.Wait)
	p.end()
	if err == nil {
		return nil
	}
	p.running.Wait()
	return fmt.Errorf("cutting searches short: %w", err)
}
