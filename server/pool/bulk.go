package pool

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Verdicts answers problems; *verdict.Service does.
type Verdicts interface {
	// AnswerEarly answers from records or by a search. The error is *Busy if the
	// pool's queue is full.
	AnswerEarly(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool) (solver.Answer, error)
	// Remember answers from records only. It returns false if a search is needed.
	Remember(ctx context.Context, p *solver.Problem, b solver.Budget) (solver.Answer, bool)
	// AwaitStored waits until the result of a problem is stored, if the configuration demands that
	// its answer waits.
	AwaitStored(ctx context.Context, p *solver.Problem)
}

// Bulk answers the problems of batches and jobs, for which no person waits. It uses all workers except
// one, so that an interactive request finds a free worker. If there is only one worker, a request waits
// for one search of Bulk at most. Stored answers need no worker and so no turn:
//
//	Answer ──> stored? ── yes ──> the answer
//	             │ no
//	             v
//	          [ turn ] ── context ends ──> unknown, nothing searched
//	             │ a place is free
//	             v
//	          verdicts, within the time for one search ── queue full ──> pause, retry
//	             │
//	             v
//	          stored, without a turn ──> the answer
//
// Turns are taken in the order of the calls, but searches for verdicts come first. A search for a
// shorter solution may take all its time, so it has a turn only while no search for a verdict waits.
// While interactive requests fill the pool's queue, Bulk retries; the time for its search begins when
// the pool accepts it.
type Bulk struct {
	verdicts   Verdicts
	turns      chan struct{} // holds one element for each search under way
	waiting    atomic.Int64  // searches for a verdict that wait for a turn
	optimizing atomic.Int64  // searches for a shorter solution that wait for a turn
}

// NewBulk makes a Bulk that uses at most workers−1 workers, and at least one.
func NewBulk(v Verdicts, workers int) *Bulk {
	return &Bulk{verdicts: v, turns: make(chan struct{}, max(1, workers-1))}
}

const (
	// Pauses between attempts to get into a pool whose queue is full.
	firstPause = 20 * time.Millisecond
	lastPause  = time.Second

	// poll is how often a search for a shorter solution checks whether others wait.
	poll = 100 * time.Millisecond
	// sliceForVerdict is how long it goes on if a verdict waits, and sliceForOthers, the first
	// time, if another search of its own kind does.
	sliceForVerdict = time.Second
	sliceForOthers  = 10 * time.Second
)

// Answer answers a problem from records or by a search. It waits for its turn, and while the pool is
// full. The parameter within is the time limit of the search, without the wait. If the context ends,
// the answer is what is known, or Unknown.
func (s *Bulk) Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error) {
	a, err := s.answer(ctx, p, b, fresh, within)
	if err == nil {
		s.verdicts.AwaitStored(ctx, p) // without a turn: the next search goes on
	}
	return a, err
}

func (s *Bulk) answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error) {
	if ctx.Err() != nil {
		// A job that another process had, which found it out before it was killed or cut off.
		if !fresh {
			if b.Objective == solver.AnySolution {
				b.Objective = solver.FirstSolution // its solution can't be shortened any more
			}
			if a, known := s.remember(context.WithoutCancel(ctx), p, b, time.Second); known {
				return a, nil
			}
		}
		return stopped(ctx), nil
	}
	if !fresh {
		if a, known := s.remember(ctx, p, b, within); known {
			return a, nil
		}
		if b.Objective.Optimizes() {
			verdict := b
			verdict.Objective = solver.FirstSolution
			if a, known := s.remember(ctx, p, verdict, within); known && a.Verdict == solver.Winnable {
				return s.improve(ctx, p, b, within, a)
			}
		}
	}
	s.waiting.Add(1)
	select {
	case s.turns <- struct{}{}:
		s.waiting.Add(-1)
		defer Searching(ctx)()
		defer func() { <-s.turns }()
	case <-ctx.Done():
		s.waiting.Add(-1)
		return stopped(ctx), nil
	}
	return s.search(ctx, p, b, fresh, within)
}

func (s *Bulk) remember(ctx context.Context, p *solver.Problem, b solver.Budget, within time.Duration) (solver.Answer, bool) {
	short, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return s.verdicts.Remember(short, p, b)
}

// search retries until the pool has room.
func (s *Bulk) search(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error) {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		short, cancel := context.WithTimeout(ctx, within)
		a, err := s.verdicts.AnswerEarly(short, p, b, fresh)
		cancel()
		if _, full := errors.AsType[*Busy](err); !full {
			return a, err
		}
		if watch.Pause(ctx, pause) != nil {
			return stopped(ctx), nil
		}
	}
}

// improve looks for a shorter solution than the known one. It begins when no verdict waits
// for a turn, and breaks off when one does, to begin again from what it has found. Searches
// of its own kind take turns of growing length.
func (s *Bulk) improve(ctx context.Context, p *solver.Problem, b solver.Budget, within time.Duration, known solver.Answer) (solver.Answer, error) {
	pause := time.Duration(0) // after a turn, for the others to take theirs
	for slice, left := sliceForOthers, within; left > 0 && s.takeIdleTurn(ctx, pause); slice *= 2 {
		search, cancel := context.WithCancel(ctx)
		interrupted := s.interrupt(search, cancel, slice)
		ended := Searching(ctx)
		began := time.Now()
		a, err := s.search(search, p, b, false, left)
		cancel()
		<-s.turns
		ended()
		if left -= time.Since(began); err != nil || !<-interrupted && a.Verdict == solver.Winnable {
			return a, err
		}
		pause = 2 * poll
	}
	// The time was up while others had their turn, or when the search broke off.
	b.Objective = solver.FirstSolution
	if a, found := s.remember(context.WithoutCancel(ctx), p, b, time.Second); found {
		return a, nil
	}
	return known, nil
}

// takeIdleTurn waits, after a pause, for a turn that no verdict waits for; false if the
// context ends.
func (s *Bulk) takeIdleTurn(ctx context.Context, pause time.Duration) bool {
	s.optimizing.Add(1)
	defer s.optimizing.Add(-1)
	for ; ; pause = poll {
		if watch.Pause(ctx, pause) != nil {
			return false
		}
		if s.waiting.Load() == 0 {
			select {
			case s.turns <- struct{}{}:
				return true
			default:
			}
		}
	}
}

// interrupt cancels a search for a shorter solution when others should have its turn. When
// the search has ended the channel receives whether that happened.
func (s *Bulk) interrupt(search context.Context, cancel context.CancelFunc, slice time.Duration) <-chan bool {
	interrupted := make(chan bool, 1)
	began := time.Now()
	go func() {
		again := time.Tick(poll)
		for {
			select {
			case <-again:
			case <-search.Done():
				interrupted <- false
				return
			}
			ran := time.Since(began)
			if s.waiting.Load() > 0 && ran >= sliceForVerdict || s.optimizing.Load() > 0 && ran >= slice {
				interrupted <- true
				cancel()
				return
			}
		}
	}()
	return interrupted
}

// stopped returns the answer to a problem whose context ended before its search began.
func stopped(ctx context.Context) solver.Answer {
	return solver.Answer{Result: solver.Stopped(solver.NewClock(ctx)), Source: solver.FromSearch}
}
