// Package game is the referee.
//
// It knows the rules of patience the slow and plain way: a [State] holds a table
// as package deal pictures it, says of any move whether it is legal and if not
// why ([State.Check]), lists all legal moves ([State.Legal]), makes and unmakes
// them, and knows the win. [Replay] plays a list of moves from a position and
// tells how far it got.
//
// Nothing that searches may say "winnable" without a line that this package has
// replayed, so it shares no code with the engines that find the lines, has no
// cleverness that could be wrong, and tests legality in one place: Legal offers
// every conceivable move to Check and keeps what passes.
//
// A [Move] is what a person does at the table, one entry for each handling of
// cards, nothing implied; its JSON is part of the language, like that of rules
// and deals, since answers, stored solutions and players' records all speak it.
//
// The organs: place.go and move.go have the words, state.go the table, check.go
// the law, legal.go the list of legal moves, rows.go accordions and sequences,
// replay.go the replay, back.go which moves can be taken back by others.
package game
