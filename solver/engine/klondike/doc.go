// Package klondike solves Klondike and its variants: one pack dealt to columns that
// are built in alternating colours, in suit or in any suit. Any part of a run moves,
// spaces take kings or nothing, and the stock is turned to a waste.
//
// # The idea
//
// Most moves in Klondike change nothing that matters: a run goes from one red nine to
// the other, a card goes up to its foundation and comes back. The search leaves those
// out. What remains are moves that can't be undone, at most one for each card, or two
// where foundations keep their cards. So a depth-first search never returns to a node
// on its path, and when it leaves a node it knows whether that node can be won. One
// complete search finds wins and proves losses.
//
// # A state is one number
//
// A card is locked until its first move. A moved card lies on one of the cards that the
// rules allow, and it does not matter on which: if the other one is needed bare, the
// card can be moved there. So a state holds the heights of the foundations, how many
// cards of each column are locked, which cards of the stock are left, and how many of
// them are turned (state.go). This is exact: a position can be won if and only if its
// state can. A full pack takes 56 bits, and five more for the cards turned. The key is
// that number itself, not a hash (key.go).
//
// # Classes
//
// A card that went up after it had moved can be taken back. States connected by such
// moves up and down form a class: either all of them can be won or none. The nodes of
// the search are classes (class.go). A class is represented by the state in which all
// cards that can go up have gone up.
//
// Everything else that the search leaves out rests on one principle: if every class
// that can be won keeps an edge to another class that can be won, the search is exact.
// Safe cards go up at once. A move that can't be undone waits until all cards that can
// go up and come back are up; this is the normal form (expand.go). Nothing depends on
// the path to a class, so whatever the table holds is true, and it may forget anything.
//
// # Two kinds of stock
//
// A stock that is turned in passes offers some of its cards at a time: every k-th card
// and the last one (stock.go). With draw one and unlimited redeals, every card is
// available at any time: a free stock. Then the number of cards turned does not matter,
// and a card is laid down only where the next move needs it. The edges are chains of
// such cards followed by the move that they serve (freestock.go).
//
// # The relaxed search
//
// A game that is lost with a free stock is lost with any stock. The game with a free
// stock is much smaller, so after some hundreds of states the search of a turned stock
// asks, for each class, whether a second search of the same kind can win it with a free
// stock (search.go). Both searches share one table, and the second keeps what it has
// proven for later questions.
//
// # Runs
//
// The search runs again and again over the same table, each time a little longer and with
// another order of edges (restarts.go, order.go). A run that begins badly is given up
// soon. A class is noted as lost only when all that follows it is lost, so a run that
// ends early leaves nothing wrong behind.
//
// # Threads
//
// Several engines can search one deal at the same time, each on its thread. They share the
// table, in which every note is a fact about the deal, and nothing else (team.go,
// docs/inside/klondike.md).
//
// docs/inside/klondike.md has states, classes, runs and threads, klondike-proofs.md beside it what
// the search leaves out. docs/research/diaries/klondike-proofs.md has the proofs in full.
//
// # Files
//
//	engine.go     which problems are handled, and one search from start to end
//	board.go      what is fixed for a deal: rules, what lies under what, the stock's order
//	state.go      the state; visible, open and safe cards; moves of cards
//	stock.go      which cards of the stock are available
//	class.go      forced moves, and the states of a class
//	expand.go     the edges out of a class
//	freestock.go  the edges out of a class with a free stock
//	sleep.go      edges that are left out because others are lost
//	search.go     the depth-first loop and the relaxed search
//	restarts.go   the runs of a search
//	team.go       several threads on one deal
//	order.go      which edges are tried first
//	meter.go      the budget
//	key.go        the state as a number, and the note stored beside it
//	table.go      the transposition table
//	trail.go      elementary moves, recorded when a solution is written
//	hidden.go     positions with hidden cards, for players
//	plan.go       plans: what a player decides between two hidden cards
//	solution.go   a path as moves on a table where every card has a place
//
// # Letters
//
// b is the board, s a state, e a searcher, f a frame of its path, x and y a card as a
// set of one, t a table (of states, or a tabletop), k a kind of move or the draw size,
// l the layout of keys.
package klondike
