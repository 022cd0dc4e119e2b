// Package notation speaks the dialects of other programs, in and out: deals and
// positions as fc-solve, PySol, Klondike-Solver and MinimalKlondike write them, and
// solutions as fc-solve, Klondike-Solver and MinimalKlondike do.
//
// A dialect says less than the language of packages deal and game. What it has no
// words for, a game or a position or a move, is refused with a [Unsupported] that tells
// what is missing; nothing is left out or bent to fit. What is read is given to
// package deal as a document whose places are lines and cards of the text, so that
// text passes every check that JSON does and complains in the same words:
//
//	4C 2C 9C 8X …          deal line 1 card 4: "8X" is not a card: …
//	5H QH 3C 4C …          deal: 4C occurs twice: at deal line 1 card 1, deal line 2 card 4
//
// A solution is read by playing it: what a dialect leaves unsaid, such as how many cards
// move, which card is turned up, or that the waste is turned over, is what the table and
// the referee say. A step that can't be played, or of which the text says too little, is
// a [IllegalStep] that names it.
//
// # The organs
//
// format.go knows the formats of deals by name, board.go reads and writes the two
// that have a line for each column, digits.go Klondike-Solver's. dialect.go knows
// those of solutions by name and read.go plays what is read of them; lines.go has the
// numbered text, standard.go fc-solve's two ways to say moves and klondike.go the two
// dialects of Klondike; carry.go moves several cards where the game moves them one by
// one, and arrange.go puts columns where the deal has them, for dialects that number
// them.
//
// Sources: fc-solve's README and USAGE and its program, version 5.0; pysol_cards 0.16;
// the comments and test deals of Klondike-Solver and MinimalKlondike.
package notation
