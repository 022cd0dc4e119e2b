// Package tables writes the tables and figures of docs/research/results from the results of single deals in
// data, so that each figure can be traced to its deals and made again.
// (docs/research/results/win-rates.md is written by the program itself, `make packed`.)
//
// `go run ./study tables` writes the pages. A test fails if they are not up to date.
//
// # Files
//
//   - tables.go fills tables into the pages.
//   - table.go reads results.
//   - comparison.go compares verdicts and times with another solver's.
//   - agreement.go compares verdicts of the special engines with the general one's.
//   - study.go compares settings of our own solver.
//   - difficulty.go has players' wins by grade, and the bounds of grades, which it also writes for
//     the program to read.
//   - regression.go fits the weights of the score.
//   - odds.go has the patterns that can be seen without a search.
//   - players.go compares players with those of papers.
//   - bjarnason.go has the times of nested rollouts.
//   - advice.go has the results of games played by advice, and fits the calibration curves.
package tables
