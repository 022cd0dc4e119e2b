//go:build unix

package cli

import (
	"runtime"
	"syscall"
	"time"
)

// cpuTime returns how long the process has kept processors busy, to the microsecond.
func cpuTime() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// peakMemory returns the most memory in bytes that the process has taken; 0 if unknown.
func peakMemory() int64 {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	if runtime.GOOS == "darwin" { // all other systems count kibibytes
		return int64(use.Maxrss)
	}
	return int64(use.Maxrss) << 10
}
