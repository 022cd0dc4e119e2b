// Package campaign has the nouns of win-rate campaigns: a [Plan] says which deals of a game
// are solved or played and when to stop, a [Campaign] how far that is, and a [Result] what
// became of one deal.
//
// They are plain data, shared by all who deal with campaigns: package api writes them as
// JSON, server/store keeps them in tables, and server/campaign does the work.
//
//	Plan ── checked, queued ──> Campaign ── a range of deals at a time ──> Results
//	 Seeds, Stop                 Tally                                      one a deal
package campaign
