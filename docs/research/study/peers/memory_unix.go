//go:build unix

package peers

import (
	"os"
	"runtime"
	"syscall"
)

// maxMemory returns the bytes that a process held at most. On Linux that is at least what this
// process held when it started it.
func maxMemory(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin":
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
