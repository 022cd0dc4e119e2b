// Package deadends counts the deals of Klondike, three cards drawn, that the test of Bjarnason,
// Tadepalli & Fern (2007, section 4.1) finds dead, and those that package deadlock proves lost:
//
//	go run ./solver/cmd/study deadends --seeds solvitaire:1-1000000 --verdicts docs/data/campaigns/klondike.csv.gz
//
// It fails if a dead deal is known to be winnable, and lists the dead deals that package deadlock
// does not prove.
package deadends
