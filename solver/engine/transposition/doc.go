// Package transposition has the tables in which searches remember states: bounded, fast
// and exact. An entry may be forgotten when there is no room; two different keys are
// never confused.
//
// Both tables live in memory that an engine borrows (package memory). They start in a
// small part of it and double as they fill, in place: the top bits of a key choose its
// bucket, so the entries of bucket i go to 2i and 2i+1, and the array is split from its
// end backwards. Small problems stay in the processor's caches, and clearing the memory
// for the next problem costs what the last one used.
//
// [Table] never forgets what is on the search's path (table.go), which can be a [Path] (path.go).
// [Set] is for searches that can't go round in circles (set.go).
package transposition
