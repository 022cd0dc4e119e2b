//go:build !linux

package campaign

import (
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
)

// lowerPriority does nothing: threads have no priority here that a program may set.
func lowerPriority() {}

// threadTimed returns how long some work took by the clock: that of a thread can't be read here.
func threadTimed(t *pool.Turn, work func() error) (time.Duration, error) { return t.Time(work) }
