// Package store keeps verdicts, jobs and campaigns: in PostgreSQL for a service
// of several processes, in a SQLite file for one.
//
// A verdict is a [solver.Record], spread over three tables (package migrations draws them):
//
//	rules     digest ─┐ document          each game once, not once a deal
//	deals     id ──┐  └ rules, position   never changes
//	verdicts       └ id, epoch, verdict, … , solution, seal
//
// [Open] opens the database (package database) and returns a [Store]. Both databases run the same
// statements and pass the same tests.
//
// # What a store promises
//
// Put keeps the better of the stored record and the new one (solver.Record.Better). The
// statement that writes a verdict decides, so the best of concurrent writers wins, whichever
// comes last. When Put returns, the record outlives this process.
//
// Get returns what was put, or an error. The id is the digest of the problem's text, and the row of a
// verdict has a seal (package seal). Get checks both. If a row was damaged or changed by hand, the error
// is [solver.ErrDamaged]. Such a verdict stays until it is deleted. Damaged rules and deals are written
// again by the next Put that has them.
//
// While the database can't be reached, calls return errors; the store works again when it is back.
//
// # Jobs
//
// Requests whose answers are fetched later (package server/jobs). Requests and answers are documents that the
// store does not read.
//
// With each job a ticket (queue.Answer) is added to the queue, which does not name the job: the process
// that takes the ticket begins the job whose turn it is. Each begin of a job is an attempt with a number.
// Once a new attempt has begun, because the process of the last one seemed dead, writes of the earlier
// attempt are refused.
//
// # Webhooks
//
// Messages that are sent when jobs and campaigns have ended. A message is added and deleted with its job
// or campaign. The transaction that ends the job or campaign adds a queue.Webhook to the queue.
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
// finished. One transaction marks the range as done, writes its results and adds them to the tally, and
// the primary key of results allows one row for a deal. So a range that two workers did counts once, and
// a range that nobody finished stays open.
//
// A campaign belongs to the epoch in which it was added. Programs of another epoch neither hand out its
// ranges nor finish them, and its results no longer count.
//
// The row of a campaign has a seal of its plan and tally. Its results have seals too, one for up to a
// thousand results, which takes 0.08 bytes a deal; a seal for each result would double its size. So to
// read a few results, up to a thousand on either side are checked too. Without a valid seal the error is
// solver.ErrDamaged. Calls that read many campaigns log a damaged one and leave it out. Its deals are not
// solved again, because their part of the tally and distributions can't be subtracted.
//
// # Room
//
// [Bound] limits the size of the verdicts. Jobs are limited by number. The results of campaigns are not
// limited: a result takes about 100 bytes in PostgreSQL and 26 in SQLite, with its index
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
//	campaign_compare.go     comparing the results of campaigns
//	proofs.go, webhooks.go  proofs of losses; messages to be sent
//	reseal.go               new seals with a new key
package store
