package memory

import (
	"math/bits"
	"unsafe"
)

// Arena is memory lent to one engine at a time. It is not safe for concurrent use.
type Arena struct {
	table, stack []uint64
	dirty        int
}

// least is the size of the smallest arena in bytes. Every engine can do something with
// it.
const least = 1 << 16

// New returns an arena of the given number of bytes, but at least 64 KiB.
func New(bytes int64) *Arena {
	words := int(max(bytes, least) / 8)
	table := 1 << (bits.Len(uint(words/4*3)) - 1)
	a := &Arena{table: make([]uint64, table), stack: make([]uint64, words-table)}
	useLargePages(a.table)
	return a
}

// Take lends the table, zeroed, and the stack as it is. The engine calls Done when its
// search is over.
func (a *Arena) Take() (table, stack []uint64) {
	zero(a.table[:a.dirty])
	a.dirty = len(a.table) // until Done knows better
	return a.table, a.stack
}

// Done returns the memory. Only the first n words of the table were written to since
// Take.
func (a *Arena) Done(n int) { a.dirty = n }

// View returns words as values of another type, as many as fit. The type must have no
// pointers, and its size must divide a word's or be a multiple of it.
func View[T any](words []uint64) []T {
	var t T
	size := int(unsafe.Sizeof(t))
	if n := len(words) * 8 / size; n > 0 {
		return unsafe.Slice((*T)(unsafe.Pointer(&words[0])), n)
	}
	return nil
}
