//go:build !linux

package memory

// reserve returns false: outside Linux the arena uses Go's make.
func reserve(int) ([]uint64, bool) { return nil, false }

func unmap([]uint64) {}

// giveBack does nothing outside Linux.
func giveBack([]uint64) bool { return false }

// useLargePages does nothing outside Linux.
func useLargePages([]uint64) {}

func zero(words []uint64) { clear(words) }
