// Package store is the durable memory of verdicts: PostgreSQL for a service of
// several processes, SQLite in a file for one.
//
// What is kept is a [solver.Record], spread over three tables that both engines
// have alike (package migrations draws them):
//
//	rules     digest ─┐ document          each game once, not once a deal
//	deals     id ──┐  └ rules, position   never changes
//	verdicts       └ id, epoch, verdict, … , solution, seal
//
// [Open] brings the tables up to date and gives a [Store]. Both engines run the
// same statements, and one suite of tests holds for both.
//
// # What a store promises
//
// Put keeps the better of what is stored and what comes (solver.Record.Better).
// The statement that writes a verdict decides that too, so that of writers at the
// same time the best one wins, whoever comes last. When Put returns, the record
// outlives this process.
//
// Get gives what was put, or an error, but never anything else. The id is the
// digest of the problem's text, and every verdict carries a seal, a digest of its
// row: both are compared before a record is believed. A row that was damaged or
// changed by hand is [solver.ErrDamaged]. Such a verdict keeps its place until it is
// deleted, as nobody can tell how good it was; damaged rules and deals are written
// again by the next Put that has them.
//
// A store whose database goes away gives errors, and works again when the database
// is back.
//
// # Deals
//
// Beside the verdicts stand the pools of winnable deals (package server/deals fills
// them), whose solutions are in verdicts, and the deals of the day:
//
//	deal_pools      game, mark, claimed, deals   two counters, taken from by all processes
//	winnable_deals  game, number, id, …          refers to deals
//	daily_deals     game, day, asked, …          refers to deals
//
// # Jobs
//
// And the solve requests whose answer is fetched later (package server/jobs), which
// refer to nothing: who runs one holds a lease on its row.
//
// # Campaigns
//
// And win-rate campaigns, with what became of every deal of theirs (package server/campaign
// runs them; what was imported from files is a campaign, too, that others ran):
//
//	campaigns         number, id, …, tally    refers to rules
//	campaign_ranges   campaign, first, done   what was handed out
//	results           campaign, seed, …       one row a deal
//
// A range's mark, its results and its part of the tally are one transaction, and a deal's
// place in results is taken by one row only, so that nothing counts twice, whoever does
// it again.
//
// # Room
//
// [Bound] keeps verdicts from growing beyond a size. Pools and jobs are bounded by those who
// fill them, campaigns by those who may start them: a result takes about 100 bytes in
// PostgreSQL and 26 in SQLite, the index included (BenchmarkCampaign).
//
// # Files
//
//	store.go                the interface Store; Open
//	tables.go               what both databases have in common, and what they do differently
//	postgres.go, sqlite.go  opening, connections, transactions, locks, sizes
//	lock.go                 keeps a second process off SQLite's file
//	bound.go                Bound
//	verdicts.go             verdicts; solutions.go packs their solutions
//	deals.go, jobs.go       pools and deals of the day; jobs
//	campaigns.go            what is promised of campaigns
//	campaign_rows.go        campaigns: adding, listing, stopping, ending, resuming
//	campaign_ranges.go      handing out ranges and finishing them
//	campaign_results.go     results of deals
//	campaign_import.go      importing, deleting
//	campaign_compare.go     what campaigns say of each other's deals
package store
