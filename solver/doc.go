// Package solver is the contract between those who ask about a game of patience
// and the engines that search for an answer.
//
// A [Problem] is rules and a position, checked, with the id under which its
// verdict is known for good. A [Budget] says what an engine may spend on it. A
// [Result] is what the engine found: a [Verdict], and with Winnable the moves.
// There are three verdicts, and which of them an engine may give is the heart of
// the contract:
//
//   - Winnable comes with a solution, which the referee (package game) replays
//     before anybody is told;
//   - Unwinnable is said only by a complete search: nothing pruned without a
//     proof, nothing cut by a budget, no two positions taken for one;
//   - Unknown is everything else, and says why ([Reason]). It is an answer, not
//     an error.
//
// This package and all below it are a closed world of cards: no network, no
// database, no logging, and no clock but the deadline of the context they are
// handed.
//
// The organs: problem.go, budget.go, result.go, engine.go, and record.go for what
// is remembered of a problem.
package solver
