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
// # Runs
//
// Runs let people move several cards at once in games whose cards move one by one, such as FreeCell,
// Eight Off, Seahaven Towers or King Albert. Players call this a supermove.
//
// A run is the end of a column in which each card lies on one on which it may be built. It can
// move if the free cells and the spaces (empty columns) suffice to move it card by card:
//
//	before          6H to cell 1      7S to tableau/2     6H back on 7S
//
//	7S  8D          7S  8D                8D                  8D
//	6H                                    7S                  7S
//	                                                          6H
//
// With c free cells and s spaces that take any card, other than the target, (c + 1) · 2^s cards can
// move and no more: c cards wait in the cells and one goes straight; with a space, half of the run
// waits there, and each half moves as if the space did not exist. A run is expanded by this scheme,
// and its single moves are checked and played ([State.DoRun]). So a run is legal exactly if its
// single moves are, whatever the policies for building and for spaces. All cells and spaces that it
// uses are free again afterwards: only the two columns differ.
//
// Only cells and spaces help. A run that could move only if some of its cards were built on other
// cards for a while is refused; a player can move those cards first.
//
// # Files
//
// place.go and move.go have places and moves, state.go the table, check.go the
// rules, legal.go the list of legal moves, rows.go accordions and sequences, covered.go rows
// that cover each other, discard.go discards, redeal.go redeals of the columns, run.go runs,
// replay.go the replay, back.go moves that take others back.
package game
