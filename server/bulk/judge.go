package bulk

import (
	"context"
	"errors"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Book answers problems; *verdict.Book is one.
type Book interface {
	// Answer answers from memory or by a search; *pool.Busy if there is no room for one.
	Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool) (solver.Answer, error)
	// Remember answers from memory alone; false if a search is needed.
	Remember(ctx context.Context, p *solver.Problem, b solver.Budget) (solver.Answer, bool)
}

// Judge answers problems of bulk work, a few at a time.
type Judge struct {
	book  Book
	turns chan struct{} // holds one element for each search under way
}

// New makes a Judge that takes all workers but one, and one where there is no other.
func New(book Book, workers int) *Judge {
	return &Judge{book, make(chan struct{}, Places(workers))}
}

// Places is how many of so many workers bulk work may have at a time.
func Places(workers int) int { return max(1, workers-1) }

// Pauses between attempts to get into a pool whose queue is full.
const (
	firstPause = 20 * time.Millisecond
	lastPause  = time.Second
)

// Answer answers a problem as the Book does, but is never refused because the pool is
// full. Within is the time for the search; what is spent waiting for the turn does not
// count. The context bounds everything: its end is answered with Unknown.
func (j *Judge) Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error) {
	if ctx.Err() != nil {
		return ended(ctx), nil
	}
	if !fresh {
		short, cancel := context.WithTimeout(ctx, within)
		a, known := j.book.Remember(short, p, b)
		cancel()
		if known {
			return a, nil
		}
	}
	select {
	case j.turns <- struct{}{}:
		defer func() { <-j.turns }()
	case <-ctx.Done():
		return ended(ctx), nil
	}
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		short, cancel := context.WithTimeout(ctx, within)
		a, err := j.book.Answer(short, p, b, fresh)
		cancel()
		if _, full := errors.AsType[*pool.Busy](err); !full {
			return a, err
		}
		again := time.NewTimer(pause)
		select {
		case <-again.C:
		case <-ctx.Done():
			again.Stop()
			return ended(ctx), nil
		}
	}
}

// ended is the answer to whoever did not get a turn in time.
func ended(ctx context.Context) solver.Answer {
	because := solver.Cancelled
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		because = solver.Deadline
	}
	return solver.Answer{
		Result: solver.Result{Verdict: solver.Unknown, Because: because},
		Source: solver.FromSearch,
	}
}
