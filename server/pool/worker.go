package pool

import (
	"runtime/debug"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// work does one job after the other with an engine of its own, until the pool is closed and
// its queue empty.
func (p *Pool) work() {
	engine := p.NewEngine()
	for {
		var j *job
		if j, engine = p.next(engine); j == nil {
			return
		}
		o := p.search(engine, j)
		p.finish(j, o)
		j.done <- o
		if o.took >= restAfter { // it may have touched a thousand times what the next ones need
			Release(engine)
		}
		if o.err != nil {
			// The tables of the engine that panicked may be in any state.
			Release(engine)
			engine = p.NewEngine()
		}
	}
}

// next waits for a job; nil means that there will be no more. Meanwhile the worker helps others,
// or its engine gives back its memory. It returns the worker's engine too, which may be a new one.
func (p *Pool) next(engine solver.Engine) (*job, solver.Engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var resting, rested bool
	if len(p.waiting) == 0 {
		defer time.AfterFunc(restAfter, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			resting = true
			p.arrived.Broadcast()
		}).Stop()
	}
	for len(p.waiting) == 0 {
		switch {
		case p.closed:
			return nil, engine
		case p.needy() != nil:
			engine = p.lend(p.needy(), engine)
		case resting && !rested:
			rested = true
			p.mu.Unlock()
			Release(engine)
			p.mu.Lock()
		default:
			p.arrived.Wait()
		}
	}
	j := p.waiting[0]
	p.waiting = slices.Delete(p.waiting, 0, 1)
	j.began = time.Now()
	p.searching++
	p.report()
	return j, engine
}

// restAfter is how long a worker waits for a job before its engine gives back its memory, and how long
// a search takes after which it does so at once.
const restAfter = 2 * time.Second

// Releaser is an engine that can release the memory of its last search.
type Releaser interface{ Release() }

// Release releases the memory of an engine that is idle or no longer used, if it is a [Releaser]. The
// garbage collector does not know the size of that memory, and would free it late.
func Release(engine solver.Engine) {
	if r, ok := engine.(Releaser); ok {
		r.Release()
	}
}

// search runs a job, and recovers a panic of the engine.
func (p *Pool) search(engine solver.Engine, j *job) (o outcome) {
	// The job may have ended since it left the queue, and so may the pool.
	if j.clock.StopReason() != solver.NoReason || p.life.Err() != nil {
		return outcome{result: solver.Stopped(j.clock)}
	}
	alone := func() *Panic { return nil }
	defer func() {
		if v := recover(); v != nil {
			alone()
			fault, ofHelper := v.(*Panic)
			if !ofHelper {
				fault = &Panic{j.problem, v, debug.Stack()}
			}
			o = outcome{err: fault}
		}
	}()
	var result solver.Result
	var spent Time
	shortener, _ := engine.(Shortener)
	leader, leads := engine.(Leader)
	switch {
	case j.task != nil:
		j.task(j.clock, reporting{engine, p.Observer})
	case shortener == nil:
		result = engine.Solve(j.clock, j.problem, j.budget)
	case j.known != nil:
		result = *j.known
	case leads && p.Lend > 0 && j.budget.States == 0: // which one worker spends, so that the result is always the same
		var offer func(func(*solver.Clock, solver.Engine))
		offer, alone = p.lending(j.problem)
		result = leader.SearchWith(j.clock, j.problem, j.budget, offer)
		if fault := alone(); fault != nil {
			panic(fault) // the error of the call
		}
	default:
		result = shortener.Search(j.clock, j.problem, j.budget)
	}
	if shortener != nil && result.Verdict == solver.Winnable && j.budget.Objective != solver.FirstSolution {
		began := time.Now()
		shortener.Shorten(j.clock, j.problem, j.budget, &result)
		spent.Shortening = time.Since(began)
	}
	took := time.Since(j.began)
	spent.Search = took - spent.Shortening
	return outcome{result: result, spent: spent, took: took, searched: true}
}

// finish marks the worker free and reports what it did.
func (p *Pool) finish(j *job, o outcome) {
	p.mu.Lock()
	p.searching--
	if o.searched {
		p.usual.Add((int64(o.took) - p.usual.Load()) / 8)
	}
	p.report()
	p.mu.Unlock()
	switch {
	case o.err != nil:
		p.Observer.Panicked()
	case o.searched && j.task == nil:
		p.Observer.Solved(o.result, o.spent.Search)
	}
}
