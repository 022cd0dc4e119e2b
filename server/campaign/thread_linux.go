package campaign

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// lowerBy is how much is added to the nice value of threads of workers. They get a third
// of what a search for a request gets, and what nobody else wants. With 10 or more they
// would wait so long that the garbage collector, which stops all threads for a moment, would
// make everybody wait with them.
const lowerBy = 5

// lowerPriority gives the calling goroutine a thread of its own for the rest of its life, of
// a lower priority than others. The thread ends with the goroutine, because a priority can't
// be raised again. Where the system refuses, nothing is lost.
func lowerPriority() {
	runtime.LockOSThread()
	nice, err := unix.Getpriority(unix.PRIO_PROCESS, 0) // the system call returns 20 less the value
	if err == nil {
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, min(19, 20-nice+lowerBy))
	}
}
