// Package campaign has the types of win-rate campaigns.
//
// A [Plan] says which deals of a game are solved or played, and when to stop. A [Campaign] is a plan
// with its progress. A [Result] is the outcome of one deal; a [Writer] writes files of results, a
// [Reader] reads them.
//
// They are plain data. Package api renders them as JSON, server/store keeps them in tables,
// and server/campaign does the work.
//
//	Plan ── checked, queued ──> Campaign ── a range of deals at a time ──> Results ──> files
//	 Seeds, Stop                 Tally                                      one a deal
package campaign
