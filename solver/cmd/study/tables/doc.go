// Package tables writes the tables and figures of docs/results from the results of single
// deals in docs/data, so that each figure can be traced to its deals and made again.
// (docs/results/win-rates.md is written by the program itself, `make win-rates`.)
//
// table.go reads results, comparison.go compares verdicts and times with another
// solver's, study.go compares settings of our own, difficulty.go has players' wins by
// grade and where grades part (which it also writes for the program to read),
// regression.go what the score's weights rest on, odds.go has what can be seen of a deal at a
// glance, players.go compares players with those of papers, bjarnason.go how fast nested
// rollouts win, hints.go has what each hint is worth, figures.go draws how games went and
// ended, advice.go has how often games are won that are played by advice, and the curves by
// which advice says so. `go run ./solver/cmd/study tables` writes the pages anew; a test fails if they are
// not what it would write.
package tables
