package main

import (
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// idle is an engine that waits for the end of its clock.
type idle struct{}

func (idle) Solve(clock *solver.Clock, _ *solver.Problem, _ solver.Budget) solver.Result {
	left, _ := clock.Left()
	time.Sleep(left)
	return solver.Stopped(clock)
}

// liar is an engine that reports a win without a move.
type liar struct{}

func (liar) Solve(*solver.Clock, *solver.Problem, solver.Budget) solver.Result {
	return solver.Result{Verdict: solver.Winnable}
}
