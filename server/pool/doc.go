// Package pool keeps the machines that search busy, and no busier than they can
// bear.
//
// An engine owns large tables and solves one problem at a time, so the process
// has a fixed number of workers with an engine each, and a queue of bounded
// length before them. [Pool.Solve] is an ordinary call: it waits for a worker,
// has it search, and returns what was found and how long the search took, the
// waiting not counted.
//
//	Solve ──> full? ── yes ──> *Busy, at once, with an estimate when to come back
//	            │ no
//	            v
//	        [ queue ] ── context ends ──> unknown, nothing searched; the place is free
//	            │ a worker is free
//	            v
//	        searching ── engine returns ──> its result
//	            │    └── engine panics ──> *Panic; the worker gets a fresh engine
//	            │ context ends
//	            v
//	         grace ── engine returns ──> its result
//	            │ the engine goes on
//	            v
//	         unknown; the caller has left, the worker stays taken until the
//	         engine does return
//
// [Pool.Improve] is Solve for who has a solution already. [Pool.Do] lends a worker's
// engine out for many searches in a row, in the same way.
//
// Whoever asks is never kept beyond the end of the context and a short grace, in
// which a well-behaved engine notices the end and says how far it got.
//
// [Pool.Close] lets what was accepted go on as long as its own context lasts, and
// then answers it with "unknown: cancelled".
//
// The organs: pool.go has the queue and the calls, worker.go the workers,
// errors.go what can go wrong.
package pool
