// Package simulate plays Klondike fast, for players that play a deal to its end thousands of times
// before each move.
//
// The referee (package game) knows every game and explains why a move is illegal. An engine (package
// klondike) leaves out whatever does not matter for winning. The policies of the literature need
// something between the two: exactly the table's moves, one by one, on a [Board] that is copied by
// assignment, without memory allocation. [Game.Expand] returns the referee's moves of a board's move;
// players give the referee only those.
//
// # The talon
//
// Stock and waste are one list in the order of turning, and a number of turned cards. A turn of the
// stock increases the number, and a redeal sets it to zero. The order of the remaining cards never
// changes.
//
// # K+
//
// Bjarnason, Tadepalli & Fern ("Searching Solitaire in Real Time", ICGA Journal 30, 2007, section
// 2.2) leave out turns of the stock as moves: every card of the talon that some turns would bring to
// the top can be played at once. So a [Move] has the number of turns, draws and redeals, that are
// made before it. [Game.Moves] lists plain moves, one of which is a turn; [Game.Macros] lists the
// moves of K+.
//
// # Cost
//
// A list of moves takes 80 nanoseconds of processor time, a list of K+ moves 180, a key 20. A random
// game of a hundred moves of K+ takes 17 microseconds (go test -bench .
// ./solver/player/simulate, on one of two busy processors).
//
// # Files
//
//   - board.go has the table, and reads it from a position.
//   - set.go has sets of cards.
//   - moves.go lists moves and makes them.
//   - expand.go writes them as the referee's moves.
//   - key.go hashes boards.
package simulate
