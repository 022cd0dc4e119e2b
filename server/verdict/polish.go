package verdict

import (
	"container/list"
	"context"
	"runtime/debug"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Shorten makes a line of a problem shorter, as solver.AnySolution asks for, and returns how long
// that took. It ends early, with the same line or a shorter one, when the context ends.
type Shorten func(ctx context.Context, p *solver.Problem, line []game.Move) ([]game.Move, time.Duration)

// mostRough is how many rough solutions wait to be shortened.
const mostRough = 500

// polish is the list of records whose solutions are rough, and are to be shortened when there is
// time. The latest comes first, as it is the likeliest to be asked for again. The oldest is
// forgotten if there are too many: it comes back when it is answered from memory.
type polish struct {
	arrived watch.Bell

	mu      sync.Mutex // guards what follows
	waiting list.List  // of rough, the oldest first
	places  map[solver.ID]*list.Element
}

// rough is a record with a rough solution.
type rough struct {
	problem *solver.Problem
	record  solver.Record
}

// add adds a record, unless it is there. It reports whether another one was forgotten for it.
func (l *polish) add(p *solver.Problem, r *solver.Record) (full bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.places[r.ID] != nil {
		return false
	}
	l.places[r.ID] = l.waiting.PushBack(rough{p, *r})
	if full = l.waiting.Len() > mostRough; full {
		l.remove(l.waiting.Front())
	}
	l.arrived.Ring()
	return full
}

// take removes the latest record; false if there is none.
func (l *polish) take() (rough, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	last := l.waiting.Back()
	if last == nil {
		return rough{}, false
	}
	return l.remove(last), true
}

func (l *polish) remove(place *list.Element) rough {
	r := l.waiting.Remove(place).(rough)
	delete(l.places, r.record.ID)
	return r
}

// polishLater queues a record, if its solution is rough, and somebody shortens such.
func (s *Service) polishLater(p *solver.Problem, r *solver.Record) {
	if r.Rough && s.Shorten != nil && s.polish.add(p, r) {
		s.Observer.Unshortened()
	}
}

// polishAll shortens rough solutions one after the other until the context ends. What it finds is
// stored like the result of a search.
func (s *Service) polishAll(ctx context.Context) {
	for {
		next, found := s.polish.take()
		if !found {
			select {
			case <-s.polish.arrived:
				continue
			case <-ctx.Done():
				return
			}
		}
		r, err := s.polished(ctx, next)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			s.Observer.Refused(AtEngine)
			s.logFailure(next.problem, err)
			r = next.record
			r.Rough = false // or each answer would try it again
		}
		s.backlog.add(r)
	}
}

// polished returns a record with its solution shortened, and verified.
func (s *Service) polished(ctx context.Context, of rough) (r solver.Record, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &pool.Panic{Problem: of.problem, Value: v, Stack: debug.Stack()}
		}
	}()
	r = of.record
	line, took := s.Shorten(ctx, of.problem, r.Solution)
	r.Solution, r.Rough = line, false
	r.Shortening += took
	return r, verify(of.problem, &r)
}

// unfinished reports whether a question demands that a record's solution is shortened further.
func (s *Service) unfinished(r *solver.Record, b solver.Budget) bool {
	return r.Rough && s.Shorten != nil && b.Objective == solver.AnySolution
}
