// Package golf solves the games in which everything is played into one hole, rank
// next to rank, and nothing is built in the tableau: Black Hole, Worm Hole, Golf
// and whatever else the rule language can say of that kind.
//
// # The idea
//
// Suits don't matter, and cards only ever leave. So a state is how many cards each
// column has left, the rank on top of the hole, the ranks in the cells and how far
// the stock is dealt: a number in a mixed radix that fits a word (Black Hole needs
// 38 bits), exact, with no hash to trust. No state can come back, so that the set
// of those seen may forget whatever it likes. The search is a recursion no deeper
// than the deck.
//
// # A park is worth nothing by itself
//
// Laying a card in a cell changes neither the hole nor any other column, so it can
// always be put off until the card that it uncovers is played. So the engine has no
// move into a cell; it has the move "lay the k top cards of a column into cells and
// play the next one" (docs/methods.md has the argument; Masten uses the like for
// Worm Hole).
//
// # The walk test
//
// What is left to be done is a walk on the circle of ranks that starts at the
// hole's rank and visits each rank as often as there are cards of it. How often
// each edge of the circle is walked follows from those numbers and the end of the
// walk, because the circle is odd; if no end gives numbers that can be, the state
// is lost, whatever the columns look like (walk.go).
//
// The organs: board.go has the state, walk.go the test, search.go the search.
package golf
