package solver

// Engine searches. It owns its tables, so one Engine solves one problem at a time; a
// service keeps one per worker.
type Engine interface {
	// Solve searches until the verdict is known, the clock ends or the budget is spent. It
	// returns within a few milliseconds of the clock's end. The same problem with the same
	// budget of states gives the same Result on every machine, unless time or memory runs
	// out first.
	Solve(clock *Clock, p *Problem, b Budget) Result
}

// Epoch counts how often an engine's proofs were found unsound. The commit that fixes such a fault
// raises Epoch. Verdicts are stored with the epoch of their time, and verdicts of earlier epochs
// are ignored.
const Epoch = 1
