// Package memory owns the memory that the engines of one worker search with, one after
// another.
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
// Most tables in this memory are arrays of buckets that begin small and double in place ([Split]).
package memory
