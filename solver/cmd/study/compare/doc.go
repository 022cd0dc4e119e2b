// Package compare has several players play the same deals, and writes a row for each deal that
// shows who won it:
//
//	go run ./solver/cmd/study compare --game klondike --seeds solvitaire:1-10000 --out hints.csv.gz "hints list=none" "hints"
//
// With --paths it writes the paths of the first games that each player wins: the number of cards on
// foundations after each move, except redeals:
//
//	go run ./solver/cmd/study compare --seeds solvitaire:1-1000 --paths 25 --out paths.csv.gz random
//
// Players are named by their titles, which are name and options. Their random seeds are those of a
// campaign.
package compare
