// Package stats is the arithmetic of win rates: how many deals of a game can be won, and
// how sure one may be of that.
//
// # What is not known
//
// A [Tally] counts verdicts, and tallies of disjoint deals are added. The deals that were
// never decided are no random few: they are the hard ones. So they can be neither left out
// nor shared out; the lower end of an interval counts them all as losses and the upper end
// as wins. Such an interval is rather too wide than too narrow. It is that of C. Blake and
// I. Gent (The Winnability of Klondike Solitaire and Many Other Patience Games, JAIR 85,
// 2026, section 8.1), so that ours and theirs can be compared; testdata/solvitaire.csv has
// the counts that they print, with the intervals that have to come of them.
//
// # The organs
//
// tally.go counts. interval.go has Wilson's interval of a share, and writes it rounded
// outward. paired.go compares two games on the same deals, where most of what chance does
// to the one it does to the other. distribution.go counts sizes (states, times, lengths)
// so that what many processes counted can be merged. sample.go chooses, of what several
// campaigns counted, that in which no deal counts twice. report.go is what comes of it all
// for a game.
//
// Shares are numbers from 0 to 1; they are written in percent.
package stats
