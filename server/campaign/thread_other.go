//go:build !linux

package campaign

import "time"

// lowerPriority does nothing: threads have no priority here that a program may set.
func lowerPriority() {}

// timed returns how long some work took by the clock: that of a thread can't be read here.
func (t *turn) timed(work func() error) (time.Duration, error) { return t.clocked(work) }
