package shortening

import (
	"container/list"
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Shorten makes a line of a problem shorter, as solver.AnySolution asks for, and returns how long
// that took. It ends early, with the same line or a shorter one, when the context ends.
type Shorten func(ctx context.Context, p *solver.Problem, line []game.Move) ([]game.Move, time.Duration)

// Verdicts stores records; *verdict.Service does.
type Verdicts interface {
	// Replace verifies a record and stores it.
	Replace(p *solver.Problem, r solver.Record) error
}

// Observer receives events for metrics.
type Observer interface {
	// Unshortened reports a solution that is not shortened, because too many wait for that.
	Unshortened()
	// Panicked reports a panic.
	Panicked()
}

// most is how many solutions wait to be shortened.
const most = 500

// Service shortens solutions, from Start to Close.
type Service struct {
	shorten  Shorten
	observer Observer
	log      *slog.Logger
	end      context.CancelFunc
	running  sync.WaitGroup
	arrived  watch.Bell

	mu      sync.Mutex // guards what follows
	waiting list.List  // of rough, the oldest first
	places  map[solver.ID]*list.Element
}

// rough is a record with a rough solution.
type rough struct {
	problem *solver.Problem
	record  solver.Record
}

// New makes a Service, which queues until it is started.
func New(shorten Shorten, o Observer, log *slog.Logger) *Service {
	return &Service{shorten: shorten, observer: o, log: log, end: func() {}, arrived: watch.NewBell(), places: map[solver.ID]*list.Element{}}
}

// Add queues a record with a rough solution, unless it is there.
func (s *Service) Add(p *solver.Problem, r solver.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.places[r.ID] != nil {
		return
	}
	s.places[r.ID] = s.waiting.PushBack(rough{p, r})
	if s.waiting.Len() > most {
		s.remove(s.waiting.Front())
		s.observer.Unshortened()
	}
	s.arrived.Ring()
}

// take removes the latest record; false if there is none.
func (s *Service) take() (rough, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.waiting.Back()
	if last == nil {
		return rough{}, false
	}
	return s.remove(last), true
}

func (s *Service) remove(place *list.Element) rough {
	r := s.waiting.Remove(place).(rough)
	delete(s.places, r.record.ID)
	return r
}

// Start begins to shorten solutions, one after the other.
func (s *Service) Start(verdicts Verdicts) {
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
				err = verdicts.Replace(next.problem, r)
			}
			if err != nil { // each answer would try it again
				next.record.Rough = false
				_ = verdicts.Replace(next.problem, next.record) // it was verified before
			}
		}
	})
}

// shortened returns a record with a shorter solution, and recovers a panic.
func (s *Service) shortened(ctx context.Context, of rough) (r solver.Record, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
			s.observer.Panicked()
			s.log.Error("shortening failed", "id", r.ID, "problem", r.Problem, "error", err, "stack", string(debug.Stack()))
		}
	}()
	r = of.record
	line, took := s.shorten(ctx, of.problem, r.Solution)
	r.Solution, r.Rough = line, false
	r.Shortening += took
	return r, nil
}

// Close ends the work, also in the middle of a solution.
func (s *Service) Close(ctx context.Context) error {
	s.end()
	return watch.Wait(ctx, s.running.Wait)
}
