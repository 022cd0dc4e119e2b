// Package transposition is what searches remember states with: bounded, fast, and never
// wrong. What it holds may be forgotten when there is no room; two different keys
// are never taken for one.
//
// Both tables lie in memory that an engine borrows (package memory), start in a small
// part of it and double as they fill, in place: the top bits of a key choose its
// bucket, so when the buckets double, the entries of bucket i go to 2i and 2i+1, and
// the array is split from its end backwards. Small problems stay in the processor's
// caches, and clearing the memory for the next problem costs what the last one used.
//
// [Table] keeps what is on the search's path, whatever happens: table.go. [Set] is
// for searches that can't go round in circles: set.go.
package transposition
