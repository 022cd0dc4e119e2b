package campaign

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// humble is how much lower the threads of workers that give way are than others (their nice
// value is higher). So they have a third of what a search for somebody has, and whatever
// nobody else wants. With 10 or more they wait so long while others are busy that the
// garbage collector, which stops all threads for a moment, has everybody wait with them.
const humble = 5

// lower has the calling goroutine run on a thread of its own for the rest of its life, and
// the operating system prefer others to it. The thread ends with the goroutine: its priority
// can't be raised again. It is a courtesy, and where it is not granted nothing is lost.
func lower() {
	runtime.LockOSThread()
	nice, err := unix.Getpriority(unix.PRIO_PROCESS, 0) // 20 less what is meant
	if err == nil {
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, min(19, 20-nice+humble))
	}
}
