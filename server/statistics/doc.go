// Package statistics knows how often games can be won: what the campaigns of a store
// counted, put together with package stats, beside what was published.
//
// # Which deals count
//
// Ours are the deals that campaigns solved here, and those that others solved with this
// program (source store.Ours), in the current epoch. Campaigns may have seeds in common;
// stats.Disjoint chooses those that have most deals together with none counted twice, PySol's
// numbers, of which the first deals are Microsoft's, among them. What a campaign had begun
// when it was cancelled, or failed, counts as unknown. What
// other solvers found, and what players won, stands beside that, each by itself.
//
// # What it costs
//
// Pages ask for all this with every visit. The list of campaigns, which has their tallies
// and distributions, is read again after a moment at the earliest. Counting pairs of
// verdicts, and looking for contradictions, reads every result of two games: that is done
// one at a time, once for all who ask, and again only when a campaign of these games has
// changed and a while has passed that is long beside what it took (remember.go). Whoever
// can't wait is told what was counted before, or that it is being counted. The line of what
// is to be counted is bounded.
//
// The organs: statistics.go is the way in and reads campaigns, report.go puts a game's
// together, pairs.go compares games, published.go reads what was published, remember.go
// keeps what was costly, page.go writes docs/results/win-rates.md.
package statistics
