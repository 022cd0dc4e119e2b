// Package losses measures why the player insight loses games of Klondike that could be won:
//
//	go run ./solver/cmd/study losses --engine COMMIT --game klondike --seeds solvitaire:3000001-3000300 --out docs/data/players/losses-draw-3.csv.gz
//
// The file has a row for each deal. A run that was interrupted continues its file.
//
// # The decision that lost a game
//
// The player learns something only when a card is turned up. So a game is a row of decisions: the
// first at the start, and each of the others at a card that was turned up. Each reaches to the next
// one, and the last to the end of the game. With at most one hidden card nothing is left to learn,
// and the rest of the game is one decision.
//
// With all cards known, an engine finds whether the game can still be won at a decision. A game that
// is lost stays lost, so binary search finds the decision that lost it.
//
// # Decisions made again
//
// Players of several settings make that decision again, each several times with other random
// numbers. A choice keeps the game if it can be won with all cards known at the next card that is
// turned up, or if it wins. The first settings are the player's own: they show how often the same
// player loses the game there.
//
// The decision was selected because it lost the game. What keeps this game may lose another one. So
// in each game one of the decisions that kept it, chosen at random, is made again too.
//
// # Files
//
//	losses.go  Run: the deals and the file
//	game.go    a game: its decisions, the one that lost it, and decisions made again
//	row.go     rows of the file, and causes
package losses
