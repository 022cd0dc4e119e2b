//go:build unix && !linux

package cli

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// giveWay lowers the priority of this process, as the program nice does: to a value up to
// 19, from 0, which most have. A process that is lower already stays so.
func giveWay(nice int) error {
	has, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err == nil && has < nice {
		err = unix.Setpriority(unix.PRIO_PROCESS, 0, nice)
	}
	if err != nil {
		return fmt.Errorf("lowering the priority: %w", err)
	}
	return nil
}
