package campaign

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// timed tells how long a thread was busy with some work, which gets it for itself: however
// many others want the processors meanwhile, a player's game takes the same time. What the
// garbage collector does on other threads is not counted.
func (t *turn) timed(work func() error) (time.Duration, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began, ok := threadTime()
	if !ok {
		return t.clocked(work)
	}
	err := work()
	ended, _ := threadTime()
	return ended - began, err
}

// threadTime is how long the thread that asks has kept a processor busy.
func threadTime() (time.Duration, bool) {
	var at unix.Timespec
	err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &at)
	return time.Duration(at.Nano()), err == nil
}
