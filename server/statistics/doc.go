// Package statistics computes win rates: what the campaigns of a store counted, and what was
// counted before the program was built and comes with it, combined with package stats, beside
// published figures.
//
// # Which deals count
//
// Our own deals are those that campaigns solved here, or this program elsewhere (source
// campaign.Ours), in the current epoch. Campaigns may overlap; stats.Disjoint chooses those that
// have most deals together with none counted twice. It knows that the first of PySol's numbers
// are Microsoft's deals. What a cancelled or failed campaign had begun counts as unknown. The
// results of other solvers and of players are counted separately.
//
// Shipped counts are tallies of ranges of deals, for the rules whose digest they have. They are
// pooled like campaigns: where a campaign and a shipped count overlap, only one of them counts,
// that with more deals. Shipped distributions of states and lengths are pooled in the same way.
// Single results are compared among campaigns only.
//
// # What it costs
//
// Pages ask for all this at every visit. The list of campaigns, which has their tallies and
// distributions, is read again after a moment at the earliest. Counting pairs of verdicts and
// looking for contradictions read every result of two games. That is done one at a time, once for
// all callers, and again only when a campaign of these games has changed and several times
// the cost of the last count has passed (cache.go). A caller that can't wait gets an earlier
// count, or learns that the count is under way. The number of waiting counts is bounded.
//
// # Files
//
//	statistics.go   Statistics, and the campaigns of a store
//	shipped.go      the counts that come with the program
//	spreads.go      distributions of states, times and lengths
//	report.go       the report of a game, contradictions
//	pairs.go        two games compared
//	published.go    published figures
//	cache.go        keeps what is costly to compute
package statistics
