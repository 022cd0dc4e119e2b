//go:build unix

package cli

import (
	"fmt"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// giveWay lowers the priority of this process to a nice value from 0 to 19. A process that has a
// lower priority already keeps it.
//
// Linux has a nice value for each thread, which those that it creates inherit. So the program begins
// again, on a thread that has the value.
func giveWay(nice int) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	has, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil {
		return fmt.Errorf("reading the priority: %w", err)
	}
	if runtime.GOOS == "linux" {
		has = 20 - has // the system call returns 20 less the value, which can't be negative
	}
	if has >= nice {
		return nil
	}
	program, err := os.Executable()
	if err == nil {
		err = unix.Setpriority(unix.PRIO_PROCESS, 0, nice)
	}
	if err == nil {
		err = unix.Exec(program, os.Args, os.Environ()) // returns only if it fails
	}
	return fmt.Errorf("lowering the priority: %w", err)
}
