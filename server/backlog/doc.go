// Package backlog holds records until they are stored.
//
// [Backlog.Add] queues a record, and one goroutine writes what is queued. There is no deliberate delay,
// so a batch is whatever arrived while the last one was written. What could not be written stays, and is
// tried again with growing pauses. Until it is stored a record is answered from here.
//
//	Add ──> [ backlog ] ── batches ──> store ── then ──> Stored, for the caches
//	            └── Get, Find
//
// The backlog is bounded; the oldest unknowns are dropped first, then the oldest verdicts, and drops
// are counted and logged. [Backlog.Close] writes what is left.
//
// An answer waits for its record ([Backlog.Await]): every answer with [Options].First, else only that of
// a long search. So a process that is killed has stored what it answered. The wait is bounded: a store
// that is down delays an answer by a second, or until its deadline, and later answers from the backlog
// no longer than that. Answers that don't wait are lost if the process is killed during the write, and
// found again on the next request.
package backlog
