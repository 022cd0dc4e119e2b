// Package freecell solves FreeCell and its relatives: one pack in columns and cells,
// all face up, built in alternating colours or in suit, cards moving one by one.
//
// # The idea
//
// One search, best first, serves wins and proofs alike. It takes the state that
// looks nearest to a win (value.go), comes to all those that are one step away, and
// goes on until one is won or none is left that it has not gone on from. Then it has
// seen all states there are, and the position can't be won. Deals that can't be won
// are small: the player is stuck early. So nothing is needed beside it, neither a
// streamlined search before nor another one for the proof.
//
// # A state is 128 bits
//
// Where a card lies is said in two bits: on the card on which it was dealt, on one
// of the two cards on which it may be laid, or elsewhere. What is elsewhere is in a
// cell, or the deepest card of a column; which of the two follows. With the heights
// of the foundations that is the whole state, exactly, without an order of columns
// or cells, and the state can be read out of it (state.go). So the search keeps
// nothing else of the states it has seen.
//
// # Loose cards
//
// Where any card fills a space, a card that lies alone in a column may as well lie
// in a cell, as long as one place is free: those who can go back and forth at will
// are in one state. So loose cards are not said to be anywhere; only when the last
// free place is taken are those noted that must be in columns. Which places the
// loose cards really take is decided when a solution is written down (say.go).
// docs/methods.md has the argument, and why a run of cards may move at once.
//
// # The organs
//
//	board.go   what does not change: the rules, and what lies on what
//	state.go   the state, its key, a step done
//	moves.go   the steps out of a state
//	value.go   how far a state is from won
//	nodes.go   the states seen, and the queue
//	search.go  the loop
//	say.go     a path in the referee's moves
//	shorten.go stops on the way of a card cut out
//
// # Letters
//
// b the board, s a state, n the nodes or a number of cards, m a step, c a card, i and
// j columns, t a real table.
package freecell
