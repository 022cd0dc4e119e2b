package memory

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a large page in bytes.
const hugePage = 2 << 20

// zero zeroes words. Clearing a gigabyte takes a third of a second, during which a
// client waits. Giving its pages back, so that they are zeroed when they are next touched,
// does not. Linux guarantees that, but some systems that emulate it treat the call as
// advice and do nothing. Proofs must not depend on them, so zero sets marks and checks
// that they are gone.
func zero(words []uint64) {
	whole := largePages(words)
	if len(whole) < 16*hugePage/8 {
		clear(words)
		return
	}
	first, last := &whole[0], &whole[len(whole)-1]
	*first, *last = 1, 1
	if err := syscall.Madvise(bytesOf(whole), syscall.MADV_DONTNEED); err != nil || *first != 0 || *last != 0 {
		clear(words)
		return
	}
	before := (uintptr(unsafe.Pointer(&whole[0])) - uintptr(unsafe.Pointer(&words[0]))) / 8
	clear(words[:before])
	clear(words[int(before)+len(whole):])
}

// useLargePages asks the system to map words in large pages. A search reads its table
// at random. With pages of 4 KiB, each read of a large table waits for the translation
// of its address before it waits for the memory. A system that can't or won't do it
// leaves the memory as it is.
func useLargePages(words []uint64) {
	if whole := largePages(words); len(whole) > 0 {
		_ = syscall.Madvise(bytesOf(whole), syscall.MADV_HUGEPAGE)
	}
}

// largePages returns the part of words that makes whole large pages.
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
