//go:build !linux

package arena

// useLargePages is for Linux only.
func useLargePages([]uint64) {}

func zero(words []uint64) { clear(words) }
