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

// giveWay lowers the priority of this process, as the program nice does: to a value up to
// 19, from 0, which most have. A process that is lower already stays so.
//
// Linux keeps a value for each thread, and a new one has that of the thread that made it.
// So this goes on until there is none that another one has made meanwhile. It may also keep
// one for each session, and compare the threads of one session only with each other; a
// process that has a session to itself lowers that as well. What a control group has of
// the processors is for whoever made it to say.
func giveWay(nice int) error {
	if err := giveWayThreads(nice); err != nil {
		return err
	}
	session, err := unix.Getsid(0)
	if err != nil || session != os.Getpid() {
		return err
	}
	err = unix.EAGAIN // the kernel lets one of all processes change it every tenth of a second
	for tries := 0; errors.Is(err, unix.EAGAIN) && tries < 100; tries++ {
		if tries > 0 {
			time.Sleep(100 * time.Millisecond)
		}
		err = os.WriteFile("/proc/self/autogroup", []byte(strconv.Itoa(nice)), 0)
	}
	// Without the file, there are no values of sessions.
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
			// The system call tells 20 less the value, since it can't be negative.
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
