// Package shortening shortens solutions after they were answered.
//
// A search ends with its first solution, which is answered as it was found: a rough one. [Service.Add]
// queues it. One goroutine shortens what is queued, when calls leave time for that, and gives the better
// record back, which replaces the other. The latest comes first, as it is the likeliest to be asked for
// again. If too many wait, the oldest is forgotten: it comes back when it is answered from memory.
//
//	verdict ── a rough record ──> Add ──> [ queue ] ──> Shorten ──> Replace ──> verdict
package shortening
