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
	readOnly bool // no search follows the lookup

	// win is the best known win that does not answer the question; nil for none. The search starts from it.
	// Callers who leave before the search has reported get its answer.
	win atomic.Pointer[remembered]

	done   chan struct{} // closed when the outcome is there
	answer solver.Answer // its moves are shared by all callers and must not be changed
	err    error
}

// remembered is a verified record with the answer that it gives.
type remembered struct {
	record solver.Record
	answer solver.Answer
	from   *tier // nil if it follows from the record of a related game
}

// newCall makes a call with one caller.
func (s *Service) newCall(ctx context.Context, p *solver.Problem, q question) (*call, *waiter) {
	all, w := newCallers(ctx, s.Carry)
	return &call{callers: all, question: q, problem: p, done: make(chan struct{})}, w
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
	c, w := s.newCall(ctx, p, q)
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
	if win := c.win.Load(); win != nil {
		return win.answer, nil
	}
	return solver.Answer{Result: solver.Stopped(solver.NewClock(ctx)), Unreported: true, Source: solver.FromSearch}, nil
}

// run looks a question up, else searches, and queues the result for the store before anybody sees it.
func (s *Service) run(c *call) {
	m, relativesLeft := s.lookup(c)
	s.looking.Add(-1)
	if m != nil {
		c.answer = m.answer
	} else {
		c.answer, c.err = s.search(c, relativesLeft)
	}
	s.mu.Lock()
	if s.calls[c.question] == c {
		delete(s.calls, c.question)
	}
	s.mu.Unlock()
	close(c.done)
	c.end()
	s.bringNear(m)
}

// lookup looks a question up, from the nearest tier to the farthest, and returns what answers it; nil if
// nothing does. Then relativesLeft reports whether the search is to look for related games meanwhile.
func (s *Service) lookup(c *call) (m *remembered, relativesLeft bool) {
	if c.question.fresh {
		return nil, false
	}
	budget := c.question.budget
	related := false // whether related games were looked for
	for _, t := range s.tiers {
		m := s.read(c.ctx, t, c.problem)
		if m == nil {
			continue
		}
		unknown := m.record.Verdict == solver.Unknown
		if unknown && !related { // what follows from a related game is better
			related = true
			if m := s.lookupRelated(c); m != nil {
				return m, false
			}
		}
		if unknown && c.win.Load() != nil {
			continue // a win is known, though perhaps a long one
		}
		s.storeCached(&m.record)
		idle := unknown && !c.readOnly && s.Solver.Idle()
		if reason, enough := c.satisfied(&m.record, budget, idle); enough {
			s.tellRough(c.problem, &m.record)
			m.answer.Reason = reason
			return m, false
		}
		if m.record.Verdict == solver.Winnable {
			c.keepWin(m)
		}
	}
	if related || c.win.Load() != nil {
		return nil, false
	}
	if budget.Objective == solver.FirstSolution && !c.readOnly && s.Solver.Idle() {
		return nil, true // the search begins first
	}
	return s.lookupRelated(c), false
}

// keepWin keeps a win that does not answer the question, if it is the best so far.
func (c *call) keepWin(m *remembered) {
	if best := c.win.Load(); best == nil || m.record.Better(&best.record) {
		c.win.Store(m)
	}
}

// search searches until the clock ends, and queues the result for the store. If relativesLeft is true, it
// looks for related games meanwhile.
func (s *Service) search(c *call, relativesLeft bool) (solver.Answer, error) {
	var (
		result solver.Result
		spent  pool.Time
		err    error
	)
	win, budget := c.win.Load(), c.question.budget
	switch {
	case relativesLeft:
		var inferred *remembered
		if inferred, result, spent, err = s.searchBesideRelatives(c); inferred != nil {
			return inferred.answer, nil
		}
	case win == nil:
		result, spent, err = s.Solver.Solve(c.clock, c.problem, budget)
	default:
		result, spent, err = s.Solver.Improve(c.clock, c.problem, budget, win.record.Result())
	}
	if err != nil {
		s.logFailure(c.problem, err)
		return solver.Answer{}, err
	}
	// An unknown without a search says nothing about the problem.
	unsearched := result.Verdict == solver.Unknown && result.States == 0
	if win != nil {
		result = s.neverLonger(c.problem, &win.record, result)
		if !unsearched {
			result.States, spent = total(&win.record, result.States, spent)
		}
	}
	r := solver.NewRecord(c.problem, result, spent.Search)
	r.Shortening = spent.Shortening
	if result.Verdict == solver.Winnable {
		switch budget.Objective {
		case solver.FirstSolution:
			r.Rough = true
		case solver.AnySolution:
			r.Rough = c.clock.StopReason() != solver.NoReason // it had not enough time
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
	answer := answerOf(&r, solver.FromSearch)
	answer.Certificate = result.Certificate // records do not keep it
	return answer, nil
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
	return known.States + states, pool.Time{
		Search: known.Elapsed + spent.Search, Shortening: known.Shortening + spent.Shortening,
	}
}

// neverLonger returns a search's result, with the known solution if it has none as short.
func (s *Service) neverLonger(p *solver.Problem, known *solver.Record, result solver.Result) solver.Result {
	bound := max(result.Bound, known.Bound)
	if result.Verdict == solver.Winnable && game.Length(result.Solution) <= game.Length(known.Solution) {
		result.Bound = bound
		return result
	}
	if result.Verdict == solver.Unwinnable {
		s.contradicted(p)
	}
	return solver.Result{
		Verdict: solver.Winnable, Solution: known.Solution, Engine: known.Engine, States: result.States, Bound: bound,
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
