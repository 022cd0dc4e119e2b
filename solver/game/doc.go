// Package game is the referee.
//
// It applies the rules of patience in the slow and plain way. A [State] holds a table,
// checks whether a move is legal and if not why ([State.Check]), lists all legal moves
// ([State.Legal]), makes and undoes them, and recognises the win. [Replay] plays a list
// of moves from a position and returns how far it got.
//
// Nothing that searches may answer "winnable" without a solution that this package has
// replayed. So it shares no code with the engines, has no cleverness that could be wrong,
// and tests legality in one place: Legal offers every conceivable move to Check and keeps
// those that pass.
//
// A [Move] is what a person does at the table, one entry for each handling of cards,
// nothing implied. Its JSON is part of the language, like that of rules and deals,
// because answers, stored solutions and players' records all use it.
//
// The files: place.go and move.go have places and moves, state.go the table, check.go the
// rules, legal.go the list of legal moves, rows.go accordions and sequences, covered.go rows
// that cover each other, discard.go discards, redeal.go redeals of the columns, replay.go the
// replay, back.go moves that take others back.
package game
