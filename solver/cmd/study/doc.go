// Command study makes the numbers and tables of the documentation: each subcommand is a
// study, which writes a row a deal, goes on where it was interrupted, and has a package of
// its own.
//
//	go run ./solver/cmd/study odds --seeds solvitaire:1-1000000 --out docs/data/odds.csv
//	go run ./solver/cmd/study tables
package main
