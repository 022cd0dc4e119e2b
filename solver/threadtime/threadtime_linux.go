package threadtime

import (
	"time"

	"golang.org/x/sys/unix"
)

// Now returns how long the calling thread has kept a processor busy, and whether that is known.
func Now() (time.Duration, bool) {
	var at unix.Timespec
	err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &at)
	return time.Duration(at.Nano()), err == nil
}
