// Package freecell solves FreeCell and its relatives: one pack in columns and cells,
// all face up, built in alternating colours or in suit, moved card by card.
//
// # The idea
//
// One best-first search finds wins and proves losses. It takes the state that looks
// nearest to a win (value.go), generates the states one step away, and repeats until a
// state is won or no step is left to take. Then it has seen every state, and the position
// can't be won. Deals that can't be won have few states, because the player is stuck
// early. So the engine needs neither a streamlined search nor a separate proof search.
//
// The search is lazy: as soon as a step leads to a better state it goes on from there, and
// takes the other steps when the state before looks most promising again (search.go). A
// second queue has the same states in another order (queue.go). Neither matters to a
// proof, which ends only when all steps out of all states have been taken.
//
// # A state is 128 bits
//
// Two bits say where a card lies: on the card on which it was dealt, on one of the two
// cards on which it may be laid, or elsewhere. Elsewhere is a cell or the bottom of a
// column; which of the two follows. Together with the heights of the foundations that is
// the whole state, exact, without an order of columns or cells. The state can be read
// back from it (state.go), so nothing else is stored for the states seen.
//
// # Loose cards
//
// Where any card fills a space, a card alone in a column may as well lie in a cell, as
// long as one place is free: the arrangements can be turned into each other, so they are
// one state. Such cards are loose, and the state does not say where they lie. Only when
// the last free place is taken does it mark the cards that must be in columns. Where
// loose cards really lie is decided when a solution is written (solution.go). The proof,
// and why a run may move at once, is in docs/inside/freecell.md.
//
// # Files
//
//	board.go     what is fixed for a deal: rules, and what can lie on what
//	state.go     the state, its key, a step done
//	moves.go     the steps out of a state
//	value.go     how far a state is from won
//	nodes.go     the states seen
//	queue.go     the order in which they are expanded
//	search.go    the loop
//	solution.go  a path as the referee's moves
//	shorten.go   needless stops of a card removed
//
// # Letters
//
// b is the board, s a state, n the nodes or a number of cards, m a step, c a card, i and
// j columns, t a tabletop.
package freecell
