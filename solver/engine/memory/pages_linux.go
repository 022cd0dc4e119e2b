package memory

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a large page in bytes.
const hugePage = 2 << 20

// reserve maps n words, which are zero and take no memory until they are touched. It returns false
// if the system refuses. Go's make would sometimes reuse memory that was touched before and clear
// all of it, which takes a third of a second for half a gigabyte.
func reserve(n int) (words []uint64, ok bool) {
	mapped, err := syscall.Mmap(-1, 0, n*8, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
	if err != nil {
		return nil, false
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(&mapped[0])), n), true
}

// unmap ends what reserve began.
func unmap(words []uint64) { _ = syscall.Munmap(bytesOf(words)) }

// giveBack gives the pages of words back to the system, and reports whether all words are zero now.
// The words begin and end at page boundaries.
func giveBack(words []uint64) bool {
	if len(words) == 0 {
		return true
	}
	first, last := &words[0], &words[len(words)-1]
	*first, *last = 1, 1
	return syscall.Madvise(bytesOf(words), syscall.MADV_DONTNEED) == nil && *first == 0 && *last == 0
}

// zero zeroes words. Clearing a gigabyte takes a third of a second, during which a client waits.
// Giving its pages back, so that they are zeroed when they are next touched, does not. Linux
// guarantees that, but some systems that emulate it treat the call as advice and do nothing. Proofs
// must not depend on such systems, so zero sets marks and checks that they are gone.
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
