// Package stats computes win rates: the share of deals of a game that can be won, with a
// confidence interval.
//
// # Unknown verdicts
//
// A [Tally] counts verdicts. Tallies of disjoint deals can be added. The undecided deals are
// not a random sample: they are the hard ones. So they can be neither left out nor divided
// in proportion. The lower end of an interval counts them all as losses, the upper end as
// wins. Such an interval is too wide rather than too narrow. C. Blake and I. Gent define it
// this way (The Winnability of Klondike Solitaire and Many Other Patience Games, JAIR 85,
// 2026, section 8.1), so our figures and theirs can be compared. testdata/solvitaire.csv has
// the counts that they print, and the expected intervals.
//
// # Files
//
//   - tally.go counts verdicts.
//   - interval.go computes Wilson's interval of a share, and writes it rounded outward.
//   - paired.go compares two games on the same deals, which removes most of the chance.
//   - distribution.go counts sizes (states, times, lengths), and merges the counts of many
//     processes.
//   - spread.go has the distributions of a campaign.
//   - sample.go selects results of several campaigns so that no deal counts twice.
//   - report.go has the results for a game.
//
// Shares are numbers from 0 to 1; they are written in percent.
package stats
