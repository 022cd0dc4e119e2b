// Package memory is the memory that the engines of one worker search with, one
// after another.
//
// Tables are most of what a search needs. An engine that made its own for every
// problem would have the operating system map and clear gigabytes for a search of
// a millisecond; engines that kept one each would need as many times the memory.
// So a worker has one [Arena], two slices of words, lent to whichever engine is
// searching:
//
//	Table   the greatest power of two that leaves a quarter; zeroed when it is lent
//	Stack   the rest, as the last engine left it
//
// An engine says when it is done how much of the table it has written to, so that
// no more than that is zeroed for the next; large parts are given back to the system,
// which is quicker and leaves the zeroing to when they are next touched.
//
// The words have no pointers in them, so the garbage collector never looks at
// them. They are mapped when they are first touched: an Arena that is never filled
// costs address space only.
package memory

import (
	"math/bits"
	"unsafe"
)

// Arena is lent to one engine at a time. It is not safe for concurrent use.
type Arena struct {
	table, stack []uint64
	dirty        int
}

// least is the smallest arena, with which every engine can do something.
const least = 1 << 16

// New makes an arena of so many bytes, and no less than 64 KiB.
func New(bytes int64) *Arena {
	words := int(max(bytes, least) / 8)
	table := 1 << (bits.Len(uint(words/4*3)) - 1)
	a := &Arena{table: make([]uint64, table), stack: make([]uint64, words-table)}
	useLargePages(a.table)
	return a
}

// Take lends the table, zeroed. The engine calls Done when its search is over.
func (a *Arena) Take() (table, stack []uint64) {
	zero(a.table[:a.dirty])
	a.dirty = len(a.table) // until Done says better
	return a.table, a.stack
}

// Done says that only the first n words of the table were written to since Take.
func (a *Arena) Done(n int) { a.dirty = n }

// View reads words as values of another type, as many as fit. The type must have
// no pointers and a size that divides or is a multiple of a word's.
func View[T any](words []uint64) []T {
	var t T
	size := int(unsafe.Sizeof(t))
	if n := len(words) * 8 / size; n > 0 {
		return unsafe.Slice((*T)(unsafe.Pointer(&words[0])), n)
	}
	return nil
}
