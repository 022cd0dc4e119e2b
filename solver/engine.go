package solver

import "context"

// Engine searches. It owns the tables it searches with, so that one Engine solves
// one problem at a time; a service keeps one per worker.
type Engine interface {
	// Solve searches until it knows, the context ends or the budget is spent. It
	// looks at the context often enough to return within a few milliseconds of
	// its end. The same problem with the same budget of states gives the same
	// Result on every machine, if neither time nor memory runs out before.
	Solve(ctx context.Context, p *Problem, b Budget) Result
}

// Epoch counts the times that an engine's proofs were found unsound. Verdicts are
// remembered together with the epoch in which they were found; those of earlier
// epochs are forgotten. It is raised in the commit that mends such a fault.
const Epoch = 1
