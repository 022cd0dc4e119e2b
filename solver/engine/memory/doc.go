// Package memory has the tables in which searches remember states, and the memory for them: an
// arena that the engines of one worker borrow, one after another.
//
// # The arena
//
// A search needs most of its memory for tables. If an engine allocated a table for every problem,
// the operating system would map and clear gigabytes for a search of a millisecond. If every engine
// kept a table of its own, they would need many times the memory. So a worker has one [Arena], two
// slices of words, lent to whichever engine is searching:
//
//	table   the largest power of two that leaves a quarter; zeroed when it is lent
//	stack   the rest, as the last engine left it
//
// When an engine is done, it reports how much of the table it has written to, so that no
// more than that is zeroed for the next. Large parts are given back to the system
// instead, which is faster and delays the zeroing until they are touched again.
//
// On Linux the words are outside Go's heap. Inside, the garbage collector would count them as live
// data and run only when the other data are as large. They take no memory until they are touched:
// an Arena that is never filled costs address space only. [Arena.Release] gives back what was
// touched.
//
// # Tables
//
// Tables of states are bounded, fast and exact: an entry may be forgotten when there is no room;
// two different keys are never confused. [Table] never forgets the states on the search's path (see
// [Path]). [Set] may forget any state; it is for searches that can't go round in circles.
//
// They are arrays of buckets that begin small and double in place as they fill ([Split]): the top
// bits of a key choose its bucket, so the entries of bucket i go to 2i and 2i+1, and the array is
// split from its end backwards. Small problems stay in the processor's caches, and clearing the
// memory for the next problem costs what the last one used.
//
// Files: arena.go, pages_linux.go and pages_other.go have the arena, split.go what all tables share,
// table.go, set.go and path.go the tables and the path, random.go random numbers and mixing for keys.
package memory
