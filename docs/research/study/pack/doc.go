// Package pack packs the results of single deals in data, as package solver/packed writes
// them, into docs/published/packed, a file a game, with the checksums of the files:
//
//	go run ./study pack
//
// data/sources.csv says which files are packed, and which deals of them; all of
// data/counts is, and the tables of data/seeds in which little is unknown. The study also
// writes what the program ships, and pages:
//
//	docs/published/tallies.csv        how many of the packed deals have each verdict
//	docs/published/spreads.csv.gz     distributions of states and lengths, where they are known
//	docs/research/results/related.md           verdicts compared, deal by deal
//	docs/research/results/win-rates-plan.md    what is left to count, as study count estimates it
//
// # Files
//
//	pack.go      Run: gathers, and writes files
//	sources.go   the files of results
//	numbers.go   the tables of study seeds
//	spreads.go   distributions of states and lengths
//	pairs.go     related games, others.go other solvers, worrying.go worrying back
//	page.go      related.md
package pack
