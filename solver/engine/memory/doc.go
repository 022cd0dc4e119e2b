// Package memory has what searches remember, and the memory in which they do: an arena that the
// engines of one worker borrow, one after another, and the tables in it.
//
// # The arena
//
// Tables are most of what a search needs. An engine that allocated its own for every
// problem would have the operating system map and clear gigabytes for a search of a
// millisecond. Engines that kept one each would need many times the memory. So a worker
// has one [Arena], two slices of words, lent to whichever engine is searching:
//
//	table   the largest power of two that leaves a quarter; zeroed when it is lent
//	stack   the rest, as the last engine left it
//
// When an engine is done, it reports how much of the table it has written to, so that no
// more than that is zeroed for the next. Large parts are given back to the system
// instead, which is faster and delays the zeroing until they are touched again.
//
// On Linux the words are not of Go's heap, whose collector would take them for live data and wait
// until the rest is as large. They take no memory until they are touched: an Arena that is never
// filled costs address space only. [Arena.Release] gives back what was touched.
//
// # Tables
//
// Tables of states are bounded, fast and exact: an entry may be forgotten when there is no room;
// two different keys are never confused. [Table] never forgets what is on the search's path, which
// can be a [Path]; [Set] is for searches that can't go round in circles.
//
// They are arrays of buckets that begin small and double in place as they fill ([Split]): the top
// bits of a key choose its bucket, so the entries of bucket i go to 2i and 2i+1, and the array is
// split from its end backwards. Small problems stay in the processor's caches, and clearing the
// memory for the next problem costs what the last one used.
//
// Files: arena.go, pages_linux.go and pages_other.go have the arena, split.go what all tables share,
// table.go, set.go and path.go the tables and the path, random.go random numbers and mixing for keys.
package memory
