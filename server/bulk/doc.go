// Package bulk is the way in for work that nobody waits for at a table: the lines
// of a batch, and jobs.
//
// All of it together may have all workers but one searching for it, so that a
// person's question finds a worker free, or, where there is one worker only, waits
// for a single search and not for a queue of them. What is remembered needs no
// worker and so no turn:
//
//	Answer ──> remembered? ── yes ──> the answer
//	             │ no
//	             v
//	          [ turn ] ── context ends ──> unknown, nothing searched
//	             │ one of the places is free
//	             v
//	          the Book, within the time for one search ── queue full ──> pause, again
//	             │
//	             v
//	          the answer
//
// The turns are taken in the order in which they were asked for, but verdicts come first:
// who has a solution and looks for a shorter one, which may take all the time there is,
// has a turn only while nobody else wants it. Where the pool's queue is full of people's
// questions bulk work stands back: it tries again until it gets in, and the time for its
// search begins only then.
package bulk
