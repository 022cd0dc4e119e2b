// Package compare has several players play the same deals, and writes a line a deal that says
// who of them won it:
//
//	go run ./solver/cmd/study compare --game klondike --seeds solvitaire:1-10000 --out hints.csv.gz "hints list=none" "hints"
//
// Or it writes the paths of the first games that each of them wins, which are how many cards
// were on foundations after each move (turns of the stock apart):
//
//	go run ./solver/cmd/study compare --seeds solvitaire:1-1000 --paths 25 --out paths.csv.gz random
//
// Players are called by their titles, name and options. They draw what a campaign has them draw.
package compare
