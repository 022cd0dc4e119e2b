package enginetest

import (
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// EndsAfter returns a clock that a search can ask looks times; the next time, the clock is
// cancelled. So the search stops at the same moment every time.
func EndsAfter(looks int) *solver.Clock {
	ctx, cancel := context.WithCancel(context.Background())
	return solver.NewClock(ctx).Pausing(func() time.Duration {
		if looks--; looks < 0 {
			cancel()
		}
		return 0
	})
}
