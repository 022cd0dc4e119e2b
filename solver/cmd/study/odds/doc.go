// Package odds counts, among numbered deals of Klondike, those that show what package odds
// counts among all deals, by the patterns that package deadlock finds in them:
//
//	go run ./solver/cmd/study odds --seeds solvitaire:1-1000000 --out docs/data/odds.csv
//
// With --proofs it counts those as well that are proven lost without a search at all. What it
// writes are counts of deals by all that they show, so that what two patterns have in common is
// counted too.
package odds
