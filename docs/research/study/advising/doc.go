// Package advising plays games by advice, to measure how good the advice is, and whether its
// probabilities come true:
//
//	go run ./study advising --game klondike --seeds solvitaire:1500001-1500500 --samples 40 --out games.csv
//
// Each row of the file is a game: the deal, how it ended, and the plans that were advised. For each
// plan it has the number of hidden cards, the number of deals of them that the first move was
// evaluated on, and how many of those were won, as hidden:deals:won. If another policy advised the
// plan than the row's, which is the last one of the game, its name comes first. A run that was cut
// off continues its file.
//
// --information says what the player sees. --policy has another advisor than the table's advise,
// for comparisons.
//
// The study follows each plan to its end and then asks for advice again. With --stray it plays,
// once in a game, another move than the first. Then only the advice on that move and the later
// advice is written, since earlier advice did not cause the end of the game.
package advising
