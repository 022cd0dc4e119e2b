// Package stats is the arithmetic of win rates: how many deals of a game can be won, and
// how sure one may be of that.
//
// A [Tally] counts verdicts, and tallies of disjoint deals are added. It says how often a
// game can be won only by an interval: an unknown verdict may be either, so the lower end
// counts them all as losses and the upper end as wins.
package stats
