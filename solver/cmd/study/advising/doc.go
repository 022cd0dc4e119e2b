// Package advising plays games by advice, to find out how good it is, and whether what it
// says of moves comes true:
//
//	go run ./solver/cmd/study advising --game klondike --seeds solvitaire:1500001-1500500 --samples 40 --out games.csv
//
// A game is a line of the file: the deal, how it ended, and for each plan that was advised
// how many cards were hidden, on how many deals of them its first move was judged, and how
// many of those were won, as hidden:deals:won; before it policy: where that is not the policy
// of the line, the last one that advised in the game. A run that was cut off goes on where it
// was.
//
// Advice is asked for when the last plan has been played, and followed. With --stray, once
// in a game, some other move is played instead of the first; only what was advised of
// that move and after it is written, as what came before is not to blame for the end.
package advising
