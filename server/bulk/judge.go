package bulk

import (
	"context"
	"errors"
	"sync/atomic"
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
	book    Book
	turns   chan struct{} // holds one element for each search under way
	waiting atomic.Int64  // searches for a verdict that wait for a turn
	seeking atomic.Int64  // searches for a shorter solution that do
}

// New makes a Judge that takes all workers but one, and one where there is no other.
func New(book Book, workers int) *Judge {
	return &Judge{book: book, turns: make(chan struct{}, max(1, workers-1))}
}

const (
	// Pauses between attempts to get into a pool whose queue is full.
	firstPause = 20 * time.Millisecond
	lastPause  = time.Second

	// look is how often a search for a shorter solution looks whether somebody waits.
	look = 100 * time.Millisecond
	// forVerdict is how long it goes on if a verdict does, and forOthers, the first time,
	// if another search of its own kind does.
	forVerdict = time.Second
	forOthers  = 10 * time.Second
)

// Answer answers a problem as the Book does, but is never refused because the pool is
// full. Within is the time for the search; what is spent waiting for the turn does not
// count. The context bounds everything: its end is answered with Unknown, or with what is
// known.
func (j *Judge) Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error) {
	if ctx.Err() != nil {
		return ended(ctx), nil
	}
	if !fresh {
		if a, known := j.remember(ctx, p, b, within); known {
			return a, nil
		}
		if b.Objective.Optimizes() {
			verdict := b
			verdict.Objective = solver.AnySolution
			if a, known := j.remember(ctx, p, verdict, within); known && a.Verdict == solver.Winnable {
				return j.improve(ctx, p, b, within, a)
			}
		}
	}
	j.waiting.Add(1)
	select {
	case j.turns <- struct{}{}:
		j.waiting.Add(-1)
		defer func() { <-j.turns }()
	case <-ctx.Done():
		j.waiting.Add(-1)
		return ended(ctx), nil
	}
	return j.ask(ctx, p, b, fresh, within)
}

func (j *Judge) remember(ctx context.Context, p *solver.Problem, b solver.Budget, within time.Duration) (solver.Answer, bool) {
	short, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return j.book.Remember(short, p, b)
}

// ask asks the Book until the pool has room.
func (j *Judge) ask(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error) {
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

// improve looks for a shorter solution than one that is known. Verdicts come first: it
// begins when none is waited for, and breaks off when one is, to begin again from what it
// has found. Searches of its own kind take turns of growing length.
func (j *Judge) improve(ctx context.Context, p *solver.Problem, b solver.Budget, within time.Duration, known solver.Answer) (solver.Answer, error) {
	pause := time.Duration(0) // after a turn, for the others to take theirs
	for slice, left := forOthers, within; left > 0 && j.turnToSeek(ctx, pause); slice *= 2 {
		search, cancel := context.WithCancel(ctx)
		cut := j.cut(search, cancel, slice)
		began := time.Now()
		a, err := j.ask(search, p, b, false, left)
		cancel()
		<-j.turns
		if left -= time.Since(began); err != nil || !<-cut && a.Verdict == solver.Winnable {
			return a, err
		}
		pause = 2 * look
	}
	// The time is up while others have their turn, or was when the search broke off.
	b.Objective = solver.AnySolution
	if a, found := j.remember(context.WithoutCancel(ctx), p, b, time.Second); found {
		return a, nil
	}
	return known, nil
}

// turnToSeek waits, after a pause, for a turn that nobody wants for a verdict; false if
// the context ends.
func (j *Judge) turnToSeek(ctx context.Context, pause time.Duration) bool {
	j.seeking.Add(1)
	defer j.seeking.Add(-1)
	again := time.NewTimer(pause)
	defer again.Stop()
	for {
		select {
		case <-again.C:
		case <-ctx.Done():
			return false
		}
		if j.waiting.Load() == 0 {
			select {
			case j.turns <- struct{}{}:
				return true
			default:
			}
		}
		again.Reset(look)
	}
}

// cut cancels a search for a shorter solution when others should have its turn. When the
// search has ended it says whether it did.
func (j *Judge) cut(search context.Context, cancel context.CancelFunc, slice time.Duration) <-chan bool {
	was := make(chan bool, 1)
	began := time.Now()
	go func() {
		again := time.NewTicker(look)
		defer again.Stop()
		for {
			select {
			case <-again.C:
			case <-search.Done():
				was <- false
				return
			}
			ran := time.Since(began)
			if j.waiting.Load() > 0 && ran >= forVerdict || j.seeking.Load() > 0 && ran >= slice {
				was <- true
				cancel()
				return
			}
		}
	}()
	return was
}

// ended returns the answer to a problem whose context ended before it had a turn.
func ended(ctx context.Context) solver.Answer {
	return solver.Answer{Result: solver.Stopped(ctx), Source: solver.FromSearch}
}
