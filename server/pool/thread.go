package pool

import (
	"runtime"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/threadtime"
)

// ThreadTimed begins work on a thread of its own. The function that it returns ends it, and returns how
// long the work kept a processor busy, however many others want the processors, and whether that is
// known. What the garbage collector does on other threads is not counted.
func ThreadTimed() (busy func() (time.Duration, bool)) {
	runtime.LockOSThread()
	began, known := threadtime.Now()
	return func() (time.Duration, bool) {
		ended, _ := threadtime.Now()
		runtime.UnlockOSThread()
		return ended - began, known
	}
}
