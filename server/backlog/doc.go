// Package backlog holds records until they are stored.
//
// [Backlog.Add] queues a record, and one goroutine writes the queued records, in batches: all that
// arrived while the last batch was written. Records that could not be written stay queued, and are
// tried again with growing pauses. Until a record is stored, answers come from the backlog.
//
//	Add ──> [ backlog ] ── batches ──> store ── then ──> Stored, for the caches
//	            └── Get, Find
//
// The backlog is bounded. The oldest unknown verdicts are dropped first, then the oldest proven ones;
// drops are counted and logged. [Backlog.Close] writes the remaining records.
//
// With [Options].First every answer waits until its record is stored ([Backlog.Await]); otherwise only
// the answer of a long search does. So a killed process has stored what it answered. The wait is
// bounded: while the store is down, an answer is delayed by a second after the result was found, or
// until its deadline. If the process is killed, records whose answers did not wait may be lost; the
// next request searches again.
package backlog
