// Package solver is the contract between callers who ask about a game of patience and the
// engines that search for an answer.
//
// A [Problem] is rules and a position, validated, with a permanent id. A [Budget] bounds
// what an engine may spend on it. A [Result] is what the engine found: a [Verdict], and
// with Winnable the moves. Which verdict an engine may give is the heart of the contract:
//
//   - Winnable needs a solution, which the referee (package game) replays before it is
//     answered.
//   - Unwinnable needs a complete search: nothing pruned without a proof, nothing cut by
//     a budget, no two positions mistaken for one another.
//   - Unknown is everything else, with a [Reason]. It is an answer, not an error.
//
// This package and all packages it imports use no network, no database and no logging. A
// [Clock] is all that they know of the time.
//
// The files: problem.go, budget.go, clock.go, meter.go, result.go and engine.go; record.go has what is
// stored of a problem.
package solver
