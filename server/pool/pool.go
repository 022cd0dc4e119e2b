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
	Gate      *Gate // makes background work give way to the workers; nil for none

	// Lend is how many idle workers may help with one search at a time; 0 for none. A helper stops
	// as soon as a call needs its worker. An idle worker begins to help only while fewer than
	// Processors workers search or help. If Processors is 0, it is set to Workers.
	Lend, Processors int

	// Traced is called when a call ends, with the context of the call's clock; nil for no traces.
	Traced func(ctx context.Context, s Search)

	// Grace is how long a call waits, after its clock has ended, for the engine's partial result.
	// 0 means 25 ms.
	Grace time.Duration

	// SolveGrace is the grace of Solve and Improve. It can be much longer if no client waits for the
	// caller, so that partial results are not lost. 0 means Grace.
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
	// Load reports, after each change, how many calls wait, how many workers search, and how many
	// idle workers help them.
	Load(waiting, searching, helping int)
	// Solved reports the result of a search, and how long the search took.
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

// Time is how long a worker spent on a problem.
type Time struct {
	Search     time.Duration // until the verdict
	Shortening time.Duration // of the solution
}

// Solve waits for a worker, has it search, and returns the result and how long it took. The clock's
// context must end when the clock does. If they end before or during the search, the result is unknown
// and the error nil. The error is *Busy if the queue is full, *Panic if the engine panicked, and
// ErrClosed after Close.
func (p *Pool) Solve(clock *solver.Clock, problem *solver.Problem, b solver.Budget) (solver.Result, Time, error) {
	o, err := p.do(clock, &job{problem: problem, budget: b, grace: p.SolveGrace})
	return o.result, o.spent, err
}

// Improve is like Solve, but searches for a shorter solution than known has. The returned states
// and time are of this search alone. If the engine is not a Shortener, it solves the problem
// from the beginning.
func (p *Pool) Improve(clock *solver.Clock, problem *solver.Problem, b solver.Budget, known solver.Result) (solver.Result, Time, error) {
	known.States = 0
	o, err := p.do(clock, &job{problem: problem, budget: b, known: &known, grace: p.SolveGrace})
	return o.result, o.spent, err
}

// Idle reports whether a worker has nothing to do, so that a search would begin at once.
func (p *Pool) Idle() bool { return p.taken.Load() < int64(p.Workers) }

// Full returns the *Busy error that a call would get now if the number before of other calls were
// accepted first. It returns nil if the queue has room, or if a worker is idle. It takes no lock.
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

// Shortener is an engine that can do the two steps of Solve one by one.
type Shortener interface {
	// Search finds the verdict, and a solution of any length.
	Search(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result
	// Shorten shortens the solution of a winnable result as the budget's objective demands. The
	// states of the result are counted against the budget.
	Shorten(clock *solver.Clock, p *solver.Problem, b solver.Budget, r *solver.Result)
}

// Do lends a worker's engine to a task, for many searches about one problem. The task must return
// soon after its clock ends. Do returns the context's error if the context ends before a worker is
// free, or before the task returns. In the second case the task still runs after Do. So the task
// must not use anything that the caller uses after Do. Do returns the other errors of Solve too.
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

// Close refuses new calls, and returns when all workers have stopped. Accepted searches go on until
// the context ends. Then they are answered with "unknown: cancelled", and Close returns an error that
// wraps the context's.
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
	return fmt.Errorf("searches cancelled before they ended: %w", err)
}
