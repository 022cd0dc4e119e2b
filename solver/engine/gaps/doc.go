// Package gaps solves games of sequences; Gaps is the best known. They have rows of places, some
// of them empty; a gap takes the card that follows its neighbour; at the end every row is in
// order.
//
// # Method
//
// A state is the place of each card. Its key has 128 bits, the sum of random numbers for each
// card at each place. Cards can cycle (a two between rows, or a card between the two sides of a
// neighbour), so states on the path are pinned in the table, as in the general engine. The search
// is a loop over a path in borrowed memory, which can be as long as there are states.
//
// # Dead ends
//
// Most boards are lost long before no move is left. A relaxed game, in which a moved card also
// stays where it was and a filled gap also stays a gap, is solved in a few passes over the cards,
// with bit sets of places. What can't be reached there can't be reached at all (relax.go;
// docs/inside/gaps.md has the argument). This finds a third of all states lost, and so cuts off
// large parts of the search.
//
// # Dives
//
// Without fixed suits there are far too many states, and early moves decide the game. So the
// engine restarts again and again with another random order of moves.
//
// Files: board.go has the state, relax.go the dead-end test, search.go the search, engine.go the
// schedule of searches.
package gaps
