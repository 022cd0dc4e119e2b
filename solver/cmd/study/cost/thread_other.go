//go:build !linux

package cost

import "time"

var start = time.Now()

// threadTime returns the time that has passed: the thread's own is known on Linux only.
func threadTime() time.Duration { return time.Since(start) }
