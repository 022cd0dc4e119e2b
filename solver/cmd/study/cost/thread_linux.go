package cost

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime returns how long the calling thread has kept a processor busy, to the nanosecond.
func threadTime() time.Duration {
	var at unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &at); err != nil {
		panic(err) // no error is possible with these arguments
	}
	return time.Duration(at.Nano())
}
