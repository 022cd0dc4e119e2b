// Package shorten makes winning lines shorter, whatever the game and the engine.
//
// # Method
//
// An engine looks for any win. Depth-first search makes detours, and its lines have hundreds of
// moves where dozens would do. But a line is a chain of winnable states. So the line is taken as
// a path in the graph of states, and the graph is explored near it until there is a shorter path.
//
// # Steps
//
// line ──> path of keys ──> loops cut ──> rounds of exploring ──> moves
//
// The path: the line is played once, and each state is recorded as a key of 64 bits that does not
// depend on the order of columns and cells that are equivalent under the rules (table.go). Turns
// of the stock are delayed, where possible, until the play of the card that they are for
// (talon.go).
//
// Loops: the part between two visits of a state is cut (shorten.go).
//
// Rounds (rounds.go): states near the path are listed, with the options that lead from one to
// another, and the shortest way through them is the next path (graph.go). Near means one of two
// things. Either within a number of moves of the path, as in the plan neighbourhood graph search
// of Nakhost & Müller, "Action Elimination and Plan Neighborhood Graph Search: Two Algorithms for
// Plan Improvement" (ICAPS 2010), section 4 (explore.go). Or reached by a probe, a search from
// one state of the path to a later one, guided by the number of cards that do not lie yet where
// they lie there (probe.go, misplaced.go).
//
// Moves: the last path is walked, each time by the option that leads to the next key. So no move
// needs to be translated if the path reaches a state with its columns in another order.
//
// Before and after the rounds, the turns of the stock are rescheduled, with the moves in an order
// that needs fewer of them (schedule.go).
//
// # Correctness
//
// The package has no rules. It uses ranks to guess which moves may be legal, and asks the referee
// (options.go, table.go). If two states have the same key, a path may not be playable; if a guess
// is wrong, a shorter path is missed. In these and all other cases of failure the original line
// is returned. The referee has replayed whatever is returned.
//
// # Effort
//
// Effort is counted in moves that the referee checks or makes, so that the result for a line is
// deterministic; shorten.go has the limit. The clock is asked as well.
package shorten
