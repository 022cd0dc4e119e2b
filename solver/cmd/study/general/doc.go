// Package general compares verdicts of the general engine with those of the special engines, deal
// by deal. It can be stopped at any time and goes on:
//
//	nice -n 19 go run ./solver/cmd/study general -engine COMMIT
//
// The general engine (package engine/search) searches depth first and completely, and nothing else
// of the portfolio runs. What it decides, the portfolio searches again; its verdict counts unless
// the general engine found it. Accordion and Gaps, which the general engine does not play, are
// searched by brute force over the referee's moves instead (brute.go), with few cards.
//
// docs/data/general/games.csv has the games, with the deals of each, from 1 on, and the states of a
// deal. A number of ranks shortens the decks. The verdicts are packed (package solver/packed), a
// file a game: those of the portfolio, and those of the other search, by its name as their source.
// Study tables makes the table of docs/results/agreement.md from them.
package general
