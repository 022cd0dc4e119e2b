// Package pack packs the results of single deals in docs/data, as package solver/packed writes
// them, into docs/published/packed, a file a game, with the checksums of the files. It also writes
// docs/published/tallies.csv, the counts that the program ships:
//
//	go run ./solver/cmd/study pack
//
// docs/data/sources.csv says which files are packed, and which deals of them; all of
// docs/data/counts is.
package pack
