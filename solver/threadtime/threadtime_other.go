//go:build !linux

package threadtime

import "time"

// Now returns false: the time of a thread can't be read here.
func Now() (time.Duration, bool) { return 0, false }
