// Package pool runs searches on a fixed number of workers.
//
// An engine owns large tables and solves one problem at a time, so the process has a fixed
// number of workers with an engine each, and a bounded queue before them. [Pool.Solve] waits
// for a worker, and returns what it found and how long the search took, without the wait.
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
// [Pool.Improve] is Solve where a solution is known already. [Pool.Do] lends a worker's
// engine for many searches in a row, in the same way.
//
// A call returns at the end of its clock and a grace at the latest, in which a well-behaved
// engine notices the end and reports how far it got. On a busy machine that can take longer than
// a client should wait, not because the engine is slow but because its thread has no processor.
// So package verdict, which answers its clients by itself, has a longer grace for Solve.
//
// [Pool.Close] lets accepted searches go on as long as its own context lasts, and then
// answers them with "unknown: cancelled".
//
// A worker with nothing to do helps another one with a search that runs for more than 10 ms, if the
// engine is a [Leader]. It is called back as soon as a call waits for it.
//
// A [Gate] makes background work outside the pool give way to its searches: that work pauses where it
// asks its clock ([solver.Clock.Pausing]).
//
// [Bulk] answers batches and jobs, and leaves a worker to interactive requests. [Shortening] makes solutions
// shorter after they were answered.
//
// The files: pool.go has the queue and the calls, worker.go the workers, lend.go how they
// help each other, gate.go the gate, errors.go the errors, searching.go tells those who ask of searches,
// bulk.go and shortening.go are that.
package pool
