package api

import (
	"fmt"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// spending is the part of requests for searches that says what they may take.
type spending struct {
	deadline time.Duration
	budget   solver.Budget
	warnings []string // of what was cut
}

// decodeSpending reads a deadline, which the server's longest may cut, and a budget of
// states, which its largest may cut. The usual deadline is that of requests that name
// none.
func (s *spending) decodeSpending(fields map[string]*strict.Node, limits Limits, usual time.Duration) {
	s.deadline = min(usual, limits.Deadline)
	if node := fields["deadline_ms"]; node != nil {
		s.deadline = time.Duration(s.positive(node, limits.Deadline.Milliseconds(), "milliseconds in which to answer")) * time.Millisecond
	}
	s.budget.States = s.decodeStates(fields["states"], limits)
}

// decodeStates reads a budget of states, which the server's largest may cut. A
// budget of 0 is no bound.
func (s *spending) decodeStates(node *strict.Node, limits Limits) int64 {
	if node == nil {
		return limits.States
	}
	return s.positive(node, limits.mostStates(), "states to search")
}

// mostStates is the largest budget of states that may be asked for.
func (l Limits) mostStates() int64 {
	if l.States == 0 {
		return math.MaxInt64
	}
	return l.States
}

// positive reads a number of 1 or more. One that is greater than the server's
// most is cut, and the answer will say so.
func (s *spending) positive(node *strict.Node, most int64, what string) int64 {
	n := int64(1)
	node.Int64(&n, math.MinInt64, math.MaxInt64)
	switch {
	case n <= 0:
		node.Complain("%d leaves no %s: 1 is the least", n, what)
	case n > most:
		s.warnings = append(s.warnings, fmt.Sprintf("%s: %d is above this server's maximum, %d, which was taken instead", node.Path(), n, most))
		return most
	}
	return n
}
