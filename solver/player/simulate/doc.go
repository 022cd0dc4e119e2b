// Package simulate plays Klondike fast, for players who play a deal to its end thousands
// of times before they make a move.
//
// The referee (package game) knows every game and says why a move is wrong; an engine
// (package klondike) leaves out whatever does not matter to whether a deal can be won.
// What a policy of the literature needs lies between: exactly the table's moves, one by
// one, on a [Board] that is copied by assignment, and no memory to be claimed. What a
// move of a board is at the table is written by [Game.Expand], and a player gives the
// referee nothing else.
//
// # The talon
//
// Stock and waste are one list in the order of turning, and a number of cards turned.
// A turn of the stock moves the number, the redeal sets it to zero; the order of what is
// left never changes.
//
// # K+
//
// Bjarnason, Tadepalli & Fern ("Searching Solitaire in Real Time", ICGA Journal 30, 2007,
// section 2.2) leave the turns of the stock out: every card of the talon that some turns
// would bring to the top can be played at once. A [Move] so has the number of turns, draws
// and redeals, that are made before it. [Game.Moves] lists plain moves, of which a turn is
// one; [Game.Macros] those of K+.
//
// # What it costs
//
// A list of moves takes 80 nanoseconds of processor time, one of K+ 180, a key 20; a game of
// a hundred moves of K+ at random 17 microseconds (go test -bench . ./solver/player/simulate, on
// one of two processors with much else to do).
//
// # The organs
//
// board.go is a table and how it is read from a position, set.go has sets of
// cards, moves.go lists moves and makes them, spell.go writes them as the referee's, key.go
// makes boards numbers, to know them again.
package simulate
