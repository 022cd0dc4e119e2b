// Package odds counts the numbered deals of Klondike that show the patterns which odds counts
// among all deals. Package prove finds the patterns:
//
//	go run ./study odds --seeds solvitaire:1-1000000 --out data/odds.csv
//
// With --proofs it also counts the deals that are proven lost without a search. Each row has the
// number of deals that show one combination of patterns, so overlaps can be computed.
package odds
