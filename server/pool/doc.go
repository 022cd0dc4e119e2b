// Package pool runs searches on a fixed number of workers.
//
// An engine owns large tables and solves one problem at a time. So the process has a fixed number
// of workers with an engine each, and a bounded queue. [Pool.Solve] waits for a worker, and returns
// its result and how long the search took, without the wait.
//
//	Solve ──> full? ── yes ──> *Busy, at once, with an estimate when to retry
//	            │ no
//	            v
//	        [ queue ] ── clock ends ──> unknown, nothing searched; the place is free
//	            │ a worker is free
//	            v
//	        searching ── engine returns ──> its result
//	            │    └── engine panics ──> *Panic; the worker gets a new engine
//	            │ clock ends
//	            v
//	         grace ── engine returns ──> its result
//	            │ the engine goes on
//	            v
//	         unknown; the caller has left, the worker stays taken until the
//	         engine does return
//
// [Pool.Improve] searches for a shorter solution than a known one. [Pool.Do] lends a worker's engine
// to a caller for many searches in a row.
//
// A call returns at the latest when its clock has ended and a grace has passed. During the grace the
// engine notices the end and reports its partial result. On a busy machine that can take longer than
// a client should wait, because the engine's thread has no processor. Package verdict does not make
// its clients wait for Solve, so Solve has a longer grace.
//
// [Pool.Close] lets accepted searches go on until its context ends, and then answers them with
// "unknown: cancelled".
//
// If the engine is a [Leader], idle workers help with a search that runs for more than 10 ms. They
// stop helping as soon as a call needs a worker.
//
// A [Gate] makes background work outside the pool give way to the pool's searches. That work pauses
// when it asks its clock ([solver.Clock.Pausing]).
//
// [Bulk] answers batches and jobs, and reserves one worker for interactive requests. [Shortening]
// makes solutions shorter after they were answered.
//
// The files: pool.go has the queue and the calls, worker.go the workers, lend.go how idle workers
// help, gate.go the gate, errors.go the errors, searching.go reports when searches begin and end,
// bulk.go has Bulk, shortening.go Shortening.
package pool
