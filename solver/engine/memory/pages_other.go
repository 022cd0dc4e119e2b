//go:build !linux

package memory

// useLargePages does nothing outside Linux.
func useLargePages([]uint64) {}

func zero(words []uint64) { clear(words) }
