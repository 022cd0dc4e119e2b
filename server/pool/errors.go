package pool

import (
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// ErrClosed is the error of what is asked after Close.
var ErrClosed error = closed{}

type closed struct{}

func (closed) Error() string { return "the service is stopping" }

// Unavailable reports that it is no fault.
func (closed) Unavailable() bool { return true }

// Busy is the error of a problem for which all workers are taken and the queue has no
// place left.
type Busy struct {
	After time.Duration // how long the queue will take if it goes on as of late; from a second to a minute
}

func (e *Busy) Error() string {
	return "all workers are taken and the queue is full; try again later"
}

// RetryAfter returns when to try again.
func (e *Busy) RetryAfter() time.Duration { return e.After }

// Panic says that an engine broke down on a problem.
type Panic struct {
	Problem *solver.Problem
	Value   any    // what it panicked with
	Stack   []byte // where, as debug.Stack writes it
}

func (e *Panic) Error() string {
	return fmt.Sprintf("an engine panicked on %s: %v", e.Problem.ID(), e.Value)
}
