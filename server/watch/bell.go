package watch

import (
	"context"
	"time"
)

// Bell wakes the one goroutine that receives from it. A ring is kept until that goroutine receives.
type Bell chan struct{}

// NewBell returns a bell that has not been rung.
func NewBell() Bell { return make(Bell, 1) }

// Ring wakes the goroutine. Several rings before it receives count as one.
func (b Bell) Ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

// Pause waits for the given time. If the context ends first, it returns the context's error.
func Pause(ctx context.Context, long time.Duration) error {
	select {
	case <-time.After(long):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Wait calls the function wait, such as the method Wait of a sync.WaitGroup. It returns nil when
// wait returns. If the context ends first, it returns the context's error.
func Wait(ctx context.Context, wait func()) error {
	done := make(chan struct{})
	go func() {
		wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
