package campaign

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// humble is how much the threads of workers that give way are below others. With it they
// have a third of what a search for somebody has, and half of a processor that nobody else
// wants is theirs all the same. With more they are kept waiting so long while others are
// busy that the garbage collector, which waits for them, keeps everybody waiting.
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
