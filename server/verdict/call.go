package verdict

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// question is what callers must have in common to share a call. It has the problem's text,
// because two problems could in principle have the same id, which is a digest.
type question struct {
	problem string
	budget  solver.Budget
	fresh   bool
}

// call is one lookup and search for all callers with the same question, as in singleflight.
type call struct {
	*callers
	question question
	problem  *solver.Problem
	known    *solver.Record                // has a solution, but not one that answers the question
	related  bool                          // related games were looked for
	won      atomic.Pointer[solver.Answer] // of known, for callers that leave before the search has reported

	done   chan struct{} // closed when the outcome is there
	answer solver.Answer // its moves are shared by all callers and must not be changed
	err    error
}

// join finds the call for a question, or starts one, unless there would be no room for its search.
// Then it looks nothing up: under overload that would take most of the time, and hold up others.
func (s *Service) join(ctx context.Context, p *solver.Problem, q question) (*call, *waiter, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, nil, pool.ErrClosed
	}
	// The search for a short solution takes all the time there is. A caller with an earlier
	// deadline than others would leave without the solution that is known already.
	if c := s.calls[q]; c != nil && !q.budget.Objective.Optimizes() {
		if w, ok := c.join(ctx); ok {
			return c, w, nil
		}
	}
	if err := s.Solver.Full(int(s.looking.Load())); err != nil {
		return nil, nil, err
	}
	s.looking.Add(1)
	c := &call{question: q, problem: p, done: make(chan struct{})}
	var w *waiter
	c.callers, w = newCallers(ctx, s.Carry)
	s.calls[q] = c
	s.running.Go(func() { s.run(c) })
	return c, w, nil
}

// wait waits for the outcome of a call, or until the caller's context ends.
func (s *Service) wait(ctx context.Context, c *call, w *waiter) (solver.Answer, error) {
	defer c.leave(w)
	select {
	case <-c.done:
		return c.answer, c.err
	case <-ctx.Done():
	}
	// The caller with the last deadline waits a little for the search to report how far it
	// got. A search that goes on for others is not waited for.
	if c.clock.StopReason() == solver.Deadline {
		select {
		case <-c.done:
		case <-time.After(s.Grace):
		}
	}
	select {
	case <-c.done:
		return c.answer, c.err
	default:
	}
	if won := c.won.Load(); won != nil {
		return *won, nil
	}
	return solver.Answer{Result: solver.Stopped(solver.NewClock(ctx)), Unreported: true, Source: solver.FromSearch}, nil
}

// run looks a question up, else searches, and queues the result for the store before anybody
// sees it.
func (s *Service) run(c *call) {
	r, from := s.lookup(c)
	s.looking.Add(-1)
	if r == nil {
		c.answer, c.err = s.search(c)
	}
	s.mu.Lock()
	if s.calls[c.question] == c {
		delete(s.calls, c.question)
	}
	s.mu.Unlock()
	close(c.done)
	c.end()
	s.bringNear(r, from)
}

// lookup looks a question up, from the nearest tier to the farthest, and sets the call's
// answer if one of them has it.
func (s *Service) lookup(c *call) (*solver.Record, *tier) {
	if c.question.fresh {
		return nil, nil
	}
	check := func(r *solver.Record) error { return s.verify(c.problem, r) }
	for _, t := range s.tiers {
		r, found, _ := s.read(c.ctx, t, c.problem.ID(), c.question.problem, check)
		if !found {
			continue
		}
		// What follows from a related game is better than an unknown.
		if r.Verdict == solver.Unknown && !c.related {
			if r := s.lookupRelated(c); r != nil {
				return r, nil
			}
		}
		if r.Verdict == solver.Unknown && c.known != nil {
			continue // a win is known, though perhaps a long one
		}
		s.storeCached(&r)
		if s.unfinished(&r, c.question.budget) {
			c.knows(&r, answerOf(&r, t.source))
			continue
		}
		// A call that waits for nothing, as that of Remember, is followed by no search.
		idle := r.Verdict == solver.Unknown && c.done != nil && s.Solver.Idle()
		if reason, enough := c.satisfied(&r, c.question.budget, idle); enough {
			s.tellRough(c.problem, &r)
			c.answer = answerOf(&r, t.source)
			c.answer.Reason = reason
			return &r, t
		}
		if r.Verdict == solver.Winnable {
			c.knows(&r, answerOf(&r, t.source))
		}
	}
	if !c.related && c.known == nil && !s.relatedLater(c) {
		return s.lookupRelated(c), nil
	}
	return nil, nil
}

// knows keeps a win that does not answer the question, if it is the best so far.
func (c *call) knows(r *solver.Record, answer solver.Answer) {
	if c.known == nil || r.Better(c.known) {
		c.known = r
		c.won.Store(&answer)
	}
}

// search searches until the clock ends, and queues the result for the store.
func (s *Service) search(c *call) (solver.Answer, error) {
	var (
		result solver.Result
		spent  pool.Time
		err    error
	)
	clock, then := s.lookBeside(c)
	if c.known == nil {
		result, spent, err = s.Solver.Solve(clock, c.problem, c.question.budget)
	} else {
		result, spent, err = s.Solver.Improve(clock, c.problem, c.question.budget, c.known.Result())
	}
	if answer, follows := then(result, err); follows {
		return answer, nil
	}
	if err != nil {
		s.logFailure(c.problem, err)
		return solver.Answer{}, err
	}
	// An unknown without a search says nothing about the problem.
	unsearched := result.Verdict == solver.Unknown && result.States == 0
	s.neverLonger(c, &result)
	if c.known != nil && !unsearched {
		result.States, spent = total(c.known, result.States, spent)
	}
	r := solver.NewRecord(c.problem, result, spent.Search)
	r.Shortening = spent.Shortening
	if result.Verdict == solver.Winnable {
		switch objective := c.question.budget.Objective; objective {
		case solver.FirstSolution:
			r.Rough = true
		case solver.AnySolution:
			r.Rough = s.Rough != nil && c.clock.StopReason() != solver.NoReason // it had not enough time
		default:
			r.OptimizedLength = true
		}
	}
	if err := s.check(c.problem, &r); err != nil {
		return solver.Answer{}, fmt.Errorf("engine result failed verification: %w", err)
	}
	if r.Storable() && !unsearched {
		s.backlog.Add(r)
	}
	s.tellRough(c.problem, &r)
	return solver.Answer{Result: result, Elapsed: spent.Search, Shortening: spent.Shortening, Rough: r.Rough, Source: solver.FromSearch}, nil
}

// total returns what it took to find a solution and then a shorter one. A second search for
// a shorter one repeats the first, and does not add to it.
func total(known *solver.Record, states int64, spent pool.Time) (int64, pool.Time) {
	if known.OptimizedLength {
		return max(known.States, states), pool.Time{
			Search:     max(known.Elapsed, spent.Search),
			Shortening: max(known.Shortening, spent.Shortening),
		}
	}
	return known.States + states, pool.Time{Search: known.Elapsed + spent.Search, Shortening: known.Shortening + spent.Shortening}
}

// neverLonger puts the known solution into a result that has none as short.
func (s *Service) neverLonger(c *call, result *solver.Result) {
	switch {
	case c.known == nil:
		return
	case result.Verdict == solver.Unwinnable:
		s.contradicted(c.problem)
	case result.Verdict == solver.Winnable && game.Length(result.Solution) <= game.Length(c.known.Solution):
		result.Bound = max(result.Bound, c.known.Bound)
		return
	}
	*result = solver.Result{
		Verdict: solver.Winnable, Solution: c.known.Solution, Engine: c.known.Engine, States: result.States,
		Bound: max(result.Bound, c.known.Bound),
	}
}

// contradicted reports that an engine found a problem unwinnable that has a verified win.
func (s *Service) contradicted(p *solver.Problem) {
	s.Observer.Refused(AtEngine)
	s.logFailure(p, errors.New("engine contradicts a verified win"))
}

// logFailure logs a fault of an engine, with the problem, since the callers may have left.
func (s *Service) logFailure(p *solver.Problem, err error) {
	if _, busy := errors.AsType[*pool.Busy](err); busy || errors.Is(err, pool.ErrClosed) {
		return // no faults, and counted where requests are
	}
	attrs := []any{"id", p.ID(), "problem", p.Text(), "error", err}
	if broken, ok := errors.AsType[*pool.Panic](err); ok {
		attrs = append(attrs, "stack", string(broken.Stack))
	}
	s.Log.Error("search failed", attrs...)
}
