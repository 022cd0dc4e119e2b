// Package bulk answers problems of work that no person waits for: the lines of a batch, and
// jobs.
//
// Bulk work may use all workers but one, so that an interactive request finds a worker free,
// or, where there is only one worker, waits for a single search and not for a queue of them.
// Stored answers need no worker and so no turn:
//
//	Answer ──> stored? ── yes ──> the answer
//	             │ no
//	             v
//	          [ turn ] ── context ends ──> unknown, nothing searched
//	             │ a place is free
//	             v
//	          verdicts, within the time for one search ── queue full ──> pause, retry
//	             │
//	             v
//	          stored, without a turn ──> the answer
//
// Turns are taken in the order in which they were asked for, but verdicts come first: a
// search for a shorter solution, which may take all the time there is, has a turn only while
// no verdict waits for one. Where interactive requests fill the pool's queue, bulk work
// retries until it gets in, and the time for its search begins only then.
package bulk
