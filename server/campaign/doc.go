// Package campaign finds out how often games can be won: it has range after range of
// numbered deals solved, or played, and every result kept.
//
// # The life of a campaign
//
// A campaign lives in the store (store.Campaigns) and nowhere else: its plan, the seed up
// to which it is handed out, the ranges that are open, and what became of every deal. So it
// survives whoever works on it.
//
//	order ──> queued ── the first range is handed out ──> running
//
//	   seeds, from the first to the last
//	  ├──────────────┬──────┬──────┬──────┬─────────────────────────────┤
//	    done: counted  open   done   open   next: nobody has them yet
//	                    │             │
//	                    └─ a worker ──┘── one transaction: results, tally,
//	                       solves them    distributions, mark: done
//
//	running ── the last range is done ──────────────────────────> done
//	   │ └──── a stop rule ──> stopping ── what is open is done ──> done
//	   └────── cancelled, or a fault ──> cancelled, failed ── resumed ──> queued
//
// Seeds are handed out in order, in ranges of some seconds of work, and each range counts
// once, whoever did it and how often. A range is given up without a trace if its worker
// dies or is told to end: it stays open, and is done again. With a budget of states that
// gives the same results.
//
// A stop rule hands out no more, and what is open is finished. So the tally of a campaign
// that is done is of all deals from its first to some other, and not of those that were
// quick.
//
// # A range
//
// [Worker.Do] is the one piece of code that does a range. It asks the store, once, what is
// known of the range's deals from campaigns of the same game and of stronger and weaker
// ones (package relation), and makes sure of each such deal that both games have the same
// cards on the table. What follows from that is not searched; a deal of which both verdicts
// follow ends the campaign as failed, and so do a solution that the referee does not accept,
// and an engine that breaks down ([Fault]). Solutions stay as they were found: a campaign
// wants verdicts, and keeps no more than a solution's length.
//
// A player's game is played to its end, however long it takes. Its time is that of the
// processor and not of the clock on the wall, where the operating system (Linux) can tell.
//
// # Who does it
//
// What range comes next is one piece of code too ([Planner]). Who does it when, there are two
// of. Both see to it that campaigns come to their turn, by priority, and that each has no
// more workers than its share:
//
//   - [Runner] does the work of a store that is one process's own.
//   - [River] does a process's part of it where a PostgreSQL database is shared, with
//     github.com/riverqueue/river. An open range is a job, which is made in the transaction
//     that opens the range and completed in the one that writes its results, so that
//     neither can be without the other.
//
// Nothing needs to know for certain who is alive:
//
//   - A process that is killed leaves jobs that seem to be running. River rescues them when
//     they are older than they may get (RescueAfter, and then up to a minute, until its
//     leader looks). It does not ask whether the process lives. So a range has a time limit
//     that is shorter, after which a living process gives it up.
//   - What takes too long, one deal that needs minutes for its states above all, is begun
//     again with twice the time. It is done in the end, and costs at most twice what it
//     costs. Where deals have a deadline, one of them may take all of that beside the limit.
//   - The queue holds a few ranges for each worker there is, never the whole campaign: who
//     finishes a range opens the next ones. What that forgets a sweep finds, which every
//     process makes now and then: campaigns that are queued or stand still, open ranges
//     whose jobs are gone.
//
// # People first
//
// Workers that run beside a service have engines of their own and give way ([Gate]): as
// many of them run as there are processors that no search for a person needs. An engine
// asks every few hundred states for its context's deadline (solver.StopReason), and the context
// that it has here answers when there is room, with a deadline that has moved by the pause:
//
//	engine ── Deadline? ──> is there room? ── yes ──> the deadline
//	                           │ no                      ^
//	                           └── pause ── room, ───────┘
//	                                  or a second has passed: then 20 ms are granted
//
// What the gate can't see (a request that is read, an answer that is written, other
// programs) the operating system does: on Linux the threads of such workers have a lower
// priority.
//
// The organs: manager.go has what is asked about campaigns (package solver/campaign says what
// one is),
// hub.go wakes those who watch; worker.go does ranges, related.go infers, play.go plays;
// gate.go gives way, humble_*.go lowers threads, threadtime_*.go reads their clocks; planner.go cuts ranges and stops; runner.go
// runs campaigns in one process, river.go, sweep.go and migrate.go by way of River.
package campaign
