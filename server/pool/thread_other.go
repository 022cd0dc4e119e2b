//go:build !linux

package pool

import "time"

// threadTime returns false: the time of a thread can't be read here.
func threadTime() (time.Duration, bool) { return 0, false }
