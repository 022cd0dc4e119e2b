// Package gaps solves the games of sequences, of which Gaps is the best known: rows
// of places, some of them empty; into a gap goes the card that follows its
// neighbour; in the end every row is in order.
//
// # The idea
//
// A state is where each card lies, known by 128 bits, the sum of random numbers for
// each card at each place. Cards may go round in circles (a two from row to row, or a
// card from one side of a neighbour to the other), so the states on the path are
// pinned in the table, as in the general engine. The search is a loop over a path
// in borrowed memory: it can be as deep as there are states.
//
// # Lost in relaxation
//
// Most boards are lost long before nothing moves any more. A relaxed game, in which a
// card that has moved is still where it was and a gap that is filled is still a gap,
// is solved in a few passes over the cards with a word of places for each; what
// can't be reached there can't be reached at all (relax.go; docs/engines/gaps.md has the
// argument). It finds a third of all states lost, and what matters more, whole
// regions that a search would have to walk through.
//
// # Dives
//
// With free rows there are far too many states, and what decides a game is done
// early. So the engine begins anew again and again, each time another way down.
//
// The organs: board.go has the state, relax.go the test, search.go the search,
// engine.go says how it is used.
package gaps
