// Command study makes the numbers and tables of the documentation. Each subcommand is a study with
// a package of its own. Most studies write a row for each deal, and continue a file that was cut
// off.
//
//	go run ./study odds --seeds solvitaire:1-1000000 --out data/odds.csv
//	go run ./study tables
package main
