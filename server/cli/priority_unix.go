//go:build unix && !linux

package cli

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// giveWay lowers the priority of this process to a nice value from 0 to 19. A process that has a
// lower priority already keeps it.
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
