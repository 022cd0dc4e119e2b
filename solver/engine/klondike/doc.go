// Package klondike solves Klondike and its variants: one pack in columns, built in
// alternating colours, in suit or in any suit, runs moving in parts, kings or nothing
// in spaces, and a stock turned to a waste.
//
// # The idea
//
// Most of what a player does in Klondike changes nothing: a run goes from one red
// nine to the other, a card goes up and comes back. The search leaves all of that
// out. What is left are moves that can't be undone, one for each card at most, or two
// where foundations keep theirs. So it goes depth first without ever coming back to
// where it was, and when it leaves a node it knows for certain what became of it. One
// complete search gives wins and losses.
//
// # A state is one number
//
// A card that has moved lies on one of the cards on which the rules allow it, and it
// does not matter on which: whoever wants the other one bare can move it there. So a
// state says how high the foundations are, how many cards of each column have never
// moved, which cards of the stock are left and how many of them are turned (state.go).
// That is exact: a position can be won if and only if its state can. It is 56 bits for
// a full pack, and five for the cards turned; the key is that number itself, no hash
// (key.go).
//
// # Classes
//
// A card that went up from a place that is not its first can be taken back. All states
// between which one goes back and forth so are a class, and can be won together or not
// at all; the nodes of the search are classes (class.go). A state stands for its class
// when all that can go up has gone.
//
// What is left out beyond that is left out on one ground: if every class that can be
// won keeps an edge to another one that can be won, the search is exact. Safe cards go
// up at once; a move that can't be undone waits until what can go up and come back is
// up (expand.go). Nothing depends on the way to a class, so that whatever the table
// remembers is true, and it may forget what it likes.
//
// # Two stocks
//
// A stock that is turned in passes gives some of its cards at a time: every k-th, and
// the last one (stock.go). Drawing one card with unlimited redeals it gives any of
// them at any time, and is called a heap. Then how many cards are turned means
// nothing, and a card is laid down only where the next move needs it, so that edges
// are ladders of such cards and what they are for (heap.go).
//
// # The oracle
//
// A game that is lost with a heap for a stock is lost. The heap's game is much
// smaller, so after some hundreds of states the search of the other asks, of every
// class, whether a second search of the same kind, with a heap, can win it (search.go).
// Both use one table; what the second has come to know serves all later questions.
//
// docs/methods.md has the proofs.
//
// # The organs
//
//	engine.go   what is handled, and a search from beginning to end
//	board.go    what does not change: rules, what lies under what, the stock's order
//	state.go    the state, what is visible, open, safe in it, and cards that move
//	stock.go    what can be had of the stock
//	class.go    cards sent up unasked, and the states of a class
//	expand.go   the edges out of a class
//	heap.go     the edges where the stock is a heap: ladders
//	search.go   the loop, the oracle
//	key.go      a state as a number, and what is noted beside it
//	table.go    what is known
//	trail.go    elementary moves, and their list when a solution is written
//	hidden.go   positions with hidden cards, and plans for whoever plays them
//	solution.go a path in the referee's moves, on a table where cards have places
//
// # Letters
//
// b the board, s a state, e a searcher, f a frame of its path, x and y cards as sets
// of one, t a table or a real tabletop, k a draw's size or the kind of a move, l the
// layout of keys or a ladder.
package klondike
