package pool

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Shorten makes the solution line of a problem shorter, as for solver.AnySolution, and returns how
// long that took. When the context ends, it returns the shortest line so far.
type Shorten func(ctx context.Context, p *solver.Problem, line []game.Move) ([]game.Move, time.Duration)

// mostRough is how many solutions may wait to be shortened.
const mostRough = 500

// Shortening shortens solutions after they were answered, from Start to Close.
//
// A search ends with its first solution, which is answered as it is; it is called rough. Add queues
// its record. One goroutine shortens the queued solutions when the pool is quiet, and replaces each
// record by the better one. The latest comes first, since it is the most likely to be requested
// again. If too many wait, the oldest is dropped; it is queued again when it is answered from memory.
//
//	verdict ── a rough record ──> Add ──> [ queue ] ──> Shorten ──> replace ──> verdict
type Shortening struct {
	shorten               Shorten
	unshortened, panicked func()
	log                   *slog.Logger
	end                   context.CancelFunc
	running               sync.WaitGroup
	arrived               watch.Bell

	mu      sync.Mutex // guards what follows
	waiting []rough    // the oldest first
}

// rough is a record with a rough solution.
type rough struct {
	problem *solver.Problem
	record  solver.Record
}

// NewShortening makes a Shortening. It calls unshortened for each solution that is dropped because too
// many wait, and panicked for each panic of shorten.
func NewShortening(shorten Shorten, unshortened, panicked func(), log *slog.Logger) *Shortening {
	return &Shortening{shorten: shorten, unshortened: unshortened, panicked: panicked, log: log, end: func() {}, arrived: watch.NewBell()}
}

// Add queues a record with a rough solution, unless the problem is queued already.
func (s *Shortening) Add(p *solver.Problem, r solver.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.ContainsFunc(s.waiting, func(w rough) bool { return w.record.ID == r.ID }) {
		return
	}
	if len(s.waiting) == mostRough {
		s.waiting = slices.Delete(s.waiting, 0, 1)
		s.unshortened()
	}
	s.waiting = append(s.waiting, rough{p, r})
	s.arrived.Ring()
}

// take removes the latest record; false if there is none.
func (s *Shortening) take() (rough, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.waiting) - 1
	if last < 0 {
		return rough{}, false
	}
	r := s.waiting[last]
	s.waiting = slices.Delete(s.waiting, last, last+1)
	return r, true
}

// Start begins to shorten queued solutions, one after the other. It calls replace with each shorter
// record; replace verifies and stores it.
func (s *Shortening) Start(replace func(*solver.Problem, solver.Record) error) {
	ctx, end := context.WithCancel(context.Background())
	s.end = end
	s.running.Go(func() {
		for {
			next, found := s.take()
			if !found {
				select {
				case <-s.arrived:
					continue
				case <-ctx.Done():
					return
				}
			}
			r, err := s.shortened(ctx, next)
			if ctx.Err() != nil {
				return
			}
			if err == nil {
				err = replace(next.problem, r)
			}
			if err != nil { // each answer would try it again
				next.record.Rough = false
				_ = replace(next.problem, next.record) // it was verified before
			}
		}
	})
}

// shortened returns a record with a shorter solution, and recovers a panic.
func (s *Shortening) shortened(ctx context.Context, of rough) (r solver.Record, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
			s.panicked()
			s.log.Error("shortening a solution panicked", "id", r.ID, "problem", r.Problem, "error", err, "stack", string(debug.Stack()))
		}
	}()
	r = of.record
	line, took := s.shorten(ctx, of.problem, r.Solution)
	r.Solution, r.Rough = line, false
	r.Shortening += took
	return r, nil
}

// Close stops shortening, even in the middle of a solution.
func (s *Shortening) Close(ctx context.Context) error {
	s.end()
	return watch.Wait(ctx, s.running.Wait)
}

const (
	// shortenPatience is how long shortening a solution gives way to searches before it goes on for a
	// moment.
	shortenPatience = time.Second
	// lull is how long no call has come when a solution is shortened without waiting further. A client
	// that asks one question after the other would wait for a processor each time.
	lull = 25 * time.Millisecond
)

// WhenQuiet returns a Shorten that waits for a moment without new calls, but at most for a second.
// Then it runs shorten behind the pool's gate.
func (p *Pool) WhenQuiet(shorten func(clock *solver.Clock, of *solver.Problem, line []game.Move) []game.Move) Shorten {
	return func(ctx context.Context, of *solver.Problem, line []game.Move) ([]game.Move, time.Duration) {
		for began := time.Now(); time.Since(began) < shortenPatience; {
			left := lull - p.quiet()
			if left <= 0 {
				break
			}
			if watch.Pause(ctx, left) != nil {
				return line, 0
			}
		}
		clock, leave := p.Gate.Enter(ctx, shortenPatience)
		defer leave()
		line = shorten(clock, of, line)
		return line, clock.Spent()
	}
}

// quiet returns how long no call has come.
func (p *Pool) quiet() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Since(p.last)
}
