package pool

import (
	"runtime"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/threadtime"
)

// ThreadTimed runs work on a thread of its own, and returns how long it kept a processor busy,
// however many others want the processors, and whether that is known. What the garbage collector
// does on other threads is not counted.
func ThreadTimed(work func()) (time.Duration, bool) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began, known := threadtime.Now()
	work()
	ended, _ := threadtime.Now()
	return ended - began, known
}
