package arena

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a large page, in bytes.
const hugePage = 2 << 20

// useLargePages asks the system to map words in large pages. A search reads its
// table at random, and with pages of 4 KiB each read of a large table waits for its
// address to be translated before it waits for the memory itself.
//
// It is a request: a system that can't or won't leaves the memory as it is.
func useLargePages(words []uint64) {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(words)))
	skip := (hugePage - start%hugePage) % hugePage / 8
	if uint64(len(words)) < uint64(skip)+hugePage/8 {
		return
	}
	whole := words[skip:]
	whole = whole[:len(whole)/(hugePage/8)*(hugePage/8)]
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(&whole[0])), len(whole)*8), unix.MADV_HUGEPAGE)
}
