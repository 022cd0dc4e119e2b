// Package store keeps verdicts, jobs and campaigns: in PostgreSQL for a service
// of several processes, in a SQLite file for one.
//
// A verdict is a [solver.Record], spread over three tables (package migrations draws them):
//
//	rules     digest ─┐ document          each game once, not once a deal
//	deals     id ──┐  └ rules, position   never changes
//	verdicts       └ id, epoch, verdict, … , solution, seal
//
// [Open] opens the database, which package database knows, and returns a [Store]. Both databases run
// the same statements, and one suite of tests holds for both.
//
// # What a store promises
//
// Put keeps the better of the stored record and the new one (solver.Record.Better). The
// statement that writes a verdict decides, so the best of concurrent writers wins, whichever
// comes last. When Put returns, the record outlives this process.
//
// Get returns what was put, or an error. The id is the digest of the problem's text, and every
// verdict carries a seal of its row, under a key (package seal); both are compared. A row that was
// damaged or changed by hand is [solver.ErrDamaged]. Such a verdict stays until it is deleted,
// because its worth is unknown. Damaged rules and deals are written again by the next Put that
// has them.
//
// A store whose database is away returns errors, and works again when the database is back.
//
// # Jobs
//
// Requests whose answers are fetched later (package server/jobs). Requests and answers are documents that the
// store does not read.
//
// With each job a ticket is added to the queue, a queue.Answer. It does not say for which job: the process
// that takes it begins the job whose turn it is. To begin a job is an attempt, which has a number. Writes of
// an attempt are refused once another one has begun, because its process was taken for dead.
//
// # Webhooks
//
// The messages that are sent when jobs and campaigns have ended. They are added and deleted with these. The
// transaction that ends a job or campaign gives its message to the queue, as a queue.Webhook.
//
// # Campaigns
//
// Win-rate campaigns with the result of every deal. Package server/campaign runs them; results
// imported from files are campaigns too.
//
//	campaigns         number, id, …, tally    refers to rules
//	campaign_ranges   campaign, first, done   what was handed out
//	results           campaign, seed, …       one row a deal
//	result_seals      campaign, first, last   seals of results, a thousand together
//
// A campaign's seeds are handed out from the first to the last, in ranges. A range is open until it is
// finished. Its mark, its results and its part of the tally are written in one transaction, and the
// primary key of results admits one row for a deal. So a range that two workers did counts once, and one
// that nobody finished is found among the open ones.
//
// A campaign belongs to the epoch in which it was added. Programs of another epoch neither hand out its
// ranges nor finish them, and its results no longer count.
//
// A campaign's row has a seal of what it is and has counted, and its results have seals bound to
// it. A seal for each result would make it twice as long; one for a thousand takes 0.08 bytes a
// deal, and to read a few results means to check up to a thousand beside them on either side. What has
// no valid seal is solver.ErrDamaged, and refused; what reads many campaigns logs it and leaves it out. It is
// not solved again by itself: its part of the tally and of the distributions could not be taken out.
//
// # Room
//
// [Bound] bounds the size of verdicts. Jobs are bounded by who asks for them, campaigns by who may
// start them: a result takes about 100 bytes in PostgreSQL and 26 in SQLite, the index included
// (BenchmarkCampaign).
//
// # Files
//
//	store.go                Store; Open
//	bound.go                Bound
//	verdicts.go             verdicts; solutions.go packs their solutions
//	jobs.go                 jobs; idempotency.go keeps the keys of requests
//	campaigns.go            campaigns: adding, listing, stopping, ending, resuming
//	campaign_ranges.go      handing out ranges and finishing them
//	campaign_results.go     results of deals
//	campaign_seals.go       seals of campaigns and their results
//	campaign_import.go      importing, deleting
//	campaign_compare.go     what campaigns say of each other's deals
//	proofs.go, webhooks.go  proofs of losses; messages to be sent
//	reseal.go               new seals with a new key
package store
