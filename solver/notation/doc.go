// Package notation reads and writes the dialects of other programs: deals and positions
// as fc-solve, PySol, Klondike-Solver and MinimalKlondike write them, and solutions as
// fc-solve, Klondike-Solver and MinimalKlondike do.
//
// A dialect expresses less than the language of packages deal and game. A game, position
// or move that it can't express is an [Unsupported] error, which names what is missing;
// nothing is left out or changed to fit. Text becomes a document whose places are lines
// and cards of the text, and package deal reads that. So text passes all checks that JSON
// does, with the same errors:
//
//	4C 2C 9C 8X …          deal line 1 card 4: "8X" is not a card: …
//	5H QH 3C 4C …          deal: 4C occurs twice: at deal line 1 card 1, deal line 2 card 4
//
// A solution is read by playing it. What a dialect leaves out, such as how many cards
// move, which card turns up, or that the waste is turned over, follows from the table and
// the referee. A step that can't be played, or is ambiguous, is an [IllegalStep] error.
//
// # Files
//
// format.go has the formats of deals by name; board.go reads and writes the two that have
// a line for each column, digits.go Klondike-Solver's. dialect.go has the dialects of
// solutions by name. read.go parses them, versions.go chooses among the ways in which a
// text can be understood, and play.go plays it; lines.go has the numbered text,
// standard.go fc-solve's two notations, klondike.go the two dialects of Klondike. carry.go moves several cards where the game
// moves them one by one, autoplay.go those that go home by themselves. arrange.go puts
// columns where the deal has them, for dialects that number them.
//
// Sources: fc-solve's README and USAGE and its program, version 5.0; pysol_cards 0.16;
// the comments and test deals of Klondike-Solver and MinimalKlondike.
package notation
