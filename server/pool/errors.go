package pool

import (
	"errors"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// ErrClosed is the answer to a problem that comes after Close.
var ErrClosed = errors.New("the solver pool is closed")

// Busy says that all workers search and no place is left in the queue.
type Busy struct {
	// RetryAfter is how long the queue will take to be worked off, if it goes on
	// as of late; between a second and a minute.
	RetryAfter time.Duration
}

func (e *Busy) Error() string {
	return fmt.Sprintf("all solvers are busy and the queue is full; come back in %v", e.RetryAfter)
}

// Panic says that an engine broke down on a problem.
type Panic struct {
	Problem *solver.Problem
	Value   any    // what it panicked with
	Stack   []byte // where, as debug.Stack writes it
}

func (e *Panic) Error() string {
	return fmt.Sprintf("an engine panicked on %s: %v", e.Problem.ID(), e.Value)
}
