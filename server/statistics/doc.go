// Package statistics computes win rates from the campaigns of a store and the counts that are shipped
// with the program, and compares them with published figures. Package stats has the mathematics.
//
// # Which deals count
//
// Our own deals are those that this program solved in the current epoch, in campaigns of this store or
// elsewhere (source campaign.Ours). Campaigns may overlap: stats.Disjoint chooses campaigns that count
// no deal twice and together have the most deals. It knows that PySol's first numbers are Microsoft's
// deals. Deals that a cancelled or failed campaign had begun count as unknown. Results of other
// solvers and of players are counted separately.
//
// Shipped counts are tallies of ranges of deals, each for the rules with a given digest. They are
// pooled like campaigns: if a campaign and a shipped count overlap, only the one with more deals
// counts. Shipped distributions of states and lengths are pooled in the same way. Single results are
// compared among campaigns only.
//
// # What it costs
//
// Pages request all this at every visit. The list of campaigns, with their tallies and distributions,
// is cached for two seconds. Counting pairs of verdicts and looking for contradictions read every
// result of two games. So one such count runs at a time, for all its callers. It is repeated only if a
// campaign of these games has changed, and if many times the duration of the last count has passed
// (cache.go). A caller whose context ends gets the earlier count, or learns that the count is under
// way. The number of waiting counts is bounded.
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
