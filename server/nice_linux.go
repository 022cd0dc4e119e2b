package main

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// giveWay lowers the priority of this process, as the program nice does: to a value up to
// 19, from 0, which most have. A process that is lower already stays so.
//
// Linux keeps a value for each thread, and a new one has that of the thread that made it.
// So this goes on until there is none that another one has made meanwhile.
func giveWay(nice int) error {
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
