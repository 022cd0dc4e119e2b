package memory

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a large page, in bytes.
const hugePage = 2 << 20

// zero zeroes words. Clearing a gigabyte takes a third of a second, in which somebody
// waits; giving its pages back, to get zeroed ones when they are next touched, doesn't.
// Linux promises that, but some systems that stand in for it take it for advice and do
// nothing. A proof must not rest on them, so marks are left to see whether it was done.
func zero(words []uint64) {
	whole := largePages(words)
	if len(whole) < 16*hugePage/8 {
		clear(words)
		return
	}
	first, last := &whole[0], &whole[len(whole)-1]
	*first, *last = 1, 1
	if err := unix.Madvise(bytesOf(whole), unix.MADV_DONTNEED); err != nil || *first != 0 || *last != 0 {
		clear(words)
		return
	}
	before := (uintptr(unsafe.Pointer(&whole[0])) - uintptr(unsafe.Pointer(&words[0]))) / 8
	clear(words[:before])
	clear(words[int(before)+len(whole):])
}

// useLargePages asks the system to map words in large pages. A search reads its
// table at random, and with pages of 4 KiB each read of a large table waits for its
// address to be translated before it waits for the memory itself.
//
// It is a request: a system that can't or won't leaves the memory as it is.
func useLargePages(words []uint64) {
	if whole := largePages(words); len(whole) > 0 {
		_ = unix.Madvise(bytesOf(whole), unix.MADV_HUGEPAGE)
	}
}

// largePages is the part of words that makes whole large pages.
func largePages(words []uint64) []uint64 {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(words)))
	skip := (hugePage - start%hugePage) % hugePage / 8
	if uint64(len(words)) < uint64(skip)+hugePage/8 {
		return nil
	}
	whole := words[skip:]
	return whole[:len(whole)/(hugePage/8)*(hugePage/8)]
}

func bytesOf(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(words)*8)
}
