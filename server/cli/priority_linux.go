package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// giveWay lowers the priority of this process to a nice value from 0 to 19. A process that has a
// lower priority already keeps it.
//
// Linux has a nice value for each thread, and a new thread inherits that of its creator. So
// threads are lowered until there are no new ones. Linux may also have a value for each session,
// and compare threads only within a session; a process with a session of its own lowers that as
// well. The processor share of a control group is not changed.
func giveWay(nice int) error {
	if err := giveWayThreads(nice); err != nil {
		return err
	}
	session, err := unix.Getsid(0)
	if err != nil || session != os.Getpid() {
		return err
	}
	err = unix.EAGAIN // the kernel allows one such change in 100 ms, of all processes
	for tries := 0; errors.Is(err, unix.EAGAIN) && tries < 100; tries++ {
		if tries > 0 {
			time.Sleep(100 * time.Millisecond)
		}
		err = os.WriteFile("/proc/self/autogroup", []byte(strconv.Itoa(nice)), 0)
	}
	// Without the file there are no values for sessions.
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("lowering the session's priority: %w", err)
	}
	return nil
}

func giveWayThreads(nice int) error {
	for again := true; again; {
		again = false
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return err
		}
		for _, t := range threads {
			id, err := strconv.Atoi(t.Name())
			if err != nil {
				return err
			}
			has, err := unix.Getpriority(unix.PRIO_PROCESS, id)
			// The system call returns 20 minus the value, which can't be negative.
			if err == nil && 20-has < nice {
				err = unix.Setpriority(unix.PRIO_PROCESS, id, nice)
				again = true
			}
			if err != nil && err != unix.ESRCH { // a thread that has ended
				return fmt.Errorf("lowering the priority: %w", err)
			}
		}
	}
	return nil
}
