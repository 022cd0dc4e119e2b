// Package shorten makes winning lines shorter, of whatever game and engine.
//
// # The idea
//
// An engine looks for any win. One that searches depth first wanders on the way,
// and its lines have hundreds of moves where dozens would do. But a program that has a
// line has much of what a shortest one needs: a chain of states of which each can
// be won. So the line is taken as a path in the graph of states, and the graph is
// explored near it, until a shorter path shows.
//
// # Steps
//
//	line ──> path of keys ──> loops cut ──> rounds of exploring ──> moves
//
// The path: the line is played once, and every state it goes through written down
// as a key of 64 bits that does not depend on the order of columns and cells which
// the rules can't tell apart (table.go). Where turns of the stock can wait they do,
// until the card is played that they are for (talon.go).
//
// Loops: a state that comes twice is left the way it is left the last time
// (loops.go).
//
// Rounds (rounds.go): states near the path are listed, with the options that lead
// from one to another, and the shortest way through them is the next path
// (graph.go). What is near is either within so many moves of the path, as in the
// plan neighbourhood graph search of Nakhost & Müller, "Action Elimination and Plan
// Neighborhood Graph Search: Two Algorithms for Plan Improvement" (ICAPS 2010),
// section 4 (explore.go); or it was met by a probe, a search from one state of the
// path to a later one, led by how many cards do not lie yet where they lie there
// (probe.go, misplaced.go).
//
// Moves: the last path is walked, and in each state the option taken that leads to
// the next key. So nothing needs renaming when a short cut arrives at a state with
// its columns in another order.
//
// Before and after the rounds the stock is turned anew, with the moves in an order
// that needs fewer turns (schedule.go).
//
// # Trust
//
// The package knows no rules. It guesses which moves are worth asking about, by
// rank, and asks the referee (options.go, table.go). Two states with one key would
// lead to a path that can't be walked, a wrong guess to one that is never found: in
// either case, as in any other in which something is not as it should be, the line
// comes back as it was. What comes back has been replayed.
//
// # Effort
//
// It is counted in moves that the referee is asked about or makes, so that the same
// line gives the same answer everywhere; shorten.go says how many they may be. The
// context is looked at besides.
package shorten
