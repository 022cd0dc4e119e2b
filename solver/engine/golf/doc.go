// Package golf solves the games in which every card is played into one hole, rank next
// to rank, and nothing is built in the tableau: Golf, Black Hole, Worm Hole and all others
// of that kind that the rule language can describe. In answers the engine is called
// "hole", its older name.
//
// # The idea
//
// Suits don't matter, and cards only ever leave. So a state is how many cards each column
// has left, the rank on top of the hole, the ranks in the cells and how far the stock is
// dealt. That is a number in a mixed radix that fits a word (38 bits for Black Hole),
// exact, not a hash. No state can come back, so the set of states seen may forget
// anything. The search is a recursion no deeper than the deck.
//
// # Moves into cells
//
// Laying a card in a cell changes neither the hole nor any other column, so it can be
// delayed until the card that it uncovers is played. So the engine has no move into a
// cell. It has the move "lay the k top cards of a column into cells and play the next
// one" (proof in docs/inside/golf.md; Masten does the same for Worm Hole).
//
// # The walk test
//
// The rest of a game is a walk on the circle of ranks that starts at the hole's rank and
// visits each rank as often as there are cards of it. How often each edge of the circle is
// walked follows from those numbers and the end of the walk, because the circle is odd. If
// no end gives possible numbers, the state is lost, whatever the columns are (walk.go).
//
// # Files
//
//	board.go   the state, and solutions as the referee's moves
//	walk.go    the walk test
//	search.go  the search
package golf
