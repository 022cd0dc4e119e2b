package verdict

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// question is what those on board of a flight have in common. The problem's text
// stands for the problem, because ids, being digests, could in principle be the
// same for two.
type question struct {
	problem string
	budget  solver.Budget
	fresh   bool
}

// flight is one search for all who ask the same question at the same time. The
// context that it runs under is a part of it: the patience of those on board.
type flight struct {
	*patience
	question question
	problem  *solver.Problem
	known    *solver.Record // has a solution, but not one that the question is content with

	landed chan struct{} // closed when the outcome is there
	answer solver.Answer // the moves are shared by all who waited, and so not to be changed
	err    error
}

// board finds the flight that answers a question, or opens one.
func (b *Book) board(ctx context.Context, p *solver.Problem, q question) (*flight, *waiter, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, nil, pool.ErrClosed
	}
	// Who looks for a short solution uses all the time there is, so whoever has less
	// patience than others would leave without what is known already.
	if f := b.flights[q]; f != nil && !q.budget.Objective.Optimizes() {
		if w, ok := f.join(ctx); ok {
			return f, w, nil
		}
	}
	f := &flight{question: q, problem: p, landed: make(chan struct{})}
	var w *waiter
	f.patience, w = newPatience(ctx)
	b.flights[q] = f
	b.flying.Go(func() { b.fly(f) })
	return f, w, nil
}

// wait is on board of a flight until it has landed or whoever asked has to leave.
func (b *Book) wait(ctx context.Context, f *flight, w *waiter) (solver.Answer, error) {
	defer f.leave(w)
	select {
	case <-f.landed:
		return f.answer, f.err
	case <-ctx.Done():
	}
	// Whose deadline is the last one waits a little for the search to say how far
	// it got. The search of others goes on, and is not waited for.
	if f.passed() {
		grace := time.NewTimer(b.grace)
		defer grace.Stop()
		select {
		case <-f.landed:
		case <-grace.C:
		}
	}
	select {
	case <-f.landed:
		return f.answer, f.err
	default:
		return solver.Answer{Result: solver.Stopped(ctx), Source: solver.FromSearch}, nil
	}
}

// fly is the life of a flight: it looks the question up, else has it searched,
// and remembers what was found before anybody is told.
func (b *Book) fly(f *flight) {
	r, from := b.recall(f)
	if r == nil {
		f.answer, f.err = b.search(f)
	}
	b.mu.Lock()
	if b.flights[f.question] == f {
		delete(b.flights, f.question)
	}
	b.mu.Unlock()
	close(f.landed)
	f.end()
	if from == b.store {
		b.putNear(r)
	}
}

// recall looks a flight's question up, from the nearest memory to the farthest.
// If one of them has an answer, it becomes the flight's.
func (b *Book) recall(f *flight) (*solver.Record, *memory) {
	if f.question.fresh {
		return nil, nil
	}
	check := func(r *solver.Record) error { return pass(f.problem, r) }
	asked := false // about related games
	for _, m := range b.memories {
		r, found, _ := b.read(f, m, f.problem.ID(), f.question.problem, check)
		if !found {
			continue
		}
		// What follows from a related game is better than an unknown.
		if r.Verdict == solver.Unknown && !asked {
			asked = true
			if r := b.recallRelative(f); r != nil {
				return r, nil
			}
		}
		if r.Verdict == solver.Unknown && f.known != nil {
			continue // a win is known, though perhaps a long one
		}
		if because, enough := f.content(&r, f.question.budget); enough {
			f.answer = solver.Answer{Result: r.Result(), Elapsed: r.Elapsed, Source: m.source}
			f.answer.Reason = because
			return &r, m
		}
		if r.Verdict == solver.Winnable && (f.known == nil || r.Better(f.known)) {
			f.known = &r
		}
	}
	if !asked && f.known == nil {
		return b.recallRelative(f), nil
	}
	return nil, nil
}

// recallRelative answers a flight from what is remembered of a related game.
//
// A solution that has been replayed is as good as one that was searched for, and is
// remembered as such. That a problem can't be won is inferred anew each time: the
// claim should not outlive the record on which it rests.
func (b *Book) recallRelative(f *flight) *solver.Record {
	r, origin := b.infer(f)
	if r == nil {
		return nil
	}
	if r.Verdict == solver.Winnable {
		b.backlog.add(*r)
		if f.question.budget.Objective.Optimizes() {
			f.known = r
			return nil // it may be long
		}
	}
	f.answer = solver.Answer{Result: r.Result(), Elapsed: r.Elapsed, Source: solver.FromRelative, Origin: origin}
	return r
}

// search has the flight's problem searched, and remembers what was found.
func (b *Book) search(f *flight) (solver.Answer, error) {
	var (
		result  solver.Result
		elapsed time.Duration
		err     error
	)
	if f.known == nil {
		result, elapsed, err = b.solver.Solve(f, f.problem, f.question.budget)
	} else {
		result, elapsed, err = b.solver.Improve(f, f.problem, f.question.budget, f.known.Result())
	}
	if err != nil {
		b.complain(f.problem, err)
		return solver.Answer{}, err
	}
	// An unknown that comes out of the queue unsearched says nothing about the
	// problem.
	unsearched := result.Verdict == solver.Unknown && result.States == 0 && elapsed == 0
	b.neverLonger(f, &result)
	if f.known != nil && !unsearched {
		result.States, elapsed = inAll(f.known, result.States, elapsed)
	}
	r := solver.NewRecord(f.problem, result, elapsed)
	r.OptimizedLength = result.Verdict == solver.Winnable && f.question.budget.Objective.Optimizes()
	if err := pass(f.problem, &r); err != nil {
		b.observer.Refused(AtEngine)
		b.complain(f.problem, err)
		return solver.Answer{}, fmt.Errorf("the engine's answer is not to be believed: %w", err)
	}
	if r.Storable() && !unsearched {
		b.backlog.add(r)
	}
	return solver.Answer{Result: result, Elapsed: elapsed, Source: solver.FromSearch}, nil
}

// inAll is what it took to find a solution and then a shorter one. Who has looked for a
// shorter one before has looked for it again, and not further.
func inAll(known *solver.Record, states int64, elapsed time.Duration) (int64, time.Duration) {
	if known.OptimizedLength {
		return max(known.States, states), max(known.Elapsed, elapsed)
	}
	return known.States + states, known.Elapsed + elapsed
}

// neverLonger gives a result the solution that was remembered, if the search has none
// that is as short.
func (b *Book) neverLonger(f *flight, result *solver.Result) {
	switch {
	case f.known == nil:
		return
	case result.Verdict == solver.Unwinnable:
		b.observer.Refused(AtEngine)
		b.complain(f.problem, errors.New("unwinnable, says the engine, of what was won before"))
	case result.Verdict == solver.Winnable && game.Length(result.Solution) <= game.Length(f.known.Solution):
		result.Bound = max(result.Bound, f.known.Bound)
		return
	}
	*result = solver.Result{
		Verdict: solver.Winnable, Solution: f.known.Solution, Engine: f.known.Engine, States: result.States,
		Bound: max(result.Bound, f.known.Bound),
	}
}

// complain logs what must never happen, with the problem to which it happened,
// since whoever asked may have left.
func (b *Book) complain(p *solver.Problem, err error) {
	if _, busy := errors.AsType[*pool.Busy](err); busy || errors.Is(err, pool.ErrClosed) {
		return // both happen, and are counted where requests are
	}
	attrs := []any{"id", p.ID(), "problem", p.Text(), "error", err}
	if broken, ok := errors.AsType[*pool.Panic](err); ok {
		attrs = append(attrs, "stack", string(broken.Stack))
	}
	b.log.Error("a search failed", attrs...)
}
