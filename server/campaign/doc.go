// Package campaign runs win-rate campaigns. It solves or plays range after range of numbered deals, and
// stores every result. Package solver/campaign defines what a campaign is.
//
// # The life of a campaign
//
// A campaign is kept only in the store (package store): its plan, the next seed to hand out, its open
// ranges and its results. So it survives the processes that work on it.
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
// When a stop rule applies, no more ranges are handed out, and open ranges are finished. So the tally
// of a campaign that is done covers all deals from its first to its last finished one, and not only
// the quick ones.
//
// # A range
//
// [Worker.Do] is the only code that does a range. It reads the known verdicts of the range's deals
// once, from campaigns of the same game and of games with stronger or weaker rules (package relation).
// For each such deal it checks that both games deal the same cards. A verdict that follows from known
// ones is not searched for. A campaign fails if two contradicting verdicts follow for a deal, if the
// referee rejects a solution, or if an engine panics ([Fault]). Solutions are not shortened: only their
// length is kept.
//
// A player's game is played to its end, however long it takes.
//
// # Who runs campaigns
//
// Each process has a [Runner]: on PostgreSQL any number of processes share the work, on SQLite one does
// it alone. The Runner serves campaigns by priority and limits the workers of each by its share. An
// open range is a job of the queue (package queue). The transaction that opens the range adds the job,
// and the transaction that writes the results completes it.
//
// No process needs to know for certain which others are alive:
//
//   - A killed process leaves jobs in the state running. On SQLite the next start makes them available
//     again. On PostgreSQL other processes do so when its heartbeat is missing (package queue). River
//     also rescues every job that is older than queue.Duties.RescueAfter, even if its process lives. So
//     a range has a shorter time limit, after which a living process gives it up.
//   - A range that times out, usually because of one deal that takes minutes, is done again with twice
//     the time. The deadline of a deal, if there is one, is added to the limit.
//   - The queue holds a few ranges for each worker, never the whole campaign: finishing a range
//     opens the next ones. Every process also sweeps periodically. A sweep starts queued campaigns,
//     continues those without open ranges, and adds jobs for open ranges that have lost theirs.
//
// # Requests first
//
// Workers within a service have engines of their own and give way to requests ([pool.Gate]): one runs
// for each processor without a search for a request. An engine asks its clock ([solver.Clock]) every
// few hundred states whether to go on. This clock makes the engine pause until a processor is free.
// Pauses don't count as time of the deal:
//
//	engine ── go on? ──> is there room? ── yes ──> until the deal's time is up
//	                        │ no                      ^
//	                        └── pause ── room, ───────┘
//	                                  or a second has passed: then 20 ms are granted
//
// The gate does not see other work, such as reading requests, or other programs. For these the threads
// of all campaign workers have a lower priority, on Linux.
//
// # Files
//
//	manager.go        creating, listing, watching, cancelling campaigns
//	worker.go         doing a range; related.go infers verdicts
//	thread_*.go       priorities
//	runner.go         doing the jobs of ranges
//	sweep.go          handing out ranges
//	running.go        the ranges that this process is doing
package campaign
