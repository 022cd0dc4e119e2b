package main

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// idle is an engine that waits for the deadline.
type idle struct{}

func (idle) Solve(ctx context.Context, _ *solver.Problem, _ solver.Budget) solver.Result {
	<-ctx.Done()
	return solver.Result{Verdict: solver.Unknown, Reason: solver.StopReason(ctx)}
}

// liar is an engine that reports a win without a move.
type liar struct{}

func (liar) Solve(context.Context, *solver.Problem, solver.Budget) solver.Result {
	return solver.Result{Verdict: solver.Winnable}
}
