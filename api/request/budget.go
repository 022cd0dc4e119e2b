package request

import (
	"fmt"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Limits bound what a search may take.
type Limits struct {
	Deadline        time.Duration // the longest deadline
	DefaultDeadline time.Duration // for requests that name none
	States          int64         // the largest budget of states; 0 is no bound
}

// MostStates returns the largest budget of states that may be asked for.
func (l Limits) MostStates() int64 {
	if l.States == 0 {
		return math.MaxInt64
	}
	return l.States
}

// Budget is what a search may take.
type Budget struct {
	solver.Budget
	Deadline time.Duration // from arrival
	Warnings []string      // of values that were reduced
}

// DecodeBudget reads a deadline and a budget of states, and reduces them to the limits.
// Usual is the deadline of requests that name none.
func DecodeBudget(fields map[string]*strict.Node, limits Limits, usual time.Duration) Budget {
	b := Budget{Deadline: min(usual, limits.Deadline)}
	b.States = limits.States // 0 is no bound
	if node := fields["deadline_ms"]; node != nil {
		b.Deadline = time.Duration(b.Positive(node, limits.Deadline.Milliseconds())) * time.Millisecond
	}
	if node := fields["states"]; node != nil {
		b.States = b.Positive(node, limits.MostStates())
	}
	return b
}

// Positive reads a number of at least 1. A number above most is reduced, with a warning.
func (b *Budget) Positive(node *strict.Node, most int64) int64 {
	n := int64(1)
	node.Int64(&n, 1, math.MaxInt64)
	if n > most {
		b.Warnings = append(b.Warnings, fmt.Sprintf("%s: %d reduced to the maximum, %d", node.Path(), n, most))
		return most
	}
	return n
}
