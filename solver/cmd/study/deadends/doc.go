// Package deadends counts the deals of Klondike, three cards drawn, that the test of
// Bjarnason, Tadepalli & Fern (2007, section 4.1) calls dead, and beside them those of which
// package deadlock proves as much:
//
//	go run ./solver/cmd/study deadends --seeds solvitaire:1-1000000 --verdicts docs/data/campaigns/klondike.csv.gz
//
// It fails if a deal that the test calls dead is known to be winnable, and lists those that
// package deadlock does not prove.
package deadends
