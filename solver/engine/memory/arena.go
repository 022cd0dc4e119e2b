package memory

import (
	"math/bits"
	"runtime"
	"unsafe"
)

// Arena is memory lent to one engine at a time. It is not safe for concurrent use.
type Arena struct {
	table, stack []uint64
	dirty        int
	mapped       bool // outside Go's heap
}

// least is the size of the smallest arena in bytes. Every engine works with it.
const least = 1 << 16

// New returns an arena of the given number of bytes, but at least 64 KiB.
func New(bytes int64) *Arena {
	n := int(max(bytes, least) / 8)
	words, mapped := reserve(n)
	if !mapped {
		words = make([]uint64, n)
	}
	table := 1 << (bits.Len(uint(n/4*3)) - 1)
	a := &Arena{table: words[:table:table], stack: words[table:], mapped: mapped}
	if mapped {
		runtime.AddCleanup(a, unmap, words)
	}
	useLargePages(a.table)
	return a
}

// Take lends an engine the table, all zero, and the stack as the last engine left it. The engine
// calls Done when its search is over.
func (a *Arena) Take() (table, stack []uint64) {
	zero(a.table[:a.dirty])
	a.dirty = len(a.table) // until Done knows better
	return a.table, a.stack
}

// Release gives the used memory back to the system. It must not be called while the memory is lent.
func (a *Arena) Release() {
	if !a.mapped {
		return
	}
	giveBack(a.stack)
	a.dirty = len(a.table) // giveBack sets marks
	if giveBack(a.table) {
		a.dirty = 0
	}
}

// Done returns the memory to the arena. Since Take, the engine has written to the first n words of
// the table at most. It must not use the memory any longer: when nothing refers to the arena, the
// memory is unmapped.
func (a *Arena) Done(n int) { a.dirty = n }

// View returns words as values of another type, as many as fit. The type must have no pointers, and
// its size must be 1, 2, 4 or a multiple of 8 bytes.
func View[T any](words []uint64) []T {
	var t T
	size := int(unsafe.Sizeof(t))
	if n := len(words) * 8 / size; n > 0 {
		return unsafe.Slice((*T)(unsafe.Pointer(&words[0])), n)
	}
	return nil
}
