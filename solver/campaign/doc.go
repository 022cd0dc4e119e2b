// Package campaign has the types of what runs behind the answers of the service: win-rate campaigns,
// jobs and webhooks.
//
// A [Plan] says which deals of a game are solved or played, and when to stop. A [Campaign] is a plan
// with its progress. A [Result] is the outcome of one deal; a [Writer] writes files of results, a
// [Reader] reads them. A [Job] is a request that is answered later, a [Webhook] says who is told of the
// end of either.
//
// They are plain data. Package api renders them as JSON, server/store keeps them in tables,
// and server/campaign and server/jobs do the work.
//
//	Plan ── checked, queued ──> Campaign ── a range of deals at a time ──> Results ──> files
//	 Seeds, Stop                 Tally                                      one a deal
package campaign
