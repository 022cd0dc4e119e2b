package pool

import (
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// ErrClosed is the error of calls after Close.
var ErrClosed error = closed{}

type closed struct{}

func (closed) Error() string { return "the service is stopping" }

// Unavailable makes this error a 503.
func (closed) Unavailable() bool { return true }

// Busy is the error of a call when all workers are taken and the queue is full.
type Busy struct {
	After time.Duration // estimated time until the queue is empty, from a second to a minute
}

func (e *Busy) Error() string {
	return "all workers are taken and the queue is full; try again later"
}

// RetryAfter returns how long to wait before the next attempt.
func (e *Busy) RetryAfter() time.Duration { return e.After }

// Panic is the error of a call whose engine panicked.
type Panic struct {
	Problem *solver.Problem
	Value   any    // of the panic
	Stack   []byte // as debug.Stack returns it
}

func (e *Panic) Error() string {
	return fmt.Sprintf("engine panicked on %s: %v", e.Problem.ID(), e.Value)
}
