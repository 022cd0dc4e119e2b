// Package campaign runs win-rate campaigns: it has range after range of numbered deals solved or
// played, and every result stored. What a campaign is, package solver/campaign says.
//
// # The life of a campaign
//
// A campaign exists in the store (package store) only: its plan, the seed up to which it is
// handed out, its open ranges and its results. So it survives the processes that work on it.
//
//	plan ──> queued ── the first range is handed out ──> running
//
//	   seeds, from the first to the last
//	  ├──────────────┬──────┬──────┬──────┬─────────────────────────────┤
//	    done: counted  open   done   open   next: not handed out
//	                    │             │
//	                    └─ a worker ──┘── one transaction: results, tally,
//	                       solves them    distributions, mark: done
//
//	running ── the last range is done ──────────────────────────> done
//	   │ └──── a stop rule ──> stopping ── open ranges are done ──> done
//	   └────── cancelled, or a fault ──> cancelled, failed ── resumed ──> queued
//
// Seeds are handed out in order, in ranges of some seconds of work. Each range counts once,
// however often it is done. If its worker dies or is stopped, the range stays open and is done
// again; with a budget of states the results are the same.
//
// A stop rule ends the handing out, and open ranges are finished. So the tally of a campaign that
// is done covers all deals from its first to some other, and not those that were quick.
//
// # A range
//
// [Worker.Do] is the only code that does a range. It reads, once, the known verdicts of the
// range's deals from campaigns of the same game and of stronger and weaker ones (package
// relation), and checks for each such deal that both games have the same cards on the table.
// Verdicts that follow are not searched for. A deal for which both verdicts follow makes the
// campaign fail, and so do a solution that the referee rejects, and an engine that panics
// ([Fault]). Solutions are not shortened: only their length is kept.
//
// A player's game is played to its end, however long it takes.
//
// # Who runs campaigns
//
// [Runner] does a process's part: on PostgreSQL with any number of others, on SQLite alone. It serves
// campaigns by priority and bounds the workers of each by its share. An open range is a job of the
// queue (package queue), made in the transaction that opens the range and completed in the one that
// writes its results, so that neither exists without the other.
//
// No process needs to know for certain which others are alive:
//
//   - A killed process leaves jobs in the state running. On SQLite the next start gives them out again. On
//     PostgreSQL River rescues them when they are older
//     than allowed (queue.Duties.RescueAfter, and up to a minute until its leader looks), without asking
//     whether the process lives. So a range has a shorter time limit, after which a living
//     process gives it up.
//   - A range that times out, above all because of one deal that takes minutes for its states,
//     is done again with twice the time. In the end it is done, at no more than twice its cost.
//     The deadline of a deal, if there is one, is added to the limit.
//   - The queue holds a few ranges for each worker, never the whole campaign: finishing a range
//     opens the next ones. Every process makes sweeps now and then for what that misses:
//     campaigns that are queued or stand still, and open ranges whose jobs are gone.
//
// # Requests first
//
// Workers beside a service have engines of their own and give way ([pool.Gate]): as many run as there
// are processors that no search for a request needs. An engine asks its clock ([solver.Clock]) every
// few hundred states whether to go on. Here the clock answers when there is room, and the time of the
// pause doesn't count:
//
//	engine ── go on? ──> is there room? ── yes ──> until the deal's time is up
//	                        │ no                      ^
//	                        └── pause ── room, ───────┘
//	                                  or a second has passed: then 20 ms are granted
//
// What the gate can't see (reading a request, writing an answer, other programs) the operating
// system handles: on Linux the threads of all workers have a lower priority.
//
// # Files
//
//	manager.go        creating, listing, watching, cancelling campaigns
//	worker.go         doing a range; related.go infers verdicts
//	thread_*.go       priorities
//	runner.go         the jobs of ranges, and what becomes of them
//	sweep.go          handing out ranges
//	running.go        the ranges that are worked on here
package campaign
