//go:build !linux

package campaign

import "time"

// timed tells how long some work took: threads have no clocks of their own here, or none
// that a program can read.
func (t *turn) timed(work func() error) (time.Duration, error) { return t.clocked(work) }
