//go:build !unix

package cli

import "time"

// cpuTime returns 0: it is not measured here.
func cpuTime() time.Duration { return 0 }

// peakMemory returns 0: it is not measured here.
func peakMemory() int64 { return 0 }
