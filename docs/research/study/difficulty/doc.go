// Package difficulty measures the difficulty of many deals of a game, a row of CSV for each, or has
// a player play them:
//
//	go run ./study difficulty --game klondike --seeds solvitaire:1-5000 --out klondike.csv
//	go run ./study difficulty --game klondike --seeds solvitaire:1-1000 --player greedy --plays 10 --out plays.csv
//
// A run that was cut off continues its file. Players play with seeds that measuring does not use, so
// that their wins can validate the score.
package difficulty
